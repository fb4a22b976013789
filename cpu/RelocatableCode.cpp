//===- RelocatableCode.cpp - Device code of -fgpu-rdc ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/RelocatableCode.h"

#include "cpu/module_table.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace warpsan::cpu {

namespace {

constexpr char ObjectSection[] = ".llvm.offloading";
constexpr char EntrySection[] = "llvm_offload_entries";
/// A C identifier, so that the linker defines its start and end.
constexpr char SharedSection[] = "warpsan_shared";
constexpr char DevicePrefix[] = "__warpsan_device_";
/// After the detector's hooks are in place, before code of the program.
constexpr int RegisterPriority = 102;

/// Fields of struct __tgt_offload_entry.
enum EntryField { EntryFlags = 3, EntryAddress = 4, EntryName = 5, EntrySize = 6 };

GlobalVariable *sectionEdge(Module &module, StringRef edge) {
  const std::string name = (edge + SharedSection).str();
  if (GlobalVariable *known = module.getNamedGlobal(name))
    return known;
  auto *variable =
      new GlobalVariable(module, Type::getInt8Ty(module.getContext()), /*isConstant=*/false,
                         GlobalValue::ExternalLinkage, nullptr, name);
  variable->setVisibility(GlobalValue::HiddenVisibility);
  return variable;
}

/// The section exists in every file, so that its edges always do.
void anchorSection(Module &module) {
  Type *type = Type::getInt8Ty(module.getContext());
  auto *anchor =
      new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                         Constant::getNullValue(type), "warpsan.shared.anchor");
  anchor->setSection(SharedSection);
  appendToUsed(module, anchor);
}

/// Device system functions that are not there.
bool isSystemFunction(StringRef name) {
  return name.starts_with("cuda") || name.starts_with("__cuda");
}

} // namespace

bool isDeviceBitcode(StringRef bytes) { return bytes.starts_with("BC\xC0\xDE"); }

bool isShared(const DeviceModule &device, const GlobalValue &value) {
  if (auto *function = dyn_cast<Function>(&value);
      function && function->isDeclaration() &&
      (function->isIntrinsic() || device.library.find(function->getName()) ||
       function->getName().starts_with("__warpsan_cpu_") || isSystemFunction(function->getName())))
    return false;
  return !value.hasLocalLinkage() && value.getName() != ("__start_" + Twine(SharedSection)).str();
}

void share(GlobalValue &value) {
  if (auto *object = dyn_cast<GlobalObject>(&value))
    object->setComdat(nullptr);
  value.setName(DevicePrefix + value.getName());
  value.setVisibility(GlobalValue::HiddenVisibility);
  value.setDSOLocal(true);
}

GlobalVariable *placeShared(GlobalVariable &variable) {
  Type *type = variable.getValueType();
  auto *place =
      new GlobalVariable(*variable.getParent(), type, /*isConstant=*/false, variable.getLinkage(),
                         Constant::getNullValue(type), "warpsan.shared." + variable.getName());
  place->setAlignment(variable.getDataLayout().getPreferredAlign(&variable));
  place->setSection(SharedSection);
  return place;
}

GlobalVariable *sharedSectionStart(Module &module) { return sectionEdge(module, "__start_"); }

RelocatableCode::RelocatableCode(Module &hostModule) : host(hostModule) {
  for (GlobalVariable &variable : host.globals()) {
    if (variable.getSection() != ObjectSection || !variable.hasInitializer())
      continue;
    auto *data = dyn_cast<ConstantDataSequential>(variable.getInitializer());
    if (!data)
      continue;
    Expected<std::unique_ptr<object::OffloadBinary>> binary =
        object::OffloadBinary::create(MemoryBufferRef(data->getRawDataValues(), "device code"));
    if (!binary) {
      consumeError(binary.takeError());
      continue;
    }
    // Other bitcode belongs to -foffload-lto.
    const StringRef image = (*binary)->getImage();
    if (!isDeviceBitcode(image) || !image.contains(CpuMarker))
      continue;
    object = &variable;
    bytes = image;
    return;
  }
}

