//===- LaneStride.cpp - How far apart lanes of a warp are ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LaneStride.h"
#include "analysis/LaunchRegisters.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace warpsan {
namespace {

using Stride = std::optional<int64_t>;

constexpr unsigned WarpSize = 32;
/// Expressions may share operands: a walk to the ends could take for ever.
constexpr unsigned MaxDepth = 10;

Stride strideOf(const SCEV &value, unsigned depth);

Stride sumOf(ArrayRef<const SCEV *> values, unsigned depth) {
  int64_t sum = 0;
  for (const SCEV *value : values) {
    const Stride stride = strideOf(*value, depth);
    if (!stride || AddOverflow(sum, *stride, sum))
      return std::nullopt;
  }
  return sum;
}

bool areUniform(ArrayRef<const SCEV *> values, unsigned depth) {
  return all_of(values, [&](const SCEV *value) { return strideOf(*value, depth) == 0; });
}

/// A constant comes first.
Stride ofProduct(const SCEVMulExpr &product, unsigned depth) {
  auto *factor = dyn_cast<SCEVConstant>(product.getOperand(0));
  if (!factor || product.getNumOperands() != 2 || factor->getAPInt().getSignificantBits() > 64)
    return areUniform(product.operands(), depth) ? Stride(0) : std::nullopt;
  const Stride other = strideOf(*product.getOperand(1), depth);
  int64_t stride = 0;
  if (!other || MulOverflow(*other, factor->getAPInt().getSExtValue(), stride))
    return std::nullopt;
  return stride;
}

/// The number of the warp is the same for its lanes.
Stride ofQuotient(const SCEVUDivExpr &quotient, unsigned depth) {
  auto *divisor = dyn_cast<SCEVConstant>(quotient.getRHS());
  const bool isOfWarp = divisor && divisor->getAPInt().urem(WarpSize) == 0;
  return isOfWarp || areUniform(quotient.operands(), depth) ? Stride(0) : std::nullopt;
}

Stride strideOf(const SCEV &value, unsigned depth) {
  if (auto *unknown = dyn_cast<SCEVUnknown>(&value))
    return launchRegister(*unknown->getValue()) == abi::LaunchRegister::ThreadX ? 1 : 0;
  if (++depth > MaxDepth)
    return std::nullopt;
  if (isa<SCEVCastExpr, SCEVAddExpr>(value))
    return sumOf(value.operands(), depth);
  if (auto *product = dyn_cast<SCEVMulExpr>(&value))
    return ofProduct(*product, depth);
  if (auto *quotient = dyn_cast<SCEVUDivExpr>(&value))
    return ofQuotient(*quotient, depth);
  const ArrayRef<const SCEV *> operands = value.operands();
  if (isa<SCEVAddRecExpr>(value) && areUniform(operands.drop_front(), depth))
    return strideOf(*operands.front(), depth);
  return areUniform(operands, depth) ? Stride(0) : std::nullopt;
}

} // namespace

std::optional<int64_t> laneStride(const SCEV &value) { return strideOf(value, 0); }

bool isSameForLanes(const SCEV &value) {
  const auto isFromElsewhere = [](const SCEV *part) {
    auto *unknown = dyn_cast<SCEVUnknown>(part);
    return unknown && isa<Instruction>(unknown->getValue()) &&
           !launchRegister(*unknown->getValue());
  };
  return laneStride(value) == 0 && !SCEVExprContains(&value, isFromElsewhere);
}

} // namespace warpsan
