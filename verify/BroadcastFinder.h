//===- BroadcastFinder.h - Who tells its block what? ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/Meeting.h"

namespace warpsan::verify {

class BroadcastFinder {
public:
  BroadcastFinder(Kernel &kernel, const ProverOptions &options, const Knowledge &knowledge,
                  Solver &solver, z3::context &context)
      : kernel(kernel), options(options), meeting(kernel, options), knowledge(knowledge),
        solver(solver), context(context) {}

  /// Among loads that give all threads of a block the same.
  Broadcasts find(const BlockUniformity::Values &loads);

private:
  const Access *onlyStoreTo(unsigned object) const;
  llvm::SmallVector<unsigned, 4> intervalsOf(const llvm::Instruction &instruction);
  const llvm::Instruction *firstToldWith(const llvm::LoadInst &load, const Access &store,
                                         const Broadcasts &found);
  bool isOfOneThread(const Access &store);
  bool comesBefore(const Access &store, const llvm::LoadInst &load);

  Kernel &kernel;
  const ProverOptions &options;
  Meeting meeting;
  const Knowledge &knowledge;
  Solver &solver;
  z3::context &context;
};

} // namespace warpsan::verify
