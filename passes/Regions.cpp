//===- Regions.cpp - Code between barriers that can run again --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   entry:    ... kernel_enter, region_enter
//   start n:  number = n; save the state
//             ...
//             region_end(digest): over -> behind n', start n'   (in place of a barrier)
//             region_exit(digest): over -> the return
//                                       else -> dispatch
//   dispatch: put the state back; branch to start `number`, or to its recorded version
//
// Regions that run once have no state and no dispatcher.
//===----------------------------------------------------------------------===//
#include "passes/Regions.h"
#include "analysis/BlockUniformity.h"
#include "analysis/SyncEffects.h"
#include "core/access.h"
#include "core/region_thread.h"
#include "passes/Checks.h"
#include "passes/Redirection.h"
#include "passes/RegionState.h"
#include "passes/RegionViews.h"
#include "passes/RuntimeCallees.h"
#include "passes/SharedBlock.h"
#include "passes/Twins.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <memory>

using namespace llvm;

namespace warpsan {
namespace {

/// A way out of regions: the call that ends one, and where the thread goes on then.
struct End {
  CallInst *call;     ///< region_end or region_exit
  BasicBlock *behind; ///< where the region is over
};

class Former {
public:
  Former(Function &twin, AsmDecoder &decoder)
      : twin(twin), decoder(decoder), runtime(*twin.getParent()) {}
  void run(const SharedParts &shared, RegionRuns runs);

private:
  void dropLifetimes();
  void keepParameters();
  void defineValues();
  void widenContext();
  void findParted();
  void countLanes();
  SmallVector<AllocaInst *, 8> localVariables() const;
  void enter(const SharedParts &shared);
  void hoistConstants();
  bool isConstant(const Instruction &instruction) const;
  void cutAtBarriers();
  void cutAtReturns();
  void goOn(IRBuilder<> &builder, CallInst *call, BasicBlock *over);
  void addEnd(Entry entry, Instruction &before);
  void countRounds();
  void makeDone();
  void makeDispatcher();
  void makeLeave();
  void startOrLeave();
  void startRegions(const RegionState &state);
  void startViews();
  void setDigests(const RegionState &state);
  SmallSetVector<BasicBlock *, 32> repeatedBlocks() const;
  void record();
  void repeat(ArrayRef<AllocaInst *> locals);
  void dropChecks();
  void settlePlainChecks(ArrayRef<BasicBlock *> blocks);
  void settleRecordedChecks(ArrayRef<BasicBlock *> blocks);

