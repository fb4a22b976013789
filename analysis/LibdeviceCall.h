//===- LibdeviceCall.h - Accesses of libdevice functions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of libdevice stay calls of code without checks. Some of them store results
// through pointers, or read arrays: those are accesses of the caller.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/MemoryAccess.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Use;
} // namespace llvm

namespace warpsan {

/// In front of the call, by its arguments. None of other calls; not analysed if a
/// function that is not known gets a pointer that may be other threads', too.
llvm::SmallVector<MemoryAccess, 2> libdeviceAccesses(llvm::CallBase &call);

/// Whether all that the call does with pointers is known.
bool isKnownLibdevice(const llvm::CallBase &call);

/// Whether the result follows from the arguments, which are numbers.
bool isMathFunction(const llvm::CallBase &call);

} // namespace warpsan