/// Like the one of clang without -fgpu-rdc; the last field are the edges of the
/// section of shared variables, which also tell linked programs and libraries apart.
GlobalVariable *RelocatableCode::createWrapper(GlobalVariable &table) {
  auto *pointer = PointerType::getUnqual(host.getContext());
  auto *int32 = Type::getInt32Ty(host.getContext());
  anchorSection(host);
  auto *type = ArrayType::get(pointer, 2);
  auto *edges = new GlobalVariable(
      host, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(type, {sectionEdge(host, "__start_"), sectionEdge(host, "__stop_")}),
      "warpsan.shared.edges");
  Constant *fields = ConstantStruct::getAnon(
      {ConstantInt::get(int32, ModuleTableMagic), ConstantInt::get(int32, 1), &table, edges});
  return new GlobalVariable(host, fields->getType(), /*isConstant=*/true,
                            GlobalValue::InternalLinkage, fields, "warpsan.relocatable");
}

void RelocatableCode::registerEntry(IRBuilder<> &builder, Value *handle,
                                    const GlobalVariable &entry) {
  auto *fields = cast<ConstantStruct>(entry.getInitializer());
  Constant *address = fields->getOperand(EntryAddress), *name = fields->getOperand(EntryName);
  const uint64_t size = cast<ConstantInt>(fields->getOperand(EntrySize))->getZExtValue();
  Constant *none = ConstantPointerNull::get(builder.getPtrTy());
  constexpr uint64_t KindMask = 7; // managed variable, surface, texture
  if (cast<ConstantInt>(fields->getOperand(EntryFlags))->getZExtValue() & KindMask)
    return;
  SmallVector<Value *> arguments{handle, address, name, name};
  StringRef function = "__cudaRegisterVar";
  if (size) {
    arguments.append(
        {builder.getInt32(0), builder.getInt64(size), builder.getInt32(0), builder.getInt32(0)});
  } else {
    function = "__cudaRegisterFunction";
    arguments.append({builder.getInt32(-1), none, none, none, none, none});
  }
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  builder.CreateCall(
      host.getOrInsertFunction(function, FunctionType::get(builder.getVoidTy(), types, false)),
      arguments);
}

/// Also when the library is unloaded: the table goes with it.
void RelocatableCode::unregisterAtExit(IRBuilder<> &builder, Value *handle) {
  auto *kept = new GlobalVariable(host, builder.getPtrTy(), /*isConstant=*/false,
                                  GlobalValue::InternalLinkage,
                                  ConstantPointerNull::get(builder.getPtrTy()), "warpsan.handle");
  builder.CreateStore(handle, kept);
  auto *stop = Function::Create(FunctionType::get(builder.getVoidTy(), false),
                                GlobalValue::InternalLinkage, "warpsan.unregister", host);
  IRBuilder<> body(BasicBlock::Create(host.getContext(), "", stop));
  body.CreateCall(
      host.getOrInsertFunction("__cudaUnregisterFatBinary", body.getVoidTy(), body.getPtrTy()),
      {body.CreateLoad(body.getPtrTy(), kept)});
  body.CreateRetVoid();
  builder.CreateCall(host.getOrInsertFunction("atexit", builder.getInt32Ty(), builder.getPtrTy()),
                     {stop});
}

void RelocatableCode::replace(GlobalVariable &table) {
  GlobalVariable *wrapper = createWrapper(table);
  removeFromUsedLists(host, [&](Constant *used) { return used->stripPointerCasts() == object; });
  if (NamedMDNode *objects = host.getNamedMetadata("llvm.embedded.objects"))
    objects->eraseFromParent();
  object->removeDeadConstantUsers();
  object->eraseFromParent();

  IRBuilder<> builder(host.getContext());
  auto *start = Function::Create(FunctionType::get(builder.getVoidTy(), false),
                                 GlobalValue::InternalLinkage, "warpsan.register", host);
  builder.SetInsertPoint(BasicBlock::Create(host.getContext(), "", start));
  Value *handle = builder.CreateCall(
      host.getOrInsertFunction("__cudaRegisterFatBinary", builder.getPtrTy(), builder.getPtrTy()),
      {wrapper});
  for (const GlobalVariable &entry : host.globals())
    if (entry.getSection() == EntrySection && entry.hasInitializer())
      registerEntry(builder, handle, entry);
  unregisterAtExit(builder, handle);
  builder.CreateRetVoid();
  appendToGlobalCtors(host, start, RegisterPriority);
}

} // namespace warpsan::cpu
