//===- Intrinsics.cpp - llvm.nvvm.* on the CPU -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/Intrinsics.h"

#include "cpu/Atomics.h"
#include "cpu/WarpMatrices.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

constexpr StringRef Prefix = "llvm.nvvm.";

void replace(CallInst &call, Value *value) {
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

//===--- Intrinsics with IR of their own -----------------------------------===//

// Each returns false for a form it does not know. `name` has no prefix.

/// atomic.<op>.gen.<i|f>.<scope>.<type>. clang emits it with "i" for unsigned
/// min and max too, and the GPU then compares signed: so does this.
bool lowerAtomic(DeviceModule &, CallInst &call, StringRef name) {
  SmallVector<StringRef, 8> parts;
  name.split(parts, '.');
  if (parts.size() < 4)
    return false;
  IRBuilder<> builder(&call);
  SmallVector<Value *, 3> arguments(call.args());
  const auto numbers = parts[3] == "f" ? NumberClass::Float : NumberClass::Signed;
  Value *old = emitAtomic(builder, parts[1], numbers, arguments[0],
                          ArrayRef<Value *>(arguments).drop_front());
  if (!old)
    return false;
  if (MDNode *runtime = call.getMetadata(RuntimeMetadata))
    if (auto *access = dyn_cast<Instruction>(old->stripPointerCasts()))
      access->setMetadata(RuntimeMetadata, runtime);
  replace(call, old);
  return true;
}

bool lowerUniformLoad(DeviceModule &, CallInst &call, StringRef) {
  IRBuilder<> builder(&call);
  const auto alignment = MaybeAlign(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
  replace(call, builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0), alignment));
  return true;
}

bool dropHint(DeviceModule &, CallInst &call, StringRef) {
  replace(call, nullptr);
  return true;
}

bool passOn(DeviceModule &, CallInst &call, StringRef) {
  IRBuilder<> builder(&call);
  replace(call, builder.CreatePointerBitCastOrAddrSpaceCast(call.getArgOperand(0), call.getType()));
  return true;
}

bool lowerReflect(DeviceModule &, CallInst &call, StringRef) {
  replace(call, ConstantInt::get(call.getType(), 0));
  return true;
}

struct SpecialRow {
  StringRef prefix;
  bool (*lower)(DeviceModule &, CallInst &, StringRef name);
};

constexpr SpecialRow SpecialRows[] = {
    {"atomic.", lowerAtomic},
    {"ldu.global.", lowerUniformLoad},
    {"prefetch", dropHint},
    {"applypriority.", dropHint},
    {"pm.event", dropHint},
    {"setmaxnreg.", dropHint},
    {"wmma.", lowerMatrixIntrinsic},
    {"ldmatrix.", lowerMatrixIntrinsic},
    {"stmatrix.", lowerMatrixIntrinsic},
    {"move.", passOn},
    {"reflect", lowerReflect},
};

const SpecialRow *findSpecial(StringRef name) {
  for (const SpecialRow &row : SpecialRows)
    if (name.starts_with(row.prefix))
      return &row;
  return nullptr;
}

//===--- Intrinsics of the device library ----------------------------------===//

/// Operations in which a thread may have to wait for others.
bool mayWait(StringRef name) {
  return any_of(ArrayRef<StringRef>{"bar", "shfl", "vote", "match", "redux", "activemask", "elect",
                                    "nanosleep", "membar", "fence"},
                [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// The library takes generic pointers.
SmallVector<Value *, 4> genericArguments(IRBuilder<> &builder, CallInst &call) {
  SmallVector<Value *, 4> arguments(call.args());
  for (Value *&argument : arguments)
    if (argument->getType()->isPointerTy())
      argument = builder.CreateAddrSpaceCast(argument, builder.getPtrTy());
  return arguments;
}

/// Result {i32, i1}, which the library stores through its first parameter as
/// C++ lays it out: the i1 is a byte.
Value *callWithResultSlot(DeviceModule &device, CallInst &call, IRBuilder<> &builder,
                          StringRef callee, SmallVectorImpl<Value *> &arguments) {
  auto *type = cast<StructType>(call.getType());
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().begin());
  Value *slot = entry.CreateAlloca(type);
  arguments.insert(arguments.begin(), slot);
  device.call(builder, callee, builder.getVoidTy(), arguments);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Type *element = type->getElementType(i);
    const bool isFlag = element->isIntegerTy(1);
    Value *value = builder.CreateLoad(isFlag ? builder.getInt8Ty() : element,
                                      builder.CreateStructGEP(type, slot, i));
    if (isFlag)
      value = builder.CreateTrunc(value, element);
    result = builder.CreateInsertValue(result, value, i);
  }
  return result;
}

/// The intrinsic and its definition in C++ have to agree; {i32, i1} is stored.
bool hasResultOf(const Function &definition, const CallInst &call) {
  Type *type = call.getType();
  return definition.getReturnType() ==
         (type->isStructTy() ? Type::getVoidTy(call.getContext()) : type);
}

bool callLibrary(DeviceModule &device, CallInst &call, StringRef name) {
  const std::string callee = ("nvvm." + name).str();
  const Function *definition = device.library.find(callee);
  if (!definition || !hasResultOf(*definition, call))
    return false;
  IRBuilder<> builder(&call);
  if (mayWait(name))
    device.notePosition(builder, call);
  SmallVector<Value *, 4> arguments = genericArguments(builder, call);
  if (call.getType()->isStructTy())
    replace(call, callWithResultSlot(device, call, builder, callee, arguments));
  else
    replace(call, device.call(builder, callee, call.getType(), arguments));
  return true;
}

} // namespace

void lowerIntrinsic(DeviceModule &device, CallInst &call) {
  Function *function = call.getCalledFunction();
  if (function->getIntrinsicID() == Intrinsic::trap) {
    IRBuilder<> builder(&call);
    device.notePosition(builder, call);
    device.call(builder, "nvvm.trap", builder.getVoidTy(), {});
    call.eraseFromParent();
    return;
  }
  StringRef name = function->getName();
  if (!name.consume_front(Prefix))
    return;
  const SpecialRow *special = findSpecial(name);
  const bool done = special ? special->lower(device, call, name) : callLibrary(device, call, name);
  if (!done)
    device.reject(call, "intrinsic " + function->getName());
}

} // namespace warpsan::cpu
