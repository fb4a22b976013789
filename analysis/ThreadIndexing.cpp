//===- ThreadIndexing.cpp - Addresses that follow the thread index ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ThreadIndexing.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpsan {
namespace {

/// offset + stride * threadIdx.x
struct Linear {
  int64_t offset = 0;
  int64_t stride = 0;

  int64_t atLast() const { return offset + stride * (MaxThreads - 1); }
  /// Same value in signed and unsigned arithmetic of `bits` bits for every
  /// thread, and far from overflow in ours.
  bool fits(unsigned bits) const {
    const int64_t limit = int64_t(1) << std::min(bits - 1, 40u);
    return stride >= 0 && stride < limit / MaxThreads && offset >= 0 && atLast() < limit;
  }

  static constexpr int64_t MaxThreads = 1024; ///< of a block, in any dimension
};

std::optional<Linear> linear(const Value *value, unsigned depth = 0);

std::optional<Linear> checked(Linear result, const Value *value) {
  if (!result.fits(value->getType()->getScalarSizeInBits()))
    return std::nullopt;
  return result;
}

std::optional<Linear> linearBinary(const Value *value, unsigned depth) {
  const Value *left, *right;
  const APInt *constant;
  if (match(value, m_Add(m_Value(left), m_Value(right)))) {
    auto a = linear(left, depth + 1), b = linear(right, depth + 1);
    if (a && b)
      return checked({a->offset + b->offset, a->stride + b->stride}, value);
  } else if (match(value, m_Mul(m_Value(left), m_APInt(constant))) &&
             constant->getActiveBits() < 32) {
    const int64_t factor = constant->getZExtValue();
    if (auto a = linear(left, depth + 1))
      return checked({a->offset * factor, a->stride * factor}, value);
  } else if (match(value, m_Shl(m_Value(left), m_APInt(constant))) && constant->ult(20)) {
    const int64_t factor = int64_t(1) << constant->getZExtValue();
    if (auto a = linear(left, depth + 1))
      return checked({a->offset * factor, a->stride * factor}, value);
  }
  return std::nullopt;
}

std::optional<Linear> linear(const Value *value, unsigned depth) {
  constexpr unsigned MaxDepth = 8;
  if (depth > MaxDepth || !value->getType()->isIntegerTy())
    return std::nullopt;
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    if (constant->getValue().getActiveBits() > 31)
      return std::nullopt;
    return Linear{int64_t(constant->getZExtValue()), 0};
  }
  if (auto *call = dyn_cast<IntrinsicInst>(value);
      call && call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x)
    return Linear{0, 1};
  const Value *inner;
  if (match(value, m_ZExtOrSExt(m_Value(inner))))
    return linear(inner, depth + 1);
  return linearBinary(value, depth);
}

/// Adds the steps of one getelementptr.
bool addSteps(const GEPOperator &gep, const DataLayout &layout, Linear &sum) {
  SmallMapVector<Value *, APInt, 4> variable;
  APInt constant(64, 0);
  if (!gep.collectOffset(layout, 64, variable, constant))
    return false;
  sum.offset += constant.getSExtValue();
  for (auto &[index, scale] : variable) {
    auto step = linear(index);
    if (!step || !scale.ult(1u << 20))
      return false;
    sum.offset += step->offset * scale.getSExtValue();
    sum.stride += step->stride * scale.getSExtValue();
  }
  return true;
}

} // namespace

std::optional<int64_t> ThreadAddress::element(uint64_t size) const {
  if (stride <= 0 || offset < 0)
    return std::nullopt;
  const int64_t first = offset / stride, last = (offset + int64_t(size) - 1) / stride;
  return first == last ? std::optional<int64_t>(first) : std::nullopt;
}

std::optional<ThreadAddress> threadAddress(const Value *pointer, const DataLayout &layout) {
  Linear sum;
  for (;;) {
    if (auto *variable = dyn_cast<GlobalVariable>(pointer))
      return ThreadAddress{variable, sum.offset, sum.stride};
    if (auto *gep = dyn_cast<GEPOperator>(pointer)) {
      if (!addSteps(*gep, layout, sum))
        return std::nullopt;
      pointer = gep->getPointerOperand();
    } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(pointer)) {
      pointer = cast->getPointerOperand();
    } else {
      return std::nullopt;
    }
  }
}

} // namespace warpsan
