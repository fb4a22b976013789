//===- RegionViews.cpp - What a thread knows of its region in registers -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RegionViews.h"
#include "passes/RuntimeCallees.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {

static Value *ask(IRBuilder<> &builder, Entry entry, Value *context) {
  RuntimeCallees runtime(*builder.GetInsertBlock()->getModule());
  return builder.CreateCall(runtime.get(entry), {context});
}

static Value *loaded(IRBuilder<> &builder, AllocaInst *slot) {
  return builder.CreateLoad(slot->getAllocatedType(), slot);
}

RegionViews::RegionViews(Instruction &place, Value *threadContext) : context(threadContext) {
  IRBuilder<> builder(&place);
  firstByte = ask(builder, Entry::region_first, context);
  copyBytes = ask(builder, Entry::region_bytes, context);
  rowBytes = ask(builder, Entry::region_row, context);
  isRecording = builder.CreateIsNotNull(ask(builder, Entry::region_records, context));
  builder.SetInsertPoint(&*place.getFunction()->getEntryBlock().begin());
  copySlot = slot(builder, builder.getInt64Ty(), "warpsan.copy");
  touchedSlot = slot(builder, builder.getInt64Ty(), "warpsan.touched");
  linesSlot = slot(builder, builder.getPtrTy(), "warpsan.lines");
  limitSlot = slot(builder, builder.getInt32Ty(), "warpsan.limit");
  stepsSlot = slot(builder, builder.getInt32Ty(), "warpsan.steps");
  storedSlot = slot(builder, builder.getInt64Ty(), "warpsan.stored");
}

AllocaInst *RegionViews::slot(IRBuilder<> &builder, Type *type, const char *name) const {
  return builder.CreateAlloca(type, nullptr, name);
}

void RegionViews::start(IRBuilder<> &builder) const {
  builder.CreateStore(ask(builder, Entry::region_copy, context), copySlot);
  builder.CreateStore(ask(builder, Entry::region_touched, context), touchedSlot);
  builder.CreateStore(ask(builder, Entry::region_lines, context), linesSlot);
  setLimit(builder, ask(builder, Entry::region_limit, context));
  builder.CreateStore(builder.getInt32(0), stepsSlot);
  setStored(builder, builder.getInt64(0));
}

Value *RegionViews::copy(IRBuilder<> &builder) const { return loaded(builder, copySlot); }

Value *RegionViews::touched(IRBuilder<> &builder) const { return loaded(builder, touchedSlot); }

Value *RegionViews::lines(IRBuilder<> &builder) const { return loaded(builder, linesSlot); }

Value *RegionViews::steps(IRBuilder<> &builder) const { return loaded(builder, stepsSlot); }

Value *RegionViews::stored(IRBuilder<> &builder) const { return loaded(builder, storedSlot); }

void RegionViews::setStored(IRBuilder<> &builder, Value *digest) const {
  builder.CreateStore(digest, storedSlot);
}

Value *RegionViews::countRound(IRBuilder<> &builder) const {
  Value *count = builder.CreateAdd(steps(builder), builder.getInt32(1));
  builder.CreateStore(count, stepsSlot);
  return builder.CreateICmpUGE(count, loaded(builder, limitSlot));
}

void RegionViews::setLimit(IRBuilder<> &builder, Value *limit) const {
  builder.CreateStore(limit, limitSlot);
}

} // namespace warpsan
