//===- Broadcasts.h - What one thread tells its block -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The master-thread pattern: one thread of a block, always the same, stores to a shared
// variable, and behind a barrier all load it. A load then gives what that thread stored.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Kernel.h"

namespace warpsan::verify {

struct Broadcast {
  const Access *store = nullptr; ///< the only one
  /// Loads that have this in common, and the block of their stores, are told at one time.
  const llvm::Instruction *first = nullptr;
};

/// By load.
using Broadcasts = llvm::DenseMap<const llvm::Instruction *, Broadcast>;

} // namespace warpsan::verify
