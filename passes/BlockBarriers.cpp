//===- BlockBarriers.cpp - Block barriers of twins for GPUs ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/BlockBarriers.h"
#include "analysis/BlockUniformity.h"
#include "analysis/DivergentBlocks.h"
#include "analysis/InlineAsmCall.h"
#include "analysis/SyncEffects.h"
#include "passes/RuntimeCallees.h"
#include "passes/SiteTable.h"
#include "passes/Twins.h"
#include "passes/UnitBorder.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral MeetingPlace = "__warpsan_barrier";

/// What a barrier gives each thread, of the predicates of all.
enum class Reduction : uint8_t { None, Count, And, Or };

/// Of all threads of the block, whether it names their number or not.
struct BlockBarrier {
  CallBase *call;
  bool isAligned;
  bool isAlone = false; ///< nothing else happens in the call; the rest is known then only
  Reduction reduction = Reduction::None;
  Value *number = nullptr;    ///< of the hardware's barriers
  Value *predicate = nullptr; ///< of a reduction
};

Reduction reductionOf(StringRef name) {
  if (name.contains(".red.popc."))
    return Reduction::Count;
  if (name.contains(".red.and."))
    return Reduction::And;
  return name.contains(".red.or.") ? Reduction::Or : Reduction::None;
}

BlockBarrier describeIntrinsic(CallBase &call) {
  const StringRef name = call.getCalledFunction()->getName();
  BlockBarrier barrier{&call, name.contains(".aligned")};
  barrier.isAlone = name.starts_with("llvm.nvvm.barrier.cta.");
  if (!barrier.isAlone)
    return barrier;
  barrier.number = call.getArgOperand(0);
  barrier.reduction = reductionOf(name);
  if (barrier.reduction != Reduction::None)
    barrier.predicate = call.getArgOperand(call.arg_size() - 1);
  return barrier;
}

/// Reductions in assembly have results in too many forms, and stay.
BlockBarrier describeAssembly(CallBase &call, AsmDecoder &decoder) {
  const InlineAsm &assembly = *calledAssembly(call);
  const StringRef text = assembly.getAsmString();
  BlockBarrier barrier{&call, !text.contains("barrier.") || text.contains(".aligned")};
  const ptx::AsmSummary *summary = decoder.decode(assembly);
  barrier.isAlone = summary && summary->effects.size() == 1 && call.getType()->isVoidTy() &&
                    !summary->effects.front().isPredicated;
  if (!barrier.isAlone)
    return barrier;
  const ptx::Effects &effects = summary->effects.front();
  Type *int32 = Type::getInt32Ty(call.getContext());
  barrier.number = ConstantInt::get(int32, 0);
  if (effects.barrier) {
    const InlineAsmCall operands(call);
    const ptx::Operand &operand = summary->text.statements.front().operands[*effects.barrier];
    if (std::optional<int64_t> constant = operands.constant(operand))
      barrier.number = ConstantInt::get(int32, uint64_t(*constant));
    else
      barrier.number = operands.value(operand);
    barrier.isAlone = barrier.number && barrier.number->getType() == int32;
  }
  return barrier;
}

SmallVector<BlockBarrier, 8> blockBarriers(Function &twin, AsmDecoder &decoder) {
  SmallVector<BlockBarrier, 8> barriers;
  for (Instruction &instruction : instructions(twin)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && effectOf(instruction, decoder).event == SyncEvent::BlockBarrier)
      barriers.push_back(call->isInlineAsm() ? describeAssembly(*call, decoder)
                                             : describeIntrinsic(*call));
  }
  return barriers;
}

/// A function of the program, which may have barriers of its own.
bool callsTwin(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return call && !call->isInlineAsm() && (!callee || isTwinName(callee->getName()));
}

