//===- RegionState.h - What a thread carries from region to region -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace warpsan {

/// Values that live across the start of a region, in slots, and variables in memory. Each
/// has a second place, from which the start of the region can be had again.
class RegionState {
public:
  /// `starts`: blocks in which regions start; `last`: of the code in front of the first one,
  /// whose values never change; `locals`: variables of the program in memory. Moves the values
  /// that live across a start into slots.
  RegionState(llvm::Function &twin, llvm::ArrayRef<llvm::BasicBlock *> starts,
              llvm::Instruction &last, llvm::ArrayRef<llvm::AllocaInst *> locals);

  void save(llvm::IRBuilder<> &builder) const;
  void restore(llvm::IRBuilder<> &builder) const;
  /// `seed`, a digest, with the state in which a thread goes on at start number `start`.
  llvm::Value *digest(llvm::IRBuilder<> &builder, unsigned start, llvm::Value *context,
                      llvm::Value *seed) const;

private:
  struct Slot {
    llvm::AllocaInst *value;
    llvm::AllocaInst *saved;
    llvm::SmallVector<bool, 8> lives; ///< by start
  };
  struct Variable {
    llvm::AllocaInst *memory;
    llvm::AllocaInst *saved;
  };
  using Lives = llvm::SmallVector<bool, 8>;

  void addVariable(llvm::AllocaInst &variable);
  Lives livesAcross(const llvm::Instruction &value) const;
  void addSlots();

  llvm::Function &twin;
  llvm::SmallVector<llvm::BasicBlock *, 8> starts;
  llvm::Instruction &last;
  llvm::SmallVector<Slot, 16> slots;
  llvm::SmallVector<Variable, 4> variables;
};

} // namespace warpsan
