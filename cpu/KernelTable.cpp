//===- KernelTable.cpp - Table of kernels and variables --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/KernelTable.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

constexpr unsigned GlobalAddressSpace = 1;
constexpr unsigned ConstantAddressSpace = 4;

class TableBuilder {
public:
  explicit TableBuilder(Module &target)
      : module(target), builder(target.getContext()),
        rowType(StructType::get(builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty(),
                                builder.getInt32Ty(), builder.getInt32Ty(), builder.getPtrTy())) {}

  void addKernel(Function &kernel, uint64_t sharedBytes) {
    shareRecord(kernel);
    addRow(kernel.getName(), emitEntry(kernel), 0, true, sharedBytes, nullptr);
  }

  void addVariable(GlobalVariable &variable, StringRef name) {
    addRow(name, ConstantExpr::getAddrSpaceCast(&variable, builder.getPtrTy()),
           module.getDataLayout().getTypeAllocSize(variable.getValueType()), false, 0,
           initialContents(variable));
  }

  void emit() {
    rows.push_back(Constant::getNullValue(rowType));
    auto *type = ArrayType::get(rowType, rows.size());
    new GlobalVariable(module, type, true, GlobalValue::ExternalLinkage,
                       ConstantArray::get(type, rows), KernelTableName);
  }

private:
  /// For cudaDeviceReset.
  Constant *initialContents(GlobalVariable &variable) {
    Constant *initial = variable.getInitializer();
    if (initial->isNullValue() || isa<UndefValue>(initial))
      return nullptr;
    return new GlobalVariable(module, initial->getType(), true, GlobalValue::PrivateLinkage,
                              initial, "warpsan.initial");
  }

  void addRow(StringRef name, Constant *address, uint64_t bytes, bool isKernel,
              uint64_t sharedBytes, Constant *initial) {
    auto *text = ConstantDataArray::getString(module.getContext(), name);
    auto *nameVariable = new GlobalVariable(module, text->getType(), true,
                                            GlobalValue::PrivateLinkage, text, "warpsan.name");
    rows.push_back(ConstantStruct::get(
        rowType, {nameVariable, address, builder.getInt64(bytes), builder.getInt32(isKernel),
                  builder.getInt32(static_cast<uint32_t>(sharedBytes)),
                  initial ? initial : Constant::getNullValue(builder.getPtrTy())}));
  }

  /// All threads read the launch's own record: a copy would cost each of them
  /// more than a check.
  static void shareRecord(Function &kernel) {
    for (Argument &parameter : kernel.args()) {
      if (!parameter.hasAttribute(RecordAttribute))
        continue;
      parameter.removeAttr(Attribute::ByVal);
      parameter.addAttr(Attribute::NoAlias);
      parameter.addAttr(Attribute::ReadOnly);
    }
  }

  /// Parameters as cudaLaunchKernel passes them: pointers to the values. A
  /// byval parameter is such a pointer already; the call makes the copy.
  Function *emitEntry(Function &kernel) {
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    auto *entry = Function::Create(type, GlobalValue::InternalLinkage,
                                   "warpsan.entry." + kernel.getName(), module);
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", entry));
    SmallVector<Value *> arguments;
    for (Argument &parameter : kernel.args()) {
      Value *slot =
          builder.CreateConstGEP1_32(builder.getPtrTy(), entry->getArg(0), parameter.getArgNo());
      Value *pointer = builder.CreateLoad(builder.getPtrTy(), slot);
      const bool isPointer = parameter.hasByValAttr() || parameter.hasAttribute(RecordAttribute);
      arguments.push_back(isPointer ? pointer : builder.CreateLoad(parameter.getType(), pointer));
    }
    CallInst *call = builder.CreateCall(&kernel, arguments);
    for (Argument &parameter : kernel.args())
      if (parameter.hasByValAttr())
        copyByVal(parameter, *call);
    builder.CreateRetVoid();
    return entry;
  }

  void copyByVal(Argument &parameter, CallInst &call) {
    LLVMContext &context = module.getContext();
    const unsigned index = parameter.getArgNo();
    call.addParamAttr(index, Attribute::getWithByValType(context, parameter.getParamByValType()));
    call.addParamAttr(index,
                      Attribute::getWithAlignment(context, parameter.getParamAlign().valueOrOne()));
  }

  Module &module;
  IRBuilder<> builder;
  StructType *rowType;
  SmallVector<Constant *> rows;
};

bool isDeviceVariable(const GlobalVariable &variable) {
  const unsigned space = variable.getAddressSpace();
  return (space == GlobalAddressSpace || space == ConstantAddressSpace) &&
         !variable.isDeclaration();
}

} // namespace

void emitKernelTable(DeviceModule &device, const SharedSizes &kernels) {
  TableBuilder builder(device.module);
  for (GlobalVariable &variable : device.module.globals()) {
    if (!isDeviceVariable(variable))
      continue;
    // The host writes __constant__ variables too.
    variable.setExternallyInitialized(false);
    // Nobody asks for a local one by name, and files may have the same.
    const bool isLocal = variable.hasLocalLinkage();
    if (isLocal && variable.isConstant())
      continue;
    variable.setConstant(false);
    builder.addVariable(variable, isLocal ? "" : variable.getName());
  }
  for (const auto &[kernel, sharedBytes] : kernels)
    builder.addKernel(*kernel, sharedBytes);
  builder.emit();
}

} // namespace warpsan::cpu
