//===- Alternations.cpp - Values that are one of two by turns --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Alternations.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// What a value of a loop's header is in the first round, and becomes for the next.
struct Recurrence {
  Value *start;
  Value *update;
};

/// Nothing if several ways into the loop, or round it, bring different values.
std::optional<Recurrence> recurrenceOf(const PHINode &value, const Loop &loop) {
  Recurrence result{nullptr, nullptr};
  for (unsigned i = 0; i < value.getNumIncomingValues(); ++i) {
    Value *&slot = loop.contains(value.getIncomingBlock(i)) ? result.update : result.start;
    if (slot && slot != value.getIncomingValue(i))
      return std::nullopt;
    slot = value.getIncomingValue(i);
  }
  return result.start && result.update ? std::optional(result) : std::nullopt;
}

constexpr unsigned MaxDepth = 8;

/// Follows from its operands alone.
bool isExpression(const Value &value) {
  return isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(value);
}

/// The expression for that number in place of `variable`, or null.
Constant *substitute(Value &expression, const PHINode &variable, Constant &number,
                     unsigned depth = 0) {
  if (&expression == &variable)
    return &number;
  if (auto *constant = dyn_cast<Constant>(&expression))
    return constant;
  if (depth == MaxDepth || !isExpression(expression))
    return nullptr;
  auto *instruction = cast<Instruction>(&expression);
  SmallVector<Constant *, 3> operands;
  for (const Use &operand : instruction->operands()) {
    Constant *known = substitute(*operand, variable, number, depth + 1);
    if (!known)
      return nullptr;
    operands.push_back(known);
  }
  return ConstantFoldInstOperands(instruction, operands, instruction->getDataLayout());
}

/// All that an expression is made of, but for constants; null if that is more than one
/// value.
PHINode *onlyVariable(Value &expression, unsigned depth = 0) {
  if (auto *phi = dyn_cast<PHINode>(&expression))
    return phi;
  if (depth == MaxDepth || !isExpression(expression))
    return nullptr;
  PHINode *only = nullptr;
  for (const Use &operand : cast<Instruction>(expression).operands()) {
    if (isa<Constant>(operand))
      continue;
    PHINode *next = onlyVariable(*operand, depth + 1);
    if (!next || (only && only != next))
      return nullptr;
    only = next;
  }
  return only;
}

std::optional<Alternation> alternationOfPhi(PHINode &value, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(value.getParent());
  if (!loop || loop->getHeader() != value.getParent())
    return std::nullopt;
  const std::optional<Recurrence> own = recurrenceOf(value, *loop);
  if (!own)
    return std::nullopt;
  if (auto *other = dyn_cast<PHINode>(own->update);
      other && other->getParent() == loop->getHeader()) {
    const std::optional<Recurrence> its = recurrenceOf(*other, *loop);
    return its && its->update == &value ? std::optional(Alternation{loop, own->start, its->start})
                                        : std::nullopt;
  }
  auto *first = dyn_cast<ConstantInt>(own->start);
  auto *second =
      first ? dyn_cast_if_present<ConstantInt>(substitute(*own->update, value, *first)) : nullptr;
  if (!second || substitute(*own->update, value, *second) != first)
    return std::nullopt;
  return Alternation{loop, first, second};
}

} // namespace

std::optional<Alternation> alternationOf(Value &value, const LoopInfo &loops) {
  PHINode *variable = onlyVariable(value);
  std::optional<Alternation> turns = variable ? alternationOfPhi(*variable, loops) : std::nullopt;
  if (!turns || variable == &value)
    return turns;
  for (Value **each : {&turns->even, &turns->odd}) {
    auto *number = dyn_cast<ConstantInt>(*each);
    *each = number ? substitute(value, *variable, *number) : nullptr;
    if (!*each)
      return std::nullopt;
  }
  return turns;
}

} // namespace warpsan
