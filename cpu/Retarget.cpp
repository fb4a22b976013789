//===- Retarget.cpp - Device code for the CPU ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/Retarget.h"

#include "cpu/DeviceModule.h"
#include "cpu/Intrinsics.h"
#include "cpu/KernelTable.h"
#include "cpu/PtxLowering.h"
#include "cpu/RelocatableCode.h"
#include "cpu/RuntimeAtomics.h"
#include "cpu/SharedMemory.h"
#include "cpu/SpinLoops.h"
#include "cpu/YieldPoints.h"
#include "cpu/module_table.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

//===--- Properties of NVPTX that do not hold on the CPU -------------------===//

bool isPlainIntrinsic(const Function &function) {
  return function.isIntrinsic() && !function.getName().starts_with("llvm.nvvm.");
}

/// Reading a special register becomes a read of memory, and threads are
/// switched inside calls, so promises about effects are void.
AttributeMask brokenPromises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::WillReturn, Attribute::NoFree,
        Attribute::Speculatable, Attribute::Convergent, Attribute::NoRecurse})
    mask.addAttribute(kind);
  for (StringRef name : {"target-cpu", "target-features", "frame-pointer", "tune-cpu"})
    mask.addAttribute(name);
  return mask;
}

void clearCall(CallBase &call, const AttributeMask &mask) {
  const Function *callee = call.getCalledFunction();
  if (callee && isPlainIntrinsic(*callee))
    return;
  call.setCallingConv(CallingConv::C);
  call.removeFnAttrs(mask);
}

void clearFunctions(Module &module) {
  const AttributeMask mask = brokenPromises();
  for (Function &function : module) {
    if (isPlainIntrinsic(function))
      continue;
    function.removeFnAttrs(mask);
    function.setCallingConv(CallingConv::C);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        clearCall(*call, mask);
  }
}

/// They stay functions of their own, under their entries: debuggers know them.
SmallVector<Function *> takeKernels(Module &module) {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration()) {
      function.addFnAttr(Attribute::NoInline);
      kernels.push_back(&function);
    }
  return kernels;
}

/// At -O0 the address of these is taken, never their value.
void defineBuiltinVariables(Module &module) {
  for (StringRef name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}) {
    GlobalVariable *variable = module.getNamedGlobal(name);
    if (!variable || !variable->isDeclaration())
      continue;
    variable->setInitializer(Constant::getNullValue(variable->getValueType()));
    variable->setLinkage(GlobalValue::InternalLinkage);
  }
}

/// The host decides about everything but debug information.
void keepDebugFlagsOnly(Module &module) {
  NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (!flags)
    return;
  SmallVector<MDNode *> kept;
  for (MDNode *flag : flags->operands())
    if (cast<MDString>(flag->getOperand(1))->getString() == "Debug Info Version")
      kept.push_back(flag);
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
}

/// Optimised device code has debug information for ptxas alone, which would
/// leave the lines of kernels out of the object file.
void keepLineTables(Module &module) {
  for (const DICompileUnit *unit : module.debug_compile_units())
    if (unit->getEmissionKind() == DICompileUnit::DebugDirectivesOnly) {
      stripNonLineTableDebugInfo(module);
      return;
    }
}

void dropDeviceMetadata(Module &module) {
  for (StringRef name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getGlobalVariable(name))
      list->eraseFromParent();
  for (StringRef name : {"nvvm.annotations", "nvvmir.version", "llvm.ident"})
    if (NamedMDNode *metadata = module.getNamedMetadata(name))
      metadata->eraseFromParent();
  keepDebugFlagsOnly(module);
  keepLineTables(module);
}

//===--- Names -------------------------------------------------------------===//

/// A weak definition in the device code is a default that the library of the
/// target may override.
void dropOverridden(DeviceModule &device) {
  for (Function &function : device.module)
    if (function.isInterposable() && device.library.find(function.getName()))
      function.deleteBody();
}

/// Host and device versions of a function or variable have the same name.
void internalize(GlobalValue &value) {
  if (auto *object = dyn_cast<GlobalObject>(&value))
    object->setComdat(nullptr);
  value.setLinkage(GlobalValue::InternalLinkage);
  value.setVisibility(GlobalValue::DefaultVisibility);
}

void setLinkage(DeviceModule &device, ArrayRef<Function *> kernels) {
  for (GlobalValue &value : device.module.global_values()) {
    if (value.getName() == KernelTableName || value.getName().starts_with("llvm."))
      continue;
    if (device.isRelocatable() && isShared(device, value) && !is_contained(kernels, &value))
      share(value);
    else if (!value.isDeclaration())
      internalize(value);
  }
}

void eraseUnusedDeclarations(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
}

//===--- Calls -------------------------------------------------------------===//

/// Placed by the instrumentation, at accesses (-warpsan-yield).
constexpr StringLiteral YieldName = "__warpsan_cpu_yield";

void noteYield(DeviceModule &device, CallInst &call) {
  IRBuilder<> builder(&call);
  device.notePosition(builder, call);
}