/// One barrier that some lanes pass by is enough: they may wait at any other one. LLVM's
/// analysis for the target takes all calls for divergent, those that read the sizes of
/// the launch among them; ours knows those, but looks at whole blocks.
bool mayDiverge(Function &twin, ArrayRef<BlockBarrier> barriers,
                FunctionAnalysisManager &analyses) {
  if (any_of(instructions(twin), callsTwin))
    return true;
  const DivergentBlocks divergent(twin, analyses);
  SmallVector<const BasicBlock *, 8> passedBy;
  for (const BlockBarrier &barrier : barriers)
    if (const BasicBlock *block = barrier.call->getParent(); divergent.contains(*block))
      passedBy.push_back(block);
  if (passedBy.empty() || twin.getCallingConv() != CallingConv::PTX_Kernel)
    return !passedBy.empty();
  const BlockUniformity uniformity(twin);
  return !all_of(passedBy,
                 [&](const BasicBlock *block) { return uniformity.isReachedTogether(*block); });
}

void meetWarpAt(CallBase &barrier) {
  IRBuilder<> builder(&barrier);
  builder.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {builder.getInt32(-1)});
}

/// One in a program, hence not local to the unit. It counts, from which all other
/// forms follow.
Function &meetingPlace(Module &module, const Function &model) {
  if (Function *place = module.getFunction(MeetingPlace))
    return *place;
  IRBuilder<> builder(module.getContext());
  auto *type = FunctionType::get(builder.getInt32Ty(), {builder.getInt32Ty(), builder.getInt1Ty()},
                                 /*isVarArg=*/false);
  Function *place = Function::Create(type, GlobalValue::LinkOnceODRLinkage, MeetingPlace, module);
  for (StringRef name : {"target-cpu", "target-features"})
    if (Attribute attribute = model.getFnAttribute(name); attribute.isValid())
      place->addFnAttr(attribute);
  place->addFnAttr(Attribute::NoInline);
  place->setConvergent();
  place->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", place));
  builder.CreateRet(builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_red_popc_aligned_all,
                                            {place->getArg(0), place->getArg(1)}));
  return *place;
}

void tellArrival(const BlockBarrier &barrier, StringRef original, SiteTable &sites) {
  Function &twin = *barrier.call->getFunction();
  Module &module = *twin.getParent();
  IRBuilder<> builder(barrier.call);
  builder.CreateCall(RuntimeCallees(module).get(Entry::barrier_arrive),
                     {Twins::contextIn(twin), unitBases(module),
                      builder.getInt32(sites.addBarrier(barrier.call->getDebugLoc(), original))});
}

/// What the program's barrier would have returned.
Value *resultOf(Reduction reduction, Value *count, Type *type, IRBuilder<> &builder) {
  switch (reduction) {
  case Reduction::None:
    return nullptr;
  case Reduction::Count:
    return count;
  case Reduction::And: // none has a false predicate
    return builder.CreateZExtOrTrunc(builder.CreateIsNull(count), type);
  case Reduction::Or:
    return builder.CreateZExtOrTrunc(builder.CreateIsNotNull(count), type);
  }
  llvm_unreachable("no such reduction");
}

void replaceByMeeting(const BlockBarrier &barrier) {
  Function &twin = *barrier.call->getFunction();
  IRBuilder<> builder(barrier.call);
  Value *counted = barrier.predicate ? barrier.predicate : builder.getFalse();
  if (barrier.reduction == Reduction::And)
    counted = builder.CreateNot(counted);
  Value *count =
      builder.CreateCall(&meetingPlace(*twin.getParent(), twin), {barrier.number, counted});
  if (Value *result = resultOf(barrier.reduction, count, barrier.call->getType(), builder))
    barrier.call->replaceAllUsesWith(result);
  barrier.call->eraseFromParent();
}

} // namespace

bool meetAtBarriers(Function &twin, StringRef original, AsmDecoder &decoder, SiteTable &sites,
                    FunctionAnalysisManager &analyses) {
  const SmallVector<BlockBarrier, 8> barriers = blockBarriers(twin, decoder);
  const bool isDivergent = !barriers.empty() && mayDiverge(twin, barriers, analyses);
  bool tells = false;
  for (const BlockBarrier &barrier : barriers) {
    const bool meets = isDivergent && barrier.isAlone;
    if (barrier.isAligned && meets) {
      tellArrival(barrier, original, sites);
      tells = true;
    }
    if (meets)
      replaceByMeeting(barrier);
    else if (!barrier.isAligned)
      meetWarpAt(*barrier.call);
  }
  return tells;
}

} // namespace warpsan
