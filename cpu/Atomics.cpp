//===- Atomics.cpp - Atomic operations by their PTX name -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/Atomics.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

/// One OS thread runs everything: the order only keeps the compiler from
/// moving other accesses, like the instruction does on a GPU.
constexpr auto Order = AtomicOrdering::SequentiallyConsistent;

using Op = AtomicRMWInst::BinOp;

struct Row {
  StringRef name;
  Op forSigned;
  Op forUnsigned;
  Op forFloat;
};

constexpr Row Rows[] = {
    {"add", Op::Add, Op::Add, Op::FAdd},
    {"sub", Op::Sub, Op::Sub, Op::FSub},
    {"exch", Op::Xchg, Op::Xchg, Op::Xchg},
    {"and", Op::And, Op::And, Op::And},
    {"or", Op::Or, Op::Or, Op::Or},
    {"xor", Op::Xor, Op::Xor, Op::Xor},
    {"min", Op::Min, Op::UMin, Op::FMin},
    {"max", Op::Max, Op::UMax, Op::FMax},
    {"inc", Op::UIncWrap, Op::UIncWrap, Op::UIncWrap},
    {"dec", Op::UDecWrap, Op::UDecWrap, Op::UDecWrap},
};

Op select(const Row &row, NumberClass numbers) {
  switch (numbers) {
  case NumberClass::Signed:
    return row.forSigned;
  case NumberClass::Unsigned:
    return row.forUnsigned;
  case NumberClass::Float:
    return row.forFloat;
  }
  llvm_unreachable("all classes handled");
}

} // namespace

Value *emitAtomic(IRBuilderBase &builder, StringRef operation, NumberClass numbers, Value *address,
                  ArrayRef<Value *> operands) {
  if (operation == "cas" && operands.size() == 2) {
    Value *pair =
        builder.CreateAtomicCmpXchg(address, operands[0], operands[1], MaybeAlign(), Order, Order);
    return builder.CreateExtractValue(pair, 0);
  }
  for (const Row &row : Rows)
    if (row.name == operation && operands.size() == 1)
      return builder.CreateAtomicRMW(select(row, numbers), address, operands[0], MaybeAlign(),
                                     Order);
  return nullptr;
}

} // namespace warpsan::cpu
