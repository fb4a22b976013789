//===- EntryReads.cpp - Numbers of a launch, read once ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/EntryReads.h"
#include "analysis/LaunchRegisters.h"
#include "analysis/ParameterFields.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace warpsan {
namespace {

class EntryReads {
public:
  explicit EntryReads(Function &kernel)
      : kernel(kernel), fields(kernel),
        builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

  bool merge();

private:
  Value *atEntry(Instruction &read);

  Function &kernel;
  ParameterFields fields;
  IRBuilder<> builder;
  DenseMap<Function *, Value *> registers;
  std::map<std::tuple<uint32_t, uint32_t, Type *>, Value *> numbers;
};

/// The read at entry that does for this one, or null.
Value *EntryReads::atEntry(Instruction &read) {
  if (launchRegister(read)) {
    Function *intrinsic = cast<CallInst>(read).getCalledFunction();
    Value *&merged = registers[intrinsic];
    if (!merged)
      merged = builder.CreateCall(intrinsic);
    return merged;
  }
  std::optional<ParameterField> field = isa<LoadInst>(read) ? fields.find(read) : std::nullopt;
  if (!field || !read.getType()->isIntegerTy())
    return nullptr;
  Value *&merged = numbers[{field->parameter, field->offset, read.getType()}];
  Argument *parameter = kernel.getArg(field->parameter);
  if (!merged)
    merged = builder.CreateAlignedLoad(
        read.getType(), builder.CreateConstGEP1_64(builder.getInt8Ty(), parameter, field->offset),
        commonAlignment(parameter->getParamAlign().valueOrOne(), field->offset));
  return merged;
}

bool EntryReads::merge() {
  SmallVector<std::pair<Instruction *, Value *>, 16> replacements;
  SmallVector<Instruction *, 16> reads;
  for (Instruction &instruction : instructions(kernel))
    if (isa<LoadInst, CallInst>(instruction))
      reads.push_back(&instruction);
  for (Instruction *read : reads)
    if (Value *merged = atEntry(*read))
      replacements.push_back({read, merged});
  for (auto [read, merged] : replacements) {
    read->replaceAllUsesWith(merged);
    read->eraseFromParent();
  }
  return !replacements.empty();
}

} // namespace

bool mergeEntryReads(Function &kernel) { return EntryReads(kernel).merge(); }

} // namespace warpsan
