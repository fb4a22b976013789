//===- RuntimeAtomics.cpp - Atomics of the detector, on one thread ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/RuntimeAtomics.h"

#include "cpu/DeviceModule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace warpsan::cpu {

static void simplify(Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    lowerAtomicRMWInst(update);
  else if (auto *replace = dyn_cast<AtomicCmpXchgInst>(&instruction))
    lowerAtomicCmpXchgInst(replace);
  else if (auto *load = dyn_cast<LoadInst>(&instruction); load && !load->isVolatile())
    load->setAtomic(AtomicOrdering::NotAtomic);
}

void simplifyRuntimeAtomics(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (instruction.hasMetadata(RuntimeMetadata))
        simplify(instruction);
}

} // namespace warpsan::cpu
