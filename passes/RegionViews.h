//===- RegionViews.h - What a thread knows of its region in registers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class AllocaInst;
class Instruction;
} // namespace llvm

namespace warpsan {

/// Values of the run time that do not change in a thread, and slots for those that do not
/// change in a pass of a region: its context, which others may write to, lies in memory.
class RegionViews {
public:
  /// `place`: in front of all regions.
  RegionViews(llvm::Instruction &place, llvm::Value *context);

  /// At the start of a region.
  void start(llvm::IRBuilder<> &builder) const;

  llvm::Value *first() const { return firstByte; }
  llvm::Value *bytes() const { return copyBytes; }
  llvm::Value *row() const { return rowBytes; }
  llvm::Value *records() const { return isRecording; }
  llvm::Value *copy(llvm::IRBuilder<> &builder) const;
  llvm::Value *touched(llvm::IRBuilder<> &builder) const;
  llvm::Value *lines(llvm::IRBuilder<> &builder) const;
  llvm::Value *steps(llvm::IRBuilder<> &builder) const;
  /// Digest of what the pass has stored.
  llvm::Value *stored(llvm::IRBuilder<> &builder) const;
  void setStored(llvm::IRBuilder<> &builder, llvm::Value *digest) const;
  /// Counts a round of a loop. True (i1): it is the limit.
  llvm::Value *countRound(llvm::IRBuilder<> &builder) const;
  void setLimit(llvm::IRBuilder<> &builder, llvm::Value *limit) const;

private:
  llvm::AllocaInst *slot(llvm::IRBuilder<> &builder, llvm::Type *type, const char *name) const;

  llvm::Value *context;
  llvm::Value *firstByte;
  llvm::Value *copyBytes;
  llvm::Value *rowBytes;
  llvm::Value *isRecording;
  llvm::AllocaInst *copySlot;
  llvm::AllocaInst *touchedSlot;
  llvm::AllocaInst *linesSlot;
  llvm::AllocaInst *limitSlot;
  llvm::AllocaInst *stepsSlot;
  llvm::AllocaInst *storedSlot;
};

} // namespace warpsan