  Function &twin;
  AsmDecoder &decoder;
  RuntimeCallees runtime;
  Value *context = nullptr;
  CallInst *entry = nullptr; ///< region_enter
  std::unique_ptr<RegionViews> views;
  SmallVector<BasicBlock *, 8> starts;
  SmallVector<End, 8> ends;
  SmallVector<BasicBlock *, 8> behind; ///< run once, when a region is over
  BasicBlock *dispatch = nullptr;      ///< of regions that run more than once
  BasicBlock *leave = nullptr;
  BasicBlock *done = nullptr;   ///< ends the thread
  AllocaInst *number = nullptr; ///< of the start of the region that runs
  AllocaInst *next = nullptr;   ///< RegionNext
  SmallVector<Use *, 8> masks;  ///< of all lanes of a warp, of which some may have ended
  SwitchInst *plain = nullptr;
  SwitchInst *recorded = nullptr;
};

/// Variables are saved and put back as a whole.
void Former::dropLifetimes() {
  for (Instruction &instruction : make_early_inc_range(instructions(twin)))
    if (isa<LifetimeIntrinsic>(instruction))
      instruction.eraseFromParent();
}

/// What the program leaves undefined may be anything each time, and is to be the same in each
/// pass.
void Former::defineValues() {
  for (Instruction &instruction : instructions(twin))
    for (Use &operand : instruction.operands())
      if (isa<UndefValue>(operand) && !isa<CallBase>(instruction))
        operand.set(Constant::getNullValue(operand->getType()));
}

bool isOnlyRead(const Value &pointer) {
  return all_of(pointer.users(), [](const User *user) {
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(user))
      return isOnlyRead(*user);
    auto *call = dyn_cast<CallBase>(user);
    return isa<LoadInst>(user) || (call && isRuntimeCall(*call));
  });
}

/// A parameter by value that the thread may write to becomes a variable.
void Former::keepParameters() {
  IRBuilder<> builder(&*twin.getEntryBlock().begin());
  for (Argument &argument : twin.args()) {
    Type *type = argument.getParamByValType();
    if (!type || argument.hasAttribute(RecordAttribute) || isOnlyRead(argument))
      continue;
    const Align alignment = argument.getParamAlign().valueOrOne();
    AllocaInst *variable = builder.CreateAlloca(type, nullptr, argument.getName());
    variable->setAlignment(alignment);
    argument.replaceAllUsesWith(variable);
    builder.CreateMemCpy(variable, alignment, &argument, alignment,
                         twin.getDataLayout().getTypeAllocSize(type));
  }
}

void Former::widenContext() {
  auto *narrow = cast<AllocaInst>(Twins::contextIn(twin));
  IRBuilder<> builder(narrow);
  AllocaInst *wide = builder.CreateAlloca(
      ArrayType::get(builder.getInt64Ty(), sizeof(RegionThread) / 8), nullptr, narrow->getName());
  wide->setAlignment(narrow->getAlign());
  narrow->replaceAllUsesWith(wide);
  narrow->eraseFromParent();
  context = wide;
}

/// Operand of a warp collective that names the lanes, or null.
Use *maskOf(CallBase &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front("llvm.nvvm."))
    return nullptr;
  if (name.starts_with("redux."))
    return &call.getArgOperandUse(1);
  const bool isFirst = name.starts_with("shfl.sync.") || name.starts_with("vote.") ||
                       name.starts_with("match.") || name == "bar.warp.sync" ||
                       name.starts_with("elect.");
  return isFirst && name.contains("sync") ? &call.getArgOperandUse(0) : nullptr;
}

/// Where the threads of a block part, lanes that others wait for may have ended, which for
/// the hardware is no matter. Masks of a part of the warp name lanes that come.
void Former::findParted() {
  const BlockUniformity uniformity(twin);
  for (Instruction &instruction : instructions(twin)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    Use *mask = call ? maskOf(*call) : nullptr;
    auto *lanes = mask ? dyn_cast<ConstantInt>(mask->get()) : nullptr;
    if (lanes && lanes->isMinusOne() && !uniformity.isReachedTogether(*call->getParent()))
      masks.push_back(mask);
  }
}

void Former::countLanes() {
  for (Use *mask : masks) {
    auto *call = cast<CallBase>(mask->getUser());
    IRBuilder<> builder(call);
    mask->set(builder.CreateCall(runtime.get(Entry::region_lanes), {context}));
  }
}

/// Of the program, in memory.
SmallVector<AllocaInst *, 8> Former::localVariables() const {
  SmallVector<AllocaInst *, 8> locals;
  for (Instruction &instruction : twin.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable != context)
      locals.push_back(variable);
  return locals;
}

void Former::enter(const SharedParts &shared) {
  for (Instruction &instruction : twin.getEntryBlock())
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && isCallOf(*call, Entry::kernel_enter)) {
      IRBuilder<> builder(call->getNextNode());
      builder.SetCurrentDebugLocation(call->getDebugLoc());
      const auto generic = [&](GlobalVariable *variable) -> Value * {
        if (!variable)
          return ConstantPointerNull::get(builder.getPtrTy());
        return builder.CreateAddrSpaceCast(variable, builder.getPtrTy());
      };
      entry = builder.CreateCall(runtime.get(Entry::region_enter),
                                 {context, generic(shared.fixed.variable),
                                  builder.getInt64(shared.fixed.bytes),
                                  generic(shared.variables.dynamic)});
      return;
    }
}

