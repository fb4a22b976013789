//===- Digest.cpp - Numbers that tell values apart --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Digest.h"

using namespace llvm;

namespace warpsan {

/// Each step is one to one in the digest and in the value: only two differences can cancel.
static Value *mixNumber(IRBuilder<> &builder, Value *digest, Value *number) {
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15u;
  Value *mixed = builder.CreateMul(builder.CreateXor(digest, number), builder.getInt64(Odd));
  return builder.CreateXor(mixed, builder.CreateLShr(mixed, 29));
}

Value *mixInto(IRBuilder<> &builder, Value *digest, Value *value) {
  Type *type = value->getType();
  if (isa<StructType, ArrayType>(type)) {
    const unsigned count = isa<StructType>(type) ? type->getStructNumElements()
                                                 : unsigned(type->getArrayNumElements());
    for (unsigned i = 0; i < count; ++i)
      digest = mixInto(builder, digest, builder.CreateExtractValue(value, i));
    return digest;
  }
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  if (type->isPtrOrPtrVectorTy())
    value = builder.CreatePtrToInt(value, layout.getIntPtrType(type));
  const unsigned bits = unsigned(layout.getTypeSizeInBits(value->getType()));
  value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  for (unsigned at = 0; at < bits; at += 64)
    digest =
        mixNumber(builder, digest,
                  builder.CreateZExtOrTrunc(builder.CreateLShr(value, at), builder.getInt64Ty()));
  return digest;
}

} // namespace warpsan
