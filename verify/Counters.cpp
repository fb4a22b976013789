//===- Counters.cpp - Numbers that no two threads draw ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Counters.h"
#include "verify/Kernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

/// How far apart two results are at least; 0 if they may be equal.
uint64_t amountOf(const Instruction &instruction) {
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  auto *operand = update ? dyn_cast<ConstantInt>(update->getValOperand()) : nullptr;
  if (!operand || operand->getBitWidth() > 64)
    return 0;
  if (update->getOperation() == AtomicRMWInst::UIncWrap)
    return operand->isMinusOne() ? 1 : 0; // comes round where the counter does
  if (update->getOperation() == AtomicRMWInst::Sub)
    return operand->getValue().abs().getZExtValue();
  return update->getOperation() == AtomicRMWInst::Add ? operand->getValue().abs().getZExtValue()
                                                      : 0;
}

bool goesDown(const AtomicRMWInst &update) {
  auto *operand = cast<ConstantInt>(update.getValOperand());
  return operand->isNegative() != (update.getOperation() == AtomicRMWInst::Sub);
}

/// A variable or parameter and how many bytes behind its start.
std::pair<const Value *, int64_t> placeOf(const Value &pointer, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value *base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  return {base->stripPointerCasts(), offset.getSExtValue()};
}

bool isSameForAll(const Value &base) { return isa<Constant, Argument>(base); }

/// Writes that come before all draws on every way are its start.
bool mayComeBehind(const Access &write, ArrayRef<const Access *> draws, const Kernel &kernel) {
  return any_of(draws, [&](const Access *draw) {
    return isPotentiallyReachable(draw->place, write.place, nullptr, &kernel.dominators(),
                                  &kernel.loops());
  });
}

} // namespace

Counters::Counters(const Kernel &kernel, bool asksAboutBlocks) {
  std::map<unsigned, SmallVector<const Access *, 4>> drawers;
  for (const Access &access : kernel.accesses())
    if (access.instruction && access.isStrong && amountOf(*access.instruction))
      drawers[kernel.objectOf(*access.pointer)].push_back(&access);
  const DataLayout &layout = kernel.function().getDataLayout();
  for (const auto &[object, accesses] : drawers) {
    const auto place = placeOf(*accesses.front()->pointer, layout);
    const bool isDown = goesDown(*cast<AtomicRMWInst>(accesses.front()->instruction));
    const bool isOne = all_of(accesses, [&](const Access *access) {
      return placeOf(*access->pointer, layout) == place &&
             goesDown(*cast<AtomicRMWInst>(access->instruction)) == isDown;
    });
    const bool isWritten = any_of(kernel.accesses(), [&](const Access &access) {
      if (!access.writes || is_contained(accesses, &access))
        return false;
      const unsigned other = kernel.objectOf(*access.pointer);
      const bool isGlobal = kernel.object(object).isGlobal();
      if (isGlobal && kernel.mayAlias() && kernel.object(other).isGlobal())
        return true;
      const bool isAnyTime = isGlobal && !asksAboutBlocks;
      return other == Kernel::UnknownObject ||
             (other == object && (isAnyTime || mayComeBehind(access, accesses, kernel)));
    });
    if (object == Kernel::UnknownObject || !isSameForAll(*place.first) || !isOne || isWritten)
      continue;
    for (const Access *access : accesses)
      draws[access->instruction] = {object, amountOf(*access->instruction), isDown};
  }
  addCarried(kernel);
}

/// Phis of draws alone, such as the number that a loop works on, are one of them.
void Counters::addCarried(const Kernel &kernel) {
  for (bool isChanged = !draws.empty(); isChanged;) {
    isChanged = false;
    for (const BasicBlock &block : kernel.function())
      for (const PHINode &phi : block.phis())
        if (const auto common = commonOf(phi); common && draws.try_emplace(&phi, *common).second)
          isChanged = true;
  }
}

std::optional<Draw> Counters::commonOf(const PHINode &phi) const {
  std::optional<Draw> common;
  for (const Value *value : phi.incoming_values()) {
    if (value == &phi)
      continue;
    const std::optional<Draw> draw = drawOf(*value);
    if (!draw || (common && common->object != draw->object))
      return std::nullopt;
    common =
        common ? Draw{draw->object, std::min(common->amount, draw->amount), draw->goesDown} : *draw;
  }
  return common;
}

void Counters::forget(unsigned object) {
  for (auto row = draws.begin(); row != draws.end(); ++row)
    if (row->second.object == object)
      draws.erase(row);
}

} // namespace warpsan::verify