/// Follows from what never changes.
bool Former::isConstant(const Instruction &instruction) const {
  if (isa<PHINode, AllocaInst>(instruction) || instruction.isTerminator() ||
      instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction))
    return false;
  if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent())
    return false;
  return all_of(instruction.operand_values(), [&](const Value *operand) {
    auto *value = dyn_cast<Instruction>(operand);
    return !value || (value->getParent() == entry->getParent() && value->comesBefore(entry));
  });
}

/// Values of the first block that need not be put back. Casts of shared addresses that
/// regions use are among them.
void Former::hoistConstants() {
  for (Instruction *at = entry->getNextNode(), *following; at; at = following) {
    following = at->getNextNode();
    if (isConstant(*at))
      at->moveBefore(entry->getIterator());
  }
}

/// The call's result decides.
void Former::goOn(IRBuilder<> &builder, CallInst *call, BasicBlock *over) {
  if (!dispatch) {
    builder.CreateBr(over);
    return;
  }
  builder.CreateStore(call, next);
  builder.CreateCondBr(builder.CreateIsNull(call), over, dispatch);
}

/// The digest of the state comes when that is known.
void Former::addEnd(Entry which, Instruction &before) {
  BasicBlock *block = before.getParent();
  BasicBlock *over = SplitBlock(block, &before);
  Instruction *jump = block->getTerminator();
  IRBuilder<> builder(jump);
  builder.SetCurrentDebugLocation(before.getDebugLoc());
  CallInst *call = builder.CreateCall(runtime.get(which),
                                      {context, views->stored(builder), views->steps(builder)});
  goOn(builder, call, over);
  jump->eraseFromParent();
  ends.push_back({call, over});
  behind.push_back(over);
}

void Former::cutAtBarriers() {
  SmallVector<Instruction *, 8> barriers;
  for (Instruction &instruction : instructions(twin))
    if (effectOf(instruction, decoder).event == SyncEvent::BlockBarrier)
      barriers.push_back(&instruction);
  for (Instruction *barrier : barriers) {
    Instruction *following = barrier->getNextNode();
    // The run time's own clock of barriers counts regions that are over.
    auto *clock = dyn_cast<CallInst>(following);
    Instruction *first =
        clock && isCallOf(*clock, Entry::block_barrier) ? following->getNextNode() : following;
    addEnd(Entry::region_end, *barrier);
    starts.push_back(SplitBlock(first->getParent(), first));
    barrier->eraseFromParent();
  }
}

void Former::cutAtReturns() {
  SmallVector<ReturnInst *, 4> returns;
  for (BasicBlock &block : twin)
    if (auto *end = dyn_cast_or_null<ReturnInst>(block.getTerminator()); end && &block != done)
      returns.push_back(end);
  for (ReturnInst *end : returns) {
    auto *leaving = dyn_cast_or_null<CallInst>(end->getPrevNode());
    const bool isTold = leaving && isCallOf(*leaving, Entry::kernel_exit);
    addEnd(Entry::region_exit, isTold ? *static_cast<Instruction *>(leaving) : *end);
  }
}

/// In each round of a loop, whatever its form.
void Former::countRounds() {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> edges;
  FindFunctionBackedges(twin, edges);
  SmallSetVector<BasicBlock *, 8> rounds;
  for (auto [from, to] : edges)
    if (from != dispatch && to != dispatch)
      rounds.insert(const_cast<BasicBlock *>(from));
  for (BasicBlock *block : rounds) {
    Instruction *jump = block->getTerminator();
    BasicBlock *onwards = SplitBlock(block, jump);
    Instruction *between = block->getTerminator();
    IRBuilder<> builder(between);
    builder.SetCurrentDebugLocation(jump->getDebugLoc());
    BasicBlock *ask = BasicBlock::Create(twin.getContext(), "warpsan.limit", &twin, onwards);
    builder.CreateCondBr(views->countRound(builder), ask, onwards,
                         MDBuilder(twin.getContext()).createUnlikelyBranchWeights());
    between->eraseFromParent();
    builder.SetInsertPoint(ask);
    Value *limit =
        builder.CreateCall(runtime.get(Entry::region_step), {context, views->steps(builder)});
    views->setLimit(builder, limit);
    builder.CreateCondBr(builder.CreateIsNull(limit), leave, onwards);
  }
}

