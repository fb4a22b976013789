//===- IntendedRaces.cpp - Code that the program lets race -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/IntendedRaces.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {

namespace {

constexpr StringLiteral Annotations = "llvm.global.annotations";
constexpr StringLiteral Prefix = "warpsan:intended:";
/// Rows of name, reason and DISubprogram or null.
constexpr StringLiteral NotesMetadata = "warpsan.intended";
constexpr StringLiteral NoReason = "meant to race";

/// The text of a row of annotations, behind the prefix.
std::optional<StringRef> reasonIn(const Constant &row) {
  auto *text = dyn_cast<GlobalVariable>(row.getOperand(1)->stripPointerCasts());
  auto *data = text && text->hasInitializer()
                   ? dyn_cast<ConstantDataSequential>(text->getInitializer())
                   : nullptr;
  if (!data || !data->isCString() || !data->getAsCString().starts_with(Prefix))
    return std::nullopt;
  const StringRef reason = data->getAsCString().drop_front(Prefix.size());
  return reason.empty() ? StringRef(NoReason) : reason;
}

void note(const Function &function, StringRef reason, Module &module) {
  LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata(NotesMetadata)
      ->addOperand(
          MDNode::get(context, {MDString::get(context, function.getName()),
                                MDString::get(context, reason), function.getSubprogram()}));
}

void replaceAnnotations(GlobalVariable &all, ArrayRef<Constant *> rows) {
  if (!rows.empty()) {
    auto *type = ArrayType::get(rows.front()->getType(), rows.size());
    auto *kept = new GlobalVariable(*all.getParent(), type, all.isConstant(), all.getLinkage(),
                                    ConstantArray::get(type, rows), "", &all);
    kept->copyAttributesFrom(&all);
    kept->takeName(&all);
  }
  all.eraseFromParent();
}

} // namespace

bool noteIntendedRaces(Module &module) {
  GlobalVariable *all = module.getGlobalVariable(Annotations);
  auto *rows =
      all && all->hasInitializer() ? dyn_cast<ConstantArray>(all->getInitializer()) : nullptr;
  if (!rows)
    return false;
  SmallVector<Constant *, 8> others;
  for (const Use &operand : rows->operands()) {
    auto *row = cast<Constant>(operand);
    const std::optional<StringRef> reason = reasonIn(*row);
    auto *function = dyn_cast<Function>(row->getOperand(0)->stripPointerCasts());
    if (reason && function)
      note(*function, *reason, module);
    else
      others.push_back(row);
  }
  if (others.size() == rows->getNumOperands())
    return false;
  replaceAnnotations(*all, others);
  return true;
}

IntendedRaces::IntendedRaces(const Module &module) {
  const NamedMDNode *notes = module.getNamedMetadata(NotesMetadata);
  if (!notes)
    return;
  for (const MDNode *row : notes->operands()) {
    const StringRef reason = cast<MDString>(row->getOperand(1))->getString();
    byName[cast<MDString>(row->getOperand(0))->getString()] = reason;
    if (auto *subprogram = dyn_cast_or_null<DISubprogram>(row->getOperand(2)))
      bySubprogram[subprogram] = reason;
  }
}

void IntendedRaces::addCopy(const Function &original, const Function &copy) {
  const auto known = byName.find(original.getName());
  if (known != byName.end() && copy.getSubprogram())
    bySubprogram[copy.getSubprogram()] = known->second;
}

StringRef IntendedRaces::reasonOf(StringRef function, const DILocation *location) const {
  if (const auto known = byName.find(function); known != byName.end())
    return known->second;
  for (; location && !bySubprogram.empty(); location = location->getInlinedAt())
    if (const StringRef reason = bySubprogram.lookup(location->getScope()->getSubprogram());
        !reason.empty())
      return reason;
  return {};
}

} // namespace warpsan
