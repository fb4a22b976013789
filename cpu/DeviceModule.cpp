//===- DeviceModule.cpp - A device module on its way to the CPU ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/DeviceModule.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

/// Header code is not where the user looks: the innermost frame outside of
/// include folders, or the outermost one.
const DILocation *userLocation(const DILocation *location) {
  while (location->getFilename().contains("/include/") && location->getInlinedAt())
    location = location->getInlinedAt();
  return location;
}

std::string positionOf(const Instruction &instruction) {
  const DILocation *location = instruction.getDebugLoc().get();
  if (!location)
    return (Twine("function ") + instruction.getFunction()->getName()).str();
  location = userLocation(location);
  return (location->getFilename() + ":" + Twine(location->getLine())).str();
}

} // namespace

CallInst *DeviceModule::call(IRBuilderBase &builder, StringRef name, Type *result,
                             ArrayRef<Value *> arguments) {
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type = FunctionType::get(result, types, false);
  return builder.CreateCall(module.getOrInsertFunction(name, type), arguments);
}

Constant *DeviceModule::text(StringRef value) {
  Constant *&constant = texts[value];
  if (!constant) {
    auto *bytes = ConstantDataArray::getString(module.getContext(), value);
    constant = new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage,
                                  bytes, "warpsan.text");
  }
  return constant;
}

void DeviceModule::notePosition(IRBuilderBase &builder, const Instruction &at) {
  call(builder, "__warpsan_cpu_set_position", builder.getVoidTy(), {text(positionOf(at))});
}

CallInst *DeviceModule::callWaiting(IRBuilderBase &builder, const Instruction &at, StringRef name,
                                    Type *result, ArrayRef<Value *> arguments) {
  notePosition(builder, at);
  return call(builder, name, result, arguments);
}

void DeviceModule::reject(Instruction &instruction, const Twine &what) {
  const std::string message = ("not supported by the CPU target: " + what).str();
  const std::string position = positionOf(instruction);
  if (warned.insert(message + position).second)
    module.getContext().diagnose(DiagnosticInfoUnsupported(*instruction.getFunction(), message,
                                                           instruction.getDebugLoc(), DS_Warning));
  IRBuilder<> builder(&instruction);
  call(builder, "__warpsan_cpu_trap", builder.getVoidTy(), {text(message + " at " + position)});
  instruction.replaceAllUsesWith(PoisonValue::get(instruction.getType()));
  instruction.eraseFromParent();
}

} // namespace warpsan::cpu