void Former::makeDispatcher() {
  LLVMContext &llvm = twin.getContext();
  dispatch = BasicBlock::Create(llvm, "warpsan.dispatch", &twin);
  IRBuilder<> builder(&*twin.getEntryBlock().begin());
  number = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "warpsan.start");
  next = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "warpsan.next");
}

void Former::makeLeave() {
  leave = BasicBlock::Create(twin.getContext(), "warpsan.leave", &twin);
  IRBuilder<> builder(leave);
  builder.SetCurrentDebugLocation(entry->getDebugLoc());
  goOn(builder, builder.CreateCall(runtime.get(Entry::region_leave), {context}), done);
}

/// Of threads that come to no return of the program.
void Former::makeDone() {
  const bool tellsExit = any_of(instructions(twin), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return call && isCallOf(*call, Entry::kernel_exit);
  });
  done = BasicBlock::Create(twin.getContext(), "warpsan.done", &twin);
  IRBuilder<> builder(done);
  builder.SetCurrentDebugLocation(entry->getDebugLoc());
  if (tellsExit)
    builder.CreateCall(runtime.get(Entry::kernel_exit), {context});
  builder.CreateRetVoid();
}

/// Some launches are for sweeps over memory alone.
void Former::startOrLeave() {
  BasicBlock *enter = BasicBlock::Create(twin.getContext(), "warpsan.enter", &twin, starts.front());
  Instruction *jump = entry->getParent()->getTerminator();
  IRBuilder<> builder(jump);
  builder.CreateCondBr(builder.CreateIsNull(entry), enter, done);
  jump->eraseFromParent();
  builder.SetInsertPoint(enter);
  builder.SetCurrentDebugLocation(entry->getDebugLoc());
  views = std::make_unique<RegionViews>(*builder.CreateBr(starts.front()), context);
}

void Former::startRegions(const RegionState &state) {
  for (unsigned i = 0; i < starts.size(); ++i) {
    IRBuilder<> builder(&*starts[i]->getFirstInsertionPt());
    builder.CreateStore(builder.getInt32(i), number);
    state.save(builder);
  }
  startViews();
  LLVMContext &llvm = twin.getContext();
  BasicBlock *none = BasicBlock::Create(llvm, "warpsan.none", &twin);
  new UnreachableInst(llvm, none);
  BasicBlock *toRecorded = BasicBlock::Create(llvm, "warpsan.recorded", &twin);
  BasicBlock *toPlain = BasicBlock::Create(llvm, "warpsan.plain", &twin);
  IRBuilder<> builder(dispatch);
  state.restore(builder);
  Value *start = builder.CreateLoad(builder.getInt32Ty(), number);
  Value *isRecord = builder.CreateICmpEQ(builder.CreateLoad(builder.getInt32Ty(), next),
                                         builder.getInt32(uint32_t(RegionNext::Record)));
  builder.CreateCondBr(isRecord, toRecorded, toPlain);
  builder.SetInsertPoint(toPlain);
  plain = builder.CreateSwitch(start, none, starts.size());
  builder.SetInsertPoint(toRecorded);
  recorded = builder.CreateSwitch(start, none, starts.size());
  for (unsigned i = 0; i < starts.size(); ++i)
    plain->addCase(builder.getInt32(i), starts[i]);
}

