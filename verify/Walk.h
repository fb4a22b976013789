//===- Walk.h - One thread of a counterexample, run -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A counterexample of terms is one of the program if its threads really come to the two
// accesses when they run with its numbers: instruction by instruction, with LLVM's constant
// folding. What memory holds that the kernel writes to is not known here; where the way
// depends on that, the walk ends.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Kernel.h"
#include "verify/Launch.h"
#include "verify/Outcome.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Constant;
class LoadInst;
} // namespace llvm

namespace warpsan::verify {

/// The thread is at an access.
struct Arrival {
  unsigned object = 0;
  int64_t offset = 0;
  unsigned barriers = 0; ///< of the level that it has passed
};

class Walk {
public:
  /// `level`: whose barriers count.
  Walk(const Kernel &kernel, LaunchTerms &launch, const z3::model &model, const Witness &witness,
       const ThreadWitness &thread, Kernel::Level level);

  /// Every time that the thread comes to the access, as far as the way is known.
  llvm::SmallVector<Arrival, 4> arrivalsAt(const Access &access);

  /// What it has read on the way.
  const std::vector<MemoryContent> &contents() const { return noted; }

private:
  struct Pointer {
    unsigned object;
    int64_t offset;
  };

  const llvm::BasicBlock *next(const llvm::BasicBlock &block);
  void enter(const llvm::BasicBlock &block, const llvm::BasicBlock &from);
  bool step(const llvm::Instruction &instruction);
  void set(const llvm::Instruction &instruction);
  llvm::Constant *number(const llvm::Value &value);
  llvm::Constant *fold(const llvm::Instruction &instruction);
  llvm::Constant *registerOf(const llvm::Instruction &read, unsigned known);
  llvm::Constant *load(const llvm::LoadInst &load);
  void note(const MemoryContent &content);
  llvm::Constant *integer(const llvm::Value &like, const z3::expr &term);
  std::optional<Pointer> pointer(const llvm::Value &value);
  std::optional<Pointer> computePointer(const llvm::Instruction &instruction);
  bool isBarrier(const llvm::Instruction &instruction) const;

  const Kernel &kernel;
  LaunchTerms &launch;
  z3::model model;
  const Witness &witness;
  const ThreadWitness &thread;
  Kernel::Level level;
  unsigned barriers = 0, steps = 0;
  std::vector<MemoryContent> noted;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> numbers; ///< null: not known
  llvm::DenseMap<const llvm::Value *, std::optional<Pointer>> pointers;
};

} // namespace warpsan::verify
