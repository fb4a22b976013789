//===- BlockUniformity.cpp - What the threads of a block share -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/BlockUniformity.h"
#include "analysis/LaunchRegisters.h"
#include "analysis/LibdeviceCall.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Follows from its operands alone; intrinsics of the target may read hidden state.
bool isArithmetic(const IntrinsicInst &call) {
  return call.doesNotAccessMemory() && !call.isConvergent() &&
         !Intrinsic::isTargetIntrinsic(call.getIntrinsicID());
}

/// A thread may write to its copy of a parameter.
bool isOnlyRead(const Value &pointer) {
  return all_of(pointer.users(), [](const User *user) {
    if (isa<GEPOperator, AddrSpaceCastOperator>(user))
      return isOnlyRead(*user);
    auto *call = dyn_cast<CallBase>(user);
    return isa<LoadInst>(user) || (call && isRuntimeCall(*call));
  });
}

bool readsConstant(const LoadInst &load) {
  if (!load.isSimple())
    return false;
  const Value *pointer = load.getPointerOperand();
  switch (objectOf(pointer)) {
  case ObjectKind::Constant:
    return true;
  case ObjectKind::Parameter: {
    auto *argument = dyn_cast<Argument>(pointer->stripInBoundsOffsets());
    return argument && isOnlyRead(*argument);
  }
  default:
    return false;
  }
}

InstructionUniformity uniformityOf(const Value &value) {
  constexpr auto Never = InstructionUniformity::NeverUniform;
  constexpr auto AsOperands = InstructionUniformity::Default;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return AsOperands; // arguments of kernels among them
  if (auto *call = dyn_cast<IntrinsicInst>(instruction)) {
    if (isSameInBlock(*call))
      return InstructionUniformity::AlwaysUniform;
    return isArithmetic(*call) ? AsOperands : Never;
  }
  if (auto *call = dyn_cast<CallInst>(instruction); call && isMathFunction(*call))
    return AsOperands;
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return readsConstant(*load) ? AsOperands : Never;
  // Undefined values may differ, and so may what is frozen of them.
  const bool isOwn = isa<CallBase, AllocaInst, FreezeInst>(instruction);
  return isOwn || instruction->mayReadOrWriteMemory() ? Never : AsOperands;
}

class BlockAsWarp : public TargetTransformInfoImplBase {
public:
  BlockAsWarp(const DataLayout &layout, BlockUniformity::Values known)
      : TargetTransformInfoImplBase(layout), known(std::move(known)) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    return known.contains(value) ? InstructionUniformity::AlwaysUniform : uniformityOf(*value);
  }

private:
  BlockUniformity::Values known;
};

FunctionAnalysisManager analysesForBlocks(const BlockUniformity::Values &known) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
  analyses.registerPass([&] {
    return TargetIRAnalysis([known](const Function &function) {
      return TargetTransformInfo(std::make_unique<BlockAsWarp>(function.getDataLayout(), known));
    });
  });
  return analyses;
}

} // namespace

BlockUniformity::BlockUniformity(Function &kernel, const Values &known)
    : analyses(analysesForBlocks(known)),
      uniformity(analyses.getResult<UniformityInfoAnalysis>(kernel)),
      divergent(kernel, uniformity, analyses.getResult<PostDominatorTreeAnalysis>(kernel)) {}

} // namespace warpsan
