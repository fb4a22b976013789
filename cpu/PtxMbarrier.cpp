//===- PtxMbarrier.cpp - mbarrier instructions -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/PtxMbarrier.h"

using namespace llvm;

namespace warpsan::cpu {

using ptx::Action;

namespace {

class MbarrierStatement {
public:
  MbarrierStatement(const PtxStatement &statement, const Instruction &asmCall, Value *address)
      : s(statement), at(asmCall), builder(statement.builder), barrier(address) {}

  bool lower() {
    switch (s.effects.action) {
    case Action::Init:
      return callWithCount("init");
    case Action::Invalidate:
      call("inval", builder.getVoidTy(), {});
      return true;
    case Action::Arrive:
      return lowerArrival("arrive");
    case Action::ArriveDrop:
      return lowerArrival("arrive.drop");
    case Action::ExpectTx:
      return callWithCount("expect.tx");
    case Action::CompleteTx:
      return callWithCount("complete.tx");
    case Action::TestWait:
    case Action::TryWait:
      return lowerWait();
    case Action::CopyArrive: // the copies are done; without .noinc it also adds an arrival
      if (s.has("noinc"))
        call("arrive", builder.getInt64Ty(), {});
      return true;
    default:
      return false;
    }
  }

private:
  CallInst *call(const Twine &name, Type *result, ArrayRef<Value *> inputs) {
    SmallVector<Value *, 2> arguments{barrier};
    arguments.append(inputs.begin(), inputs.end());
    return s.device.call(builder, ("nvvm.mbarrier." + name).str(), result, arguments);
  }

  Value *count() {
    return s.effects.count ? s.read(*s.effects.count, builder.getInt32Ty()) : nullptr;
  }

  bool callWithCount(StringRef name) {
    Value *value = count();
    if (value)
      call(name, builder.getVoidTy(), {value});
    return value != nullptr;
  }

  bool lowerArrival(StringRef name) {
    Value *state = nullptr;
    if (s.has("expect_tx")) {
      if (!callWithCount("expect.tx"))
        return false;
      state = call(name, builder.getInt64Ty(), {});
    } else if (Value *arrivals = count()) {
      state = call(name + ".noComplete", builder.getInt64Ty(), {arrivals});
    } else {
      state = call(name, builder.getInt64Ty(), {});
    }
    return !s.effects.result || s.write(*s.effects.result, state);
  }

  bool lowerWait() {
    const bool parity = s.effects.parity;
    Type *type = parity ? builder.getInt32Ty() : builder.getInt64Ty();
    if (!s.effects.address || !s.effects.result)
      return false;
    Value *expected = s.read(*s.effects.address + 1, type);
    if (!expected)
      return false;
    s.device.notePosition(builder, at);
    return s.write(*s.effects.result,
                   call(parity ? "test.parity" : "test.wait", builder.getInt1Ty(), {expected}));
  }

  const PtxStatement &s;
  const Instruction &at;
  IRBuilder<> &builder;
  Value *barrier;
};

} // namespace

bool lowerMbarrier(const PtxStatement &statement, const Instruction &at) {
  if (!statement.effects.address)
    return false;
  Value *barrier = statement.operands.address(statement.text.operands[*statement.effects.address]);
  return barrier && MbarrierStatement(statement, at, barrier).lower();
}

bool completeTransaction(const PtxStatement &statement, const ptx::Operand &memory, Value *bytes) {
  IRBuilder<> &builder = statement.builder;
  Value *barrier = statement.operands.address(memory);
  if (!barrier)
    return false;
  bytes = builder.CreateTrunc(bytes, builder.getInt32Ty());
  statement.device.call(builder, "nvvm.mbarrier.complete.tx", builder.getVoidTy(),
                        {barrier, bytes});
  return true;
}

} // namespace warpsan::cpu
