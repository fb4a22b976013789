//===- YieldPoints.cpp - Where threads may be switched ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/YieldPoints.h"

#include "cpu/DeviceModule.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warpsan::cpu {

static bool mayYield(const Instruction &instruction) {
  return (instruction.isAtomic() || instruction.isVolatile()) &&
         !instruction.hasMetadata(RuntimeMetadata);
}

/// NVPTX scopes mean nothing to the CPU, and all threads share one.
static void widenScope(Instruction &instruction) {
  if (getAtomicSyncScopeID(&instruction))
    setAtomicSyncScopeID(&instruction, SyncScope::System);
}

void insertYieldPoints(DeviceModule &device) {
  SmallVector<Instruction *> found;
  for (Function &function : device.module)
    for (Instruction &instruction : instructions(function)) {
      widenScope(instruction);
      if (mayYield(instruction))
        found.push_back(&instruction);
    }
  for (Instruction *instruction : found) {
    IRBuilder<> builder(instruction);
    device.callWaiting(builder, *instruction, "__warpsan_cpu_yield", builder.getVoidTy(), {});
  }
}

} // namespace warpsan::cpu
