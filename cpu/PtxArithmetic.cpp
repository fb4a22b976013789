//===- PtxArithmetic.cpp - PTX instructions on registers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/PtxArithmetic.h"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace warpsan::cpu {

using ptx::ScalarType;
using Base = ptx::ScalarType::Base;

Type *irType(LLVMContext &context, const ScalarType &type) {
  Type *element = Type::getIntNTy(context, type.bits);
  if (type.base == Base::BFloat)
    element = Type::getBFloatTy(context);
  if (type.base == Base::Float && type.bits == 16)
    element = Type::getHalfTy(context);
  if (type.base == Base::Float && type.bits == 32)
    element = Type::getFloatTy(context);
  if (type.base == Base::Float && type.bits == 64)
    element = Type::getDoubleTy(context);
  if (type.base == Base::Predicate)
    element = Type::getInt1Ty(context);
  return type.packed > 1 ? FixedVectorType::get(element, type.packed) : element;
}

Value *PtxStatement::read(size_t index, Type *type) const {
  return index < text.operands.size() ? operands.read(text.operands[index], type) : nullptr;
}

bool PtxStatement::write(size_t index, Value *value, bool isSigned) const {
  return value && index < text.operands.size() &&
         operands.write(text.operands[index], value, isSigned);
}

namespace {

//===--- Operations on operands of one type --------------------------------===//

/// What the compute functions below may ask.
struct Form {
  IRBuilder<> &builder;
  const PtxStatement &statement;
  Type *type;
  bool isFloat;
  bool isUnsigned; ///< and untyped bits

