//===- BlockBarriers.h - Block barriers of twins for GPUs -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU releases a block barrier when all lanes of each warp have come to it. Lanes
// that come one by one are waited for only while they come to the same instruction;
// at two of them a warp hangs, which the program may not do: its optimiser merges
// what checks keep apart, its functions are not inlined. Checks also make lanes
// diverge where the program does not.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace warpsan {

class AsmDecoder;
class SiteTable;

/// Makes lanes of a warp meet at block barriers. Where branches may part them, the
/// barriers of all twins become calls of one function with one barrier, and the run
/// time is told which of those with .aligned comes: lanes have to execute these
/// together. Elsewhere those without .aligned, which an H100 was seen to release
/// early, get a warp barrier before. `original`: mangled name. Whether the run time is told.
bool meetAtBarriers(llvm::Function &twin, llvm::StringRef original, AsmDecoder &decoder,
                    SiteTable &sites, llvm::FunctionAnalysisManager &analyses);

} // namespace warpsan
