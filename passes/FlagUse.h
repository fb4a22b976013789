//===- FlagUse.h - Accesses that a flag may be meant to order ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access in front of a strong write, and one behind a loop that waits for a
// strong read, may be meant to be ordered by that word: a race between the two
// then most likely lacks a fence. For the words of a report only; whether they
// are ordered is not decided here. Looks at what the hooks of SyncHooks.h say,
// in one function: the clean-up has inlined what it could.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cstdint>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class LoopInfo;
} // namespace llvm

namespace warpsan {

class FlagUse {
public:
  FlagUse(llvm::Function &twin, const llvm::LoopInfo &loops);

  /// abi::SiteFlags of the access: SiteBeforeFlag, SiteBehindFlag.
  uint16_t of(const llvm::Instruction &check) const;

private:
  using Hooks = llvm::DenseMap<const llvm::BasicBlock *, const llvm::Instruction *>;
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

  Hooks lastWrites; ///< of each block
  Hooks firstWaits;
  Blocks before; ///< blocks from whose end a write can be reached
  Blocks behind; ///< blocks whose begin can be reached from a wait
};

} // namespace warpsan
