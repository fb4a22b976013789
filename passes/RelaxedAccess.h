//===- RelaxedAccess.h - Plain accesses made atomic -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and small copies become relaxed atomics (PTX ISA 8.7, ld.relaxed and
// st.relaxed); atomics of a narrower scope get a wider one. Relaxed orders nothing else.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/MemoryAccess.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace warpsan {

/// What became of an access: done, or why it could not be.
struct Relaxed {
  bool isDone = false;
  llvm::StringRef words; ///< what it is now, or why it stays as it was
};

/// Makes what the accesses of one instruction do atomic for threads within the scope. The
/// instruction may be gone afterwards.
Relaxed relax(llvm::Instruction &instruction, llvm::ArrayRef<const MemoryAccess *> accesses,
              abi::Scope scope);

/// The load of an update by a store (`x += y`): of that place, added to or the like, for nothing
/// else; or null.
llvm::Instruction *updateOf(llvm::Instruction &store);
/// One atomic for both.
Relaxed relaxUpdate(llvm::Instruction &store, abi::Scope scope);

} // namespace warpsan