void Former::startViews() {
  for (BasicBlock *start : starts) {
    IRBuilder<> builder(&*start->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(entry->getDebugLoc());
    views->start(builder);
  }
}

void Former::setDigests(const RegionState &state) {
  for (const End &end : ends) {
    if (!isCallOf(*end.call, Entry::region_end))
      continue;
    const auto *start = find(starts, end.behind->getSingleSuccessor());
    IRBuilder<> builder(end.call);
    end.call->setArgOperand(1, state.digest(builder, unsigned(start - starts.begin()), context,
                                            end.call->getArgOperand(1)));
  }
}

/// What a region consists of.
SmallSetVector<BasicBlock *, 32> Former::repeatedBlocks() const {
  SmallSetVector<BasicBlock *, 32> blocks;
  for (BasicBlock *start : starts)
    blocks.insert(start);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *successor : successors(blocks[i]))
      if (successor != dispatch && successor != leave && !is_contained(behind, successor))
        blocks.insert(successor);
  return blocks;
}

/// The second version of all blocks, for the third pass.
void Former::record() {
  const SmallSetVector<BasicBlock *, 32> blocks = repeatedBlocks();
  ValueToValueMapTy values;
  SmallVector<BasicBlock *, 32> copies;
  for (BasicBlock *block : blocks) {
    BasicBlock *copy = CloneBasicBlock(block, values, ".recorded", &twin);
    values[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, values);
  IRBuilder<> builder(twin.getContext());
  for (unsigned i = 0; i < starts.size(); ++i)
    recorded->addCase(builder.getInt32(i), cast<BasicBlock>(values[starts[i]]));
  settlePlainChecks(blocks.getArrayRef());
  settleRecordedChecks(copies);
}

SmallVector<CallInst *, 32> checksOf(ArrayRef<BasicBlock *> blocks) {
  SmallVector<CallInst *, 32> checks;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (auto *check = dyn_cast<CallInst>(&instruction); check && isCallOf(*check, Entry::access))
        checks.push_back(check);
  return checks;
}

void Former::settleRecordedChecks(ArrayRef<BasicBlock *> blocks) {
  for (CallInst *check : checksOf(blocks))
    check->setCalledFunction(runtime.get(Entry::observe_recorded));
}

/// Of shared memory only recorded passes of regions tell, of global memory those of grids.
void Former::settlePlainChecks(ArrayRef<BasicBlock *> blocks) {
  for (CallInst *check : checksOf(blocks)) {
    auto *flags = dyn_cast<ConstantInt>(check->getArgOperand(FlagsArgument));
    if (flags && (flags->getZExtValue() & AccessShared)) {
      check->eraseFromParent();
      continue;
    }
    Instruction *then = SplitBlockAndInsertIfThen(views->records(), check->getIterator(), false);
    check->moveBefore(then->getIterator());
    check->setCalledFunction(runtime.get(Entry::observe_global));
  }
}

void Former::repeat(ArrayRef<AllocaInst *> locals) {
  const RegionState state(twin, starts, *entry, locals);
  redirectAccesses(twin, RegionRuns::Repeated, *views);
  startRegions(state);
  setDigests(state);
  record();
}

void Former::dropChecks() {
  for (Instruction &instruction : make_early_inc_range(instructions(twin)))
    if (auto *check = dyn_cast<CallInst>(&instruction); check && isCallOf(*check, Entry::access))
      check->eraseFromParent();
}

void Former::run(const SharedParts &shared, RegionRuns runs) {
  findParted();
  dropLifetimes();
  defineValues();
  keepParameters();
  widenContext();
  countLanes();
  const SmallVector<AllocaInst *, 8> locals = localVariables();
  enter(shared);
  hoistConstants();
  makeDone();
  if (runs == RegionRuns::Repeated)
    makeDispatcher();
  makeLeave();
  starts.push_back(SplitBlock(entry->getParent(), entry->getNextNode()));
  startOrLeave();
  cutAtBarriers();
  cutAtReturns();
  countRounds();
  if (runs == RegionRuns::Repeated)
    return repeat(locals);
  redirectAccesses(twin, RegionRuns::Once, *views);
  startViews();
  dropChecks();
}

} // namespace

void formRegions(Function &twin, const SharedParts &shared, RegionRuns runs, AsmDecoder &decoder) {
  Former(twin, decoder).run(shared, runs);
}

} // namespace warpsan