  bool has(StringRef modifier) const { return statement.has(modifier); }
  Value *unary(Intrinsic::ID id, Value *v) const { return builder.CreateUnaryIntrinsic(id, v); }
  Value *binary(Intrinsic::ID id, Value *a, Value *b) const {
    return builder.CreateBinaryIntrinsic(id, a, b);
  }
};

using Values = ArrayRef<Value *>;

Value *add(const Form &f, Values v) {
  return f.isFloat ? f.builder.CreateFAdd(v[0], v[1]) : f.builder.CreateAdd(v[0], v[1]);
}
Value *subtract(const Form &f, Values v) {
  return f.isFloat ? f.builder.CreateFSub(v[0], v[1]) : f.builder.CreateSub(v[0], v[1]);
}

/// Full product; the caller takes a half of it, or all (`wide`).
Value *wideProduct(const Form &f, Value *a, Value *b) {
  Type *wide = f.builder.getIntNTy(2 * f.type->getScalarSizeInBits());
  a = f.builder.CreateIntCast(a, wide, !f.isUnsigned);
  b = f.builder.CreateIntCast(b, wide, !f.isUnsigned);
  return f.builder.CreateMul(a, b);
}

Value *multiply(const Form &f, Values v) {
  if (f.isFloat)
    return f.builder.CreateFMul(v[0], v[1]);
  Value *product = wideProduct(f, v[0], v[1]);
  if (f.has("wide"))
    return product;
  if (f.has("hi"))
    product = f.builder.CreateLShr(product, f.type->getScalarSizeInBits());
  return f.builder.CreateTrunc(product, f.type);
}

Value *multiplyAdd(const Form &f, Values v) {
  if (f.isFloat)
    return f.builder.CreateIntrinsic(Intrinsic::fma, {f.type}, {v[0], v[1], v[2]});
  return f.builder.CreateAdd(multiply(f, v.take_front(2)), v[2]);
}

Value *divide(const Form &f, Values v) {
  if (f.isFloat)
    return f.builder.CreateFDiv(v[0], v[1]);
  return f.isUnsigned ? f.builder.CreateUDiv(v[0], v[1]) : f.builder.CreateSDiv(v[0], v[1]);
}
Value *remainder(const Form &f, Values v) {
  return f.isUnsigned ? f.builder.CreateURem(v[0], v[1]) : f.builder.CreateSRem(v[0], v[1]);
}
Value *negate(const Form &f, Values v) {
  return f.isFloat ? f.builder.CreateFNeg(v[0]) : f.builder.CreateNeg(v[0]);
}
Value *absolute(const Form &f, Values v) {
  return f.isFloat ? f.unary(Intrinsic::fabs, v[0])
                   : f.binary(Intrinsic::abs, v[0], f.builder.getFalse());
}

Value *minimum(const Form &f, Values v) {
  if (f.isFloat)
    return f.binary(f.has("NaN") ? Intrinsic::minimum : Intrinsic::minnum, v[0], v[1]);
  return f.binary(f.isUnsigned ? Intrinsic::umin : Intrinsic::smin, v[0], v[1]);
}
Value *maximum(const Form &f, Values v) {
  if (f.isFloat)
    return f.binary(f.has("NaN") ? Intrinsic::maximum : Intrinsic::maxnum, v[0], v[1]);
  return f.binary(f.isUnsigned ? Intrinsic::umax : Intrinsic::smax, v[0], v[1]);
}

Value *bitAnd(const Form &f, Values v) { return f.builder.CreateAnd(v[0], v[1]); }
Value *bitOr(const Form &f, Values v) { return f.builder.CreateOr(v[0], v[1]); }
Value *bitXor(const Form &f, Values v) { return f.builder.CreateXor(v[0], v[1]); }
Value *bitNot(const Form &f, Values v) { return f.builder.CreateNot(v[0]); }
Value *logicalNot(const Form &f, Values v) {
  return f.builder.CreateZExt(f.builder.CreateIsNull(v[0]), f.type);
}
Value *countOnes(const Form &f, Values v) { return f.unary(Intrinsic::ctpop, v[0]); }
Value *reverseBits(const Form &f, Values v) { return f.unary(Intrinsic::bitreverse, v[0]); }
Value *leadingZeros(const Form &f, Values v) {
  return f.binary(Intrinsic::ctlz, v[0], f.builder.getFalse());
}
Value *copySign(const Form &f, Values v) { return f.binary(Intrinsic::copysign, v[1], v[0]); }

Value *reciprocal(const Form &f, Values v) {
  return f.builder.CreateFDiv(ConstantFP::get(f.type, 1), v[0]);
}
Value *squareRoot(const Form &f, Values v) { return f.unary(Intrinsic::sqrt, v[0]); }
Value *reciprocalRoot(const Form &f, Values v) {
  return reciprocal(f, {f.unary(Intrinsic::sqrt, v[0])});
}
Value *sine(const Form &f, Values v) { return f.unary(Intrinsic::sin, v[0]); }
Value *cosine(const Form &f, Values v) { return f.unary(Intrinsic::cos, v[0]); }
Value *log2(const Form &f, Values v) { return f.unary(Intrinsic::log2, v[0]); }
Value *exp2(const Form &f, Values v) { return f.unary(Intrinsic::exp2, v[0]); }
Value *hyperbolicTangent(const Form &f, Values v) { return f.unary(Intrinsic::tanh, v[0]); }

struct Row {
  StringRef opcode;
  unsigned inputs;
  Value *(*compute)(const Form &, Values);
  bool floatOnly = false;
};

constexpr Row Rows[] = {
    {"add", 2, add},
    {"sub", 2, subtract},
    {"mul", 2, multiply},
    {"mad", 3, multiplyAdd},
    {"fma", 3, multiplyAdd},
    {"div", 2, divide},
    {"rem", 2, remainder},
    {"neg", 1, negate},
    {"abs", 1, absolute},
    {"min", 2, minimum},
    {"max", 2, maximum},
    {"and", 2, bitAnd},
    {"or", 2, bitOr},
    {"xor", 2, bitXor},
    {"not", 1, bitNot},
    {"cnot", 1, logicalNot},
    {"popc", 1, countOnes},
    {"brev", 1, reverseBits},
    {"clz", 1, leadingZeros},
    {"copysign", 2, copySign, true},
    {"rcp", 1, reciprocal, true},
    {"sqrt", 1, squareRoot, true},
    {"rsqrt", 1, reciprocalRoot, true},
    {"sin", 1, sine, true},
    {"cos", 1, cosine, true},
    {"lg2", 1, log2, true},
    {"ex2", 1, exp2, true},
    {"tanh", 1, hyperbolicTangent, true},
};

/// Modifiers that change the result and are not modelled.
bool hasUnknownModifier(const PtxStatement &s, bool isFloat) {
  for (StringRef modifier : {"cc", "xorsign"}) // carry chains
    if (s.has(modifier))
      return true;
  for (StringRef modifier : {"rz", "rm", "rp"})
    if (isFloat && s.has(modifier))
      return true;
  return s.has("sat") && !isFloat;
}

/// `.sat` and `.relu` of floating-point results; NaN becomes 0 in both.
Value *clampResult(const Form &f, Value *value) {
  if (!f.isFloat)
    return value;
  if (f.has("sat") || f.has("relu"))
    value = f.binary(Intrinsic::maxnum, value, ConstantFP::get(f.type, 0));
  if (f.has("sat"))
    value = f.binary(Intrinsic::minnum, value, ConstantFP::get(f.type, 1));
  return value;
}

bool isFloat(const ScalarType &type) {
  return type.base == Base::Float || type.base == Base::BFloat;
}
bool isSigned(const ScalarType &type) { return type.base == Base::Signed; }

/// The addend of a wide mad has the width of the product.
Type *inputType(const PtxStatement &s, const Row &row, unsigned input, Type *type) {
  const bool isWideAddend = row.opcode == "mad" && input == 2 && s.has("wide");
  return isWideAddend ? s.builder.getIntNTy(2 * type->getScalarSizeInBits()) : type;
}

bool lowerRow(const PtxStatement &s, const Row &row) {
  if (s.effects.types.empty() || s.operandCount() != row.inputs + 1)
    return false;
  const ScalarType &scalar = s.effects.types.back();
  Type *type = irType(s.builder.getContext(), scalar);
  const Form form{s.builder, s, type, isFloat(scalar), !isSigned(scalar)};
  if (hasUnknownModifier(s, form.isFloat) || (row.floatOnly && !form.isFloat))
    return false;
  SmallVector<Value *, 3> values;
  for (unsigned i = 0; i < row.inputs; ++i) {
    Value *value = s.read(i + 1, inputType(s, row, i, type));
    if (!value)
      return false;
    values.push_back(value);
  }
  return s.write(0, clampResult(form, row.compute(form, values)));
}

//===--- Shifts and bit fields ---------------------------------------------===//

/// PTX clamps the amount: all bits are shifted out; IR leaves it undefined.
bool lowerShift(const PtxStatement &s) {
  Type *type = irType(s.builder.getContext(), s.effects.types.back());
  const unsigned bits = type->getScalarSizeInBits();
  Value *value = s.read(1, type);
  Value *amount = s.read(2, s.builder.getInt32Ty());
  if (!value || !amount)
    return false;
  const bool arithmetic = s.text.opcode == "shr" && isSigned(s.effects.types.back());
  Value *tooFar = s.builder.CreateICmpUGE(amount, s.builder.getInt32(bits));
  Value *last = s.builder.getInt32(bits - 1);
  amount = s.builder.CreateSelect(tooFar, last, amount);
  amount = s.builder.CreateIntCast(amount, type, false);
  Value *shifted = s.text.opcode == "shl" ? s.builder.CreateShl(value, amount)
                   : arithmetic           ? s.builder.CreateAShr(value, amount)
                                          : s.builder.CreateLShr(value, amount);
  if (!arithmetic)
    shifted = s.builder.CreateSelect(tooFar, Constant::getNullValue(type), shifted);
  return s.write(0, shifted);
}

/// shf.{l,r}.{wrap,clamp}.b32 d, low, high, amount.
bool lowerFunnelShift(const PtxStatement &s) {
  IRBuilder<> &b = s.builder;
  Type *wide = b.getInt64Ty();
  Value *low = s.read(1, b.getInt32Ty()), *high = s.read(2, b.getInt32Ty());
  Value *amount = s.read(3, b.getInt32Ty());
  if (!low || !high || !amount)
    return false;
  amount = s.has("wrap") ? b.CreateAnd(amount, 31)
                         : b.CreateBinaryIntrinsic(Intrinsic::umin, amount, b.getInt32(32));
  Value *pair = b.CreateOr(b.CreateShl(b.CreateZExt(high, wide), 32), b.CreateZExt(low, wide));
  amount = b.CreateZExt(amount, wide);
  Value *shifted =
      s.has("l") ? b.CreateLShr(b.CreateShl(pair, amount), 32) : b.CreateLShr(pair, amount);
  return s.write(0, b.CreateTrunc(shifted, b.getInt32Ty()));
}

/// lop3.b32 d, a, b, c, table: bit k of the table is the result for inputs k.
bool lowerLogic3(const PtxStatement &s) {
  IRBuilder<> &b = s.builder;
  Value *in[3];
  for (unsigned i = 0; i < 3; ++i) {
    in[i] = s.read(i + 1, b.getInt32Ty());
    if (!in[i])
      return false;
  }
  auto *table = dyn_cast_or_null<ConstantInt>(s.read(4, b.getInt32Ty()));
  if (!table || s.operandCount() != 5)
    return false;
  Value *result = b.getInt32(0);
  for (unsigned k = 0; k < 8; ++k) {
    if (!(table->getZExtValue() >> k & 1))
      continue;
    Value *term = b.getInt32(~0u);
    for (unsigned i = 0; i < 3; ++i)
      term = b.CreateAnd(term, k & (4 >> i) ? in[i] : b.CreateNot(in[i]));
    result = b.CreateOr(result, term);
  }
  return s.write(0, result);
}

/// Only the default mode; the others are compositions that no header uses.
bool lowerPermute(const PtxStatement &s) {
  Type *word = s.builder.getInt32Ty();
  Value *a = s.read(1, word), *b = s.read(2, word), *selector = s.read(3, word);
  if (!a || !b || !selector || s.text.modifiers.size() != 1)
    return false;
  return s.write(0, s.device.call(s.builder, "nvvm.prmt", word, {a, b, selector}));
}

/// Low mask of `length` bits, all ones from `bits` on.
Value *fieldMask(IRBuilder<> &b, Type *type, Value *length) {
  const unsigned bits = type->getScalarSizeInBits();
  Value *whole = b.CreateICmpUGE(length, b.getInt32(bits));
  Value *amount = b.CreateIntCast(b.CreateSelect(whole, b.getInt32(0), length), type, false);
  Value *mask =
      b.CreateSub(b.CreateShl(ConstantInt::get(type, 1), amount), ConstantInt::get(type, 1));
  return b.CreateSelect(whole, Constant::getAllOnesValue(type), mask);
}

/// Unsigned bfe d, a, position, length, and bfi d, field, base, position, length.
bool lowerBitField(const PtxStatement &s) {
  IRBuilder<> &b = s.builder;
  const bool insert = s.text.opcode == "bfi";
  if (!insert && isSigned(s.effects.types.back()))
    return false;
  Type *type = irType(b.getContext(), s.effects.types.back());
  Value *value = s.read(1, type), *base = insert ? s.read(2, type) : value;
  Value *position = s.read(insert ? 3 : 2, b.getInt32Ty());
  Value *length = s.read(insert ? 4 : 3, b.getInt32Ty());
  if (!value || !base || !position || !length)
    return false;
  position = b.CreateAnd(position, 255);
  Value *outside = b.CreateICmpUGE(position, b.getInt32(type->getScalarSizeInBits()));
  Value *mask = fieldMask(b, type, b.CreateAnd(length, 255));
  mask = b.CreateSelect(outside, Constant::getNullValue(type), mask);
  position = b.CreateIntCast(b.CreateSelect(outside, b.getInt32(0), position), type, false);
  if (!insert)
    return s.write(0, b.CreateAnd(b.CreateLShr(value, position), mask));
  Value *kept = b.CreateAnd(base, b.CreateNot(b.CreateShl(mask, position)));
  return s.write(0, b.CreateOr(kept, b.CreateShl(b.CreateAnd(value, mask), position)));
}

//===--- Comparisons and selections ----------------------------------------===//

struct Comparison {
  StringRef name;
  CmpInst::Predicate forSigned;
  CmpInst::Predicate forUnsigned;
  CmpInst::Predicate forFloat;
};

constexpr auto Invalid = CmpInst::BAD_ICMP_PREDICATE;
constexpr Comparison Comparisons[] = {
    {"eq", CmpInst::ICMP_EQ, CmpInst::ICMP_EQ, CmpInst::FCMP_OEQ},
    {"ne", CmpInst::ICMP_NE, CmpInst::ICMP_NE, CmpInst::FCMP_ONE},
    {"lt", CmpInst::ICMP_SLT, CmpInst::ICMP_ULT, CmpInst::FCMP_OLT},
    {"le", CmpInst::ICMP_SLE, CmpInst::ICMP_ULE, CmpInst::FCMP_OLE},
    {"gt", CmpInst::ICMP_SGT, CmpInst::ICMP_UGT, CmpInst::FCMP_OGT},
    {"ge", CmpInst::ICMP_SGE, CmpInst::ICMP_UGE, CmpInst::FCMP_OGE},
    {"lo", Invalid, CmpInst::ICMP_ULT, Invalid},
    {"ls", Invalid, CmpInst::ICMP_ULE, Invalid},
    {"hi", Invalid, CmpInst::ICMP_UGT, Invalid},
    {"hs", Invalid, CmpInst::ICMP_UGE, Invalid},
    {"equ", Invalid, Invalid, CmpInst::FCMP_UEQ},
    {"neu", Invalid, Invalid, CmpInst::FCMP_UNE},
    {"ltu", Invalid, Invalid, CmpInst::FCMP_ULT},
    {"leu", Invalid, Invalid, CmpInst::FCMP_ULE},
    {"gtu", Invalid, Invalid, CmpInst::FCMP_UGT},
    {"geu", Invalid, Invalid, CmpInst::FCMP_UGE},
    {"num", Invalid, Invalid, CmpInst::FCMP_ORD},
    {"nan", Invalid, Invalid, CmpInst::FCMP_UNO},
};

CmpInst::Predicate predicateOf(const PtxStatement &s, const ScalarType &type) {
  for (const Comparison &row : Comparisons)
    if (s.has(row.name))
      return isFloat(type) ? row.forFloat : isSigned(type) ? row.forSigned : row.forUnsigned;
  return Invalid;
}

/// setp.cmp{.bool}.type p{|q}, a, b{, c}: p = (a cmp b) bool c.
Value *combine(const PtxStatement &s, Value *compared, Value *other) {
  if (s.has("and"))
    return s.builder.CreateAnd(compared, other);
  if (s.has("or"))
    return s.builder.CreateOr(compared, other);
  return s.builder.CreateXor(compared, other);
}

Value *compare(const PtxStatement &s) {
  const ScalarType &type = s.effects.types.back();
  const CmpInst::Predicate predicate = predicateOf(s, type);
  Type *ir = irType(s.builder.getContext(), type);
  Value *a = s.read(1, ir), *b = s.read(2, ir);
  return a && b && predicate != Invalid ? s.builder.CreateCmp(predicate, a, b) : nullptr;
}

bool lowerSetPredicate(const PtxStatement &s) {
  Value *compared = compare(s);
  if (!compared || compared->getType()->isVectorTy())
    return false;
  Value *inverse = s.builder.CreateNot(compared);
  if (s.operandCount() == 4) {
    Value *other = s.read(3, s.builder.getInt1Ty());
    if (!other)
      return false;
    compared = combine(s, compared, other);
    inverse = combine(s, inverse, other);
  }
  const ptx::Operand &result = s.text.operands[0];
  if (!result.is(ptx::Operand::Kind::Pair))
    return s.write(0, compared);
  return s.operands.write(result.parts[0], compared) && s.operands.write(result.parts[1], inverse);
}

/// set.cmp.<dtype>.<stype>: 1.0 for floating-point results, all ones for
/// integers; elementwise on packed operands.
bool lowerSet(const PtxStatement &s) {
  if (s.effects.types.size() != 2 || s.operandCount() != 3)
    return false;
  Value *compared = compare(s);
  if (!compared)
    return false;
  const ScalarType &type = s.effects.types.front();
  if (isFloat(type)) {
    Type *ir = irType(s.builder.getContext(), type);
    if (ir->isVectorTy() != compared->getType()->isVectorTy())
      return false;
    return s.write(0, s.builder.CreateUIToFP(compared, ir));
  }
  Type *lanes = s.builder.getIntNTy(type.bits);
  if (auto *vector = dyn_cast<VectorType>(compared->getType()))
    lanes = VectorType::get(s.builder.getIntNTy(type.bits / 2), vector->getElementCount());
  return s.write(0, s.builder.CreateSExt(compared, lanes));
}

bool lowerSelect(const PtxStatement &s) {
  Type *type = irType(s.builder.getContext(), s.effects.types.back());
  Value *a = s.read(1, type), *b = s.read(2, type);
  Value *condition = s.read(3, s.builder.getInt1Ty());
  return a && b && condition && s.write(0, s.builder.CreateSelect(condition, a, b));
}

//===--- Moves and conversions ---------------------------------------------===//

bool lowerMove(const PtxStatement &s) {
  return s.write(0, s.read(1, irType(s.builder.getContext(), s.effects.types.back())));
}

/// Generic and window addresses are the same number on the CPU.
bool lowerAddressConversion(const PtxStatement &s) {
  return s.write(0, s.read(1, s.builder.getInt64Ty()));
}

bool lowerAddressTest(const PtxStatement &s) {
  Value *pointer = s.read(1, s.builder.getPtrTy());
  for (StringRef space : {"global", "shared", "shared::cluster", "local", "const"})
    if (pointer && s.has(space)) {
      std::string name = ("nvvm.isspacep." + space).str();
      if (space == "shared::cluster" || space == "shared::cta")
        name = "nvvm.isspacep.shared";
      return s.write(0, s.device.call(s.builder, name, s.builder.getInt1Ty(), {pointer}));
    }
  return false;
}

/// Rounding to an integral value in floating point.
Value *roundToIntegral(const PtxStatement &s, Value *value) {
  const std::pair<StringRef, Intrinsic::ID> roundings[] = {{"rni", Intrinsic::rint},
                                                           {"rzi", Intrinsic::trunc},
                                                           {"rmi", Intrinsic::floor},
                                                           {"rpi", Intrinsic::ceil}};
  for (const auto &[name, id] : roundings)
    if (s.has(name))
      return s.builder.CreateUnaryIntrinsic(id, value);
  return value;
}

Value *floatToFloat(const PtxStatement &s, Value *value, Type *to) {
  value = roundToIntegral(s, value);
  const bool narrows = to->getScalarSizeInBits() < value->getType()->getScalarSizeInBits();
  if (narrows && (s.has("rz") || s.has("rm") || s.has("rp")))
    return nullptr;
  if (to->getScalarSizeInBits() == value->getType()->getScalarSizeInBits() &&
      to != value->getType()) // half and bfloat
    value = s.builder.CreateFPExt(value, s.builder.getFloatTy());
  value = s.builder.CreateFPCast(value, to);
  const Form form{s.builder, s, to, true, false};
  return clampResult(form, value);
}

Value *floatToInteger(const PtxStatement &s, Value *value, Type *to, bool toSigned) {
  value = roundToIntegral(s, value);
  const auto id = toSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  return s.builder.CreateIntrinsic(id, {to, value->getType()}, {value});
}

Value *integerToFloat(const PtxStatement &s, Value *value, Type *to, bool fromSigned) {
  if (s.has("rz") || s.has("rm") || s.has("rp"))
    return nullptr;
  return fromSigned ? s.builder.CreateSIToFP(value, to) : s.builder.CreateUIToFP(value, to);
}

/// cvt.<round>.<x2>.f32 d, high, low.
bool lowerPack(const PtxStatement &s, const ScalarType &to, Type *from) {
  Value *high = s.read(1, from), *low = s.read(2, from);
  if (!high || !low)
    return false;
  auto *vector = cast<FixedVectorType>(irType(s.builder.getContext(), to));
  Value *lowHalf = floatToFloat(s, low, vector->getElementType());
  Value *highHalf = floatToFloat(s, high, vector->getElementType());
  if (!lowHalf || !highHalf)
    return false;
  Value *packed = s.builder.CreateInsertElement(PoisonValue::get(vector), lowHalf, uint64_t(0));
  return s.write(0, s.builder.CreateInsertElement(packed, highHalf, uint64_t(1)));
}

bool lowerConversion(const PtxStatement &s) {
  if (s.effects.types.size() != 2)
    return false;
  const ScalarType &to = s.effects.types[0], &from = s.effects.types[1];
  Type *toType = irType(s.builder.getContext(), to);
  Type *fromType = irType(s.builder.getContext(), from);
  if (to.packed > 1)
    return from.packed == 1 && isFloat(from) && isFloat(to) && lowerPack(s, to, fromType);
  Value *value = s.read(1, fromType);
  if (!value || s.operandCount() != 2 || from.packed > 1)
    return false;
  if (isFloat(from) && isFloat(to))
    value = floatToFloat(s, value, toType);
  else if (isFloat(from))
    value = floatToInteger(s, value, toType, isSigned(to));
  else if (isFloat(to))
    value = integerToFloat(s, value, toType, isSigned(from));
  else if (s.has("sat"))
    return false;
  else
    value = s.builder.CreateIntCast(value, toType, isSigned(from));
  return s.write(0, value, isSigned(to));
}

//===--- Table -------------------------------------------------------------===//

struct SpecialRow {
  StringRef opcode;
  bool (*lower)(const PtxStatement &);
  bool needsType = true;
};

constexpr SpecialRow SpecialRows[] = {
    {"mov", lowerMove},
    {"cvta", lowerAddressConversion, false},
    {"mapa", lowerAddressConversion, false},
    {"isspacep", lowerAddressTest, false},
    {"cvt", lowerConversion},
    {"setp", lowerSetPredicate},
    {"set", lowerSet},
    {"selp", lowerSelect},
    {"shl", lowerShift},
    {"shr", lowerShift},
    {"shf", lowerFunnelShift, false},
    {"lop3", lowerLogic3, false},
    {"prmt", lowerPermute, false},
    {"bfe", lowerBitField},
    {"bfi", lowerBitField},
};

} // namespace

bool lowerArithmetic(const PtxStatement &statement) {
  for (const SpecialRow &row : SpecialRows)
    if (row.opcode == statement.text.opcode)
      return (!row.needsType || !statement.effects.types.empty()) && row.lower(statement);
  for (const Row &row : Rows)
    if (row.opcode == statement.text.opcode)
      return lowerRow(statement, row);
  return false;
}

} // namespace warpsan::cpu