void lowerCall(DeviceModule &device, CallInst &call) {
  if (auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
    if (!assembly->getAsmString().empty()) // empty: a barrier for the compiler
      lowerInlineAsm(device, call);
    return;
  }
  Function *callee = call.getCalledFunction();
  if (!callee)
    return;
  if (callee->isIntrinsic())
    lowerIntrinsic(device, call);
  else if (callee->getName() == YieldName)
    noteYield(device, call);
  else if (callee->isDeclaration() && !device.library.find(callee->getName()) &&
           !(device.isRelocatable() && isShared(device, *callee)))
    device.reject(call, "call of " + callee->getName() + ", which has no body");
}

void lowerCalls(DeviceModule &device) {
  SmallVector<CallInst *> calls;
  for (Function &function : device.module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
  for (CallInst *call : calls)
    lowerCall(device, *call);
}

//===--- Host side ---------------------------------------------------------===//

void require(bool condition, const Twine &message) {
  if (!condition)
    report_fatal_error("WarpSan: " + message, false);
}

/// The initializer of a fat binary wrapper and the bytes it points to.
struct Fatbin {
  GlobalVariable *wrapper = nullptr;
  GlobalVariable *contents = nullptr;
  StringRef bytes;
};

bool findBitcode(GlobalVariable &wrapper, Fatbin &found) {
  if (!wrapper.getName().starts_with("__cuda_fatbin_wrapper") || !wrapper.hasInitializer())
    return false;
  auto *fields = dyn_cast<ConstantStruct>(wrapper.getInitializer());
  if (!fields || fields->getNumOperands() != 4)
    return false;
  auto *contents = dyn_cast<GlobalVariable>(fields->getOperand(2)->stripPointerCasts());
  if (!contents || !contents->hasInitializer())
    return false;
  auto *data = dyn_cast<ConstantDataSequential>(contents->getInitializer());
  if (!data || !isDeviceBitcode(data->getRawDataValues()))
    return false;
  found = {&wrapper, contents, data->getRawDataValues()};
  return true;
}

void setTable(const Fatbin &fatbin, GlobalVariable &table) {
  auto *fields = cast<ConstantStruct>(fatbin.wrapper->getInitializer());
  auto *magic = ConstantInt::get(fields->getOperand(0)->getType(), ModuleTableMagic);
  fatbin.wrapper->setInitializer(ConstantStruct::get(
      fields->getType(), {magic, fields->getOperand(1), &table, fields->getOperand(3)}));
  fatbin.contents->removeDeadConstantUsers();
  if (fatbin.contents->use_empty())
    fatbin.contents->eraseFromParent();
}

GlobalVariable &linkDeviceCode(Module &host, StringRef bytes, Linking linking) {
  const auto copy = MemoryBuffer::getMemBufferCopy(bytes); // parsing needs its end
  Expected<std::unique_ptr<Module>> device = parseBitcodeFile(*copy, host.getContext());
  require(static_cast<bool>(device),
          "cannot read the embedded device code: " + (device ? "" : toString(device.takeError())));
  retarget(**device, host.getTargetTriple(), host.getDataLayoutStr(), linking);
  require(!Linker::linkModules(host, std::move(*device)), "cannot link the device code");
  GlobalVariable *table = host.getNamedGlobal(KernelTableName);
  table->setLinkage(GlobalValue::InternalLinkage);
  return *table;
}

} // namespace

bool emitDeviceBitcode(Module &device, raw_pwrite_stream &output) {
  device.getOrInsertFunction(CpuMarker, Type::getVoidTy(device.getContext()));
  WriteBitcodeToFile(device, output);
  return true;
}

void retarget(Module &module, const Triple &triple, StringRef dataLayout, Linking linking) {
  module.setTargetTriple(triple);
  module.setDataLayout(dataLayout);
  DeviceModule device(module, linking);
  const SmallVector<Function *> kernels = takeKernels(module);
  dropDeviceMetadata(module);
  defineBuiltinVariables(module);
  dropOverridden(device);
  clearFunctions(module);
  const SharedSizes shared = lowerSharedMemory(device, kernels);
  lowerCalls(device);
  markSpinLoops(device);
  simplifyRuntimeAtomics(module);
  insertYieldPoints(device);
  emitKernelTable(device, shared);
  eraseUnusedDeclarations(module);
  setLinkage(device, kernels);
  device.library.linkInto(module);
  std::string problem;
  raw_string_ostream stream(problem);
  require(!verifyModule(module, &stream), "the retargeted device code is malformed: " + problem);
}

PreservedAnalyses RetargetPass::run(Module &host, ModuleAnalysisManager &) {
  if (host.getTargetTriple().isNVPTX())
    return PreservedAnalyses::all();
  RelocatableCode relocatable(host);
  if (const StringRef bytes = relocatable.bitcode(); !bytes.empty()) {
    relocatable.replace(linkDeviceCode(host, bytes, Linking::Relocatable));
    return PreservedAnalyses::none();
  }
  Fatbin fatbin;
  for (GlobalVariable &variable : host.globals())
    if (findBitcode(variable, fatbin)) {
      setTable(fatbin, linkDeviceCode(host, fatbin.bytes, Linking::Whole));
      return PreservedAnalyses::none();
    }
  return PreservedAnalyses::all();
}

} // namespace warpsan::cpu
