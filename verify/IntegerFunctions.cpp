//===- IntegerFunctions.cpp - Intrinsics of integers as terms --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/IntegerFunctions.h"
#include "verify/Terms.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned ByteBits = 8;

/// The parts of so many bits each, the last one first.
z3::expr reversed(const z3::expr &a, unsigned partBits) {
  z3::expr_vector parts(a.ctx());
  for (unsigned low = 0; low < a.get_sort().bv_size(); low += partBits)
    parts.push_back(a.extract(low + partBits - 1, low));
  return z3::concat(parts);
}

z3::expr bitAt(const z3::expr &a, unsigned number) {
  return z3::zext(a.extract(number, number), a.get_sort().bv_size() - 1);
}

z3::expr ones(const z3::expr &a) {
  z3::expr sum = bitAt(a, 0);
  for (unsigned number = 1; number < a.get_sort().bv_size(); ++number)
    sum = sum + bitAt(a, number);
  return sum;
}

/// Zeros above the highest one.
z3::expr leadingZeros(const z3::expr &a) {
  const unsigned bits = a.get_sort().bv_size();
  z3::expr count = a.ctx().bv_val(bits, bits);
  for (unsigned number = 0; number < bits; ++number)
    count = z3::ite(a.extract(number, number) == a.ctx().bv_val(1, 1),
                    a.ctx().bv_val(bits - 1 - number, bits), count);
  return count;
}

z3::expr funnelShift(const z3::expr &high, const z3::expr &low, const z3::expr &by, bool isLeft) {
  const unsigned bits = high.get_sort().bv_size();
  const z3::expr amount = z3::zext(z3::urem(by, by.ctx().bv_val(bits, bits)), bits);
  const z3::expr joined = z3::concat(high, low);
  return isLeft ? z3::shl(joined, amount).extract(2 * bits - 1, bits)
                : z3::lshr(joined, amount).extract(bits - 1, 0);
}

/// The upper half of the product.
z3::expr highProduct(const z3::expr &a, const z3::expr &b, bool isSigned) {
  const unsigned bits = a.get_sort().bv_size();
  const auto wide = [&](const z3::expr &term) {
    return isSigned ? z3::sext(term, bits) : z3::zext(term, bits);
  };
  return (wide(a) * wide(b)).extract(2 * bits - 1, bits);
}

/// `prmt` in its default mode: each byte is one of the eight, or the sign of one, repeated.
z3::expr permutedBytes(const z3::expr &a, const z3::expr &b, const z3::expr &selector) {
  constexpr unsigned Bytes = 4, SelectorBits = 4;
  z3::context &context = a.ctx();
  const z3::expr both = z3::concat(b, a);
  z3::expr_vector result(context);
  for (unsigned byte = Bytes; byte-- > 0;) {
    const z3::expr chosen = selector.extract(byte * SelectorBits + 2, byte * SelectorBits);
    const unsigned sign = byte * SelectorBits + 3;
    const z3::expr shift =
        z3::zext(z3::concat(chosen, context.bv_val(0, 3)), both.get_sort().bv_size() - 6);
    const z3::expr value = z3::lshr(both, shift).extract(ByteBits - 1, 0);
    const z3::expr repeated = z3::ashr(value, context.bv_val(ByteBits - 1, ByteBits));
    result.push_back(
        z3::ite(selector.extract(sign, sign) == context.bv_val(1, 1), repeated, value));
  }
  return z3::concat(result);
}

} // namespace

std::optional<z3::expr> integerFunction(const IntrinsicInst &call,
                                        function_ref<z3::expr(unsigned)> operand) {
  if (!call.getType()->isIntegerTy() || call.getType()->isIntegerTy(1))
    return std::nullopt;
  switch (call.getIntrinsicID()) {
  case Intrinsic::umin:
    return z3::ite(z3::ult(operand(0), operand(1)), operand(0), operand(1));
  case Intrinsic::umax:
    return z3::ite(z3::ugt(operand(0), operand(1)), operand(0), operand(1));
  case Intrinsic::smin:
    return z3::ite(operand(0) < operand(1), operand(0), operand(1));
  case Intrinsic::smax:
    return z3::ite(operand(0) > operand(1), operand(0), operand(1));
  case Intrinsic::abs:
    return z3::ite(operand(0) < 0, -operand(0), operand(0));
  case Intrinsic::expect:
    return operand(0);
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return funnelShift(operand(0), operand(1), operand(2),
                       call.getIntrinsicID() == Intrinsic::fshl);
  case Intrinsic::bitreverse:
    return reversed(operand(0), 1);
  case Intrinsic::bswap:
    return reversed(operand(0), ByteBits);
  case Intrinsic::ctpop:
    return ones(operand(0));
  case Intrinsic::ctlz:
    return leadingZeros(operand(0));
  case Intrinsic::cttz:
    return leadingZeros(reversed(operand(0), 1));
  case Intrinsic::nvvm_mulhi_i:
  case Intrinsic::nvvm_mulhi_ll:
    return highProduct(operand(0), operand(1), /*isSigned=*/true);
  case Intrinsic::nvvm_mulhi_ui:
  case Intrinsic::nvvm_mulhi_ull:
    return highProduct(operand(0), operand(1), /*isSigned=*/false);
  case Intrinsic::nvvm_prmt:
    return permutedBytes(operand(0), operand(1), operand(2));
  default:
    return std::nullopt;
  }
}

} // namespace warpsan::verify
