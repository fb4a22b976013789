//===- RegionState.cpp - What a thread carries from region to region -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RegionState.h"
#include "passes/Digest.h"
#include "passes/RuntimeCallees.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpsan {
namespace {

uint64_t bytesOf(const AllocaInst &variable) {
  const std::optional<TypeSize> size = variable.getAllocationSize(variable.getDataLayout());
  assert(size && "a local variable of unknown size is an obstacle");
  return size ? size->getFixedValue() : 0;
}

AllocaInst *twinOf(const AllocaInst &variable) {
  auto *copy = cast<AllocaInst>(variable.clone());
  copy->insertBefore(const_cast<AllocaInst &>(variable).getIterator());
  copy->setName(variable.getName() + ".saved");
  return copy;
}

/// Blocks at whose start a value of SSA form lives.
SmallPtrSet<const BasicBlock *, 16> liveIn(const Instruction &value) {
  SmallPtrSet<const BasicBlock *, 16> live;
  SmallVector<const BasicBlock *, 16> work;
  const BasicBlock *home = value.getParent();
  for (const Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    const BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (block != home)
      work.push_back(block);
  }
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (!live.insert(block).second)
      continue;
    for (const BasicBlock *before : predecessors(block))
      if (before != home)
        work.push_back(before);
  }
  return live;
}

} // namespace

RegionState::RegionState(Function &twin, ArrayRef<BasicBlock *> starts, Instruction &last,
                         ArrayRef<AllocaInst *> locals)
    : twin(twin), starts(starts.begin(), starts.end()), last(last) {
  for (AllocaInst *local : locals)
    addVariable(*local);
  addSlots();
}

/// It starts with zeros: what nobody has written is to be the same in each pass.
void RegionState::addVariable(AllocaInst &variable) {
  IRBuilder<> builder(variable.getNextNode());
  builder.CreateMemSet(&variable, builder.getInt8(0), bytesOf(variable), variable.getAlign());
  variables.push_back({&variable, twinOf(variable)});
}

RegionState::Lives RegionState::livesAcross(const Instruction &value) const {
  const auto live = liveIn(value);
  Lives lives;
  for (const BasicBlock *start : starts)
    lives.push_back(live.contains(start));
  return lives;
}

void RegionState::addSlots() {
  SmallVector<std::pair<Instruction *, Lives>, 16> found;
  for (Instruction &instruction : instructions(twin)) {
    if (instruction.getParent() == last.getParent() || instruction.getType()->isVoidTy())
      continue;
    Lives lives = livesAcross(instruction);
    if (is_contained(lives, true))
      found.push_back({&instruction, std::move(lives)});
  }
  for (auto &[value, lives] : found) {
    AllocaInst *slot =
        DemoteRegToStack(*value, /*VolatileLoads=*/false, twin.getEntryBlock().begin());
    slot->setName("warpsan.slot");
    IRBuilder<>(&last).CreateStore(Constant::getNullValue(slot->getAllocatedType()), slot);
    slots.push_back({slot, twinOf(*slot), std::move(lives)});
  }
}

static void copySlot(IRBuilder<> &builder, AllocaInst *to, AllocaInst *from) {
  builder.CreateStore(builder.CreateLoad(from->getAllocatedType(), from), to);
}

static void copyVariable(IRBuilder<> &builder, AllocaInst *to, AllocaInst *from) {
  builder.CreateMemCpy(to, to->getAlign(), from, from->getAlign(), bytesOf(*from));
}

void RegionState::save(IRBuilder<> &builder) const {
  for (const Slot &slot : slots)
    copySlot(builder, slot.saved, slot.value);
  for (const Variable &variable : variables)
    copyVariable(builder, variable.saved, variable.memory);
}

void RegionState::restore(IRBuilder<> &builder) const {
  for (const Slot &slot : slots)
    copySlot(builder, slot.value, slot.saved);
  for (const Variable &variable : variables)
    copyVariable(builder, variable.memory, variable.saved);
}

Value *RegionState::digest(IRBuilder<> &builder, unsigned start, Value *context,
                           Value *seed) const {
  Value *digest = mixInto(builder, seed, builder.getInt64(start + 1));
  for (const Slot &slot : slots)
    if (slot.lives[start])
      digest =
          mixInto(builder, digest, builder.CreateLoad(slot.value->getAllocatedType(), slot.value));
  RuntimeCallees runtime(*twin.getParent());
  for (const Variable &variable : variables)
    digest = builder.CreateCall(
        runtime.get(Entry::digest),
        {context, variable.memory, builder.getInt64(bytesOf(*variable.memory)), digest});
  return digest;
}

} // namespace warpsan
