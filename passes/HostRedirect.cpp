//===- HostRedirect.cpp - CUDA calls of the program go to the runtime ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/HostRedirect.h"
#include "warpsan/abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Instrumentation.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <dlfcn.h>

using namespace llvm;

namespace warpsan {
namespace {

enum class Use { Hook, Call, HookCall };

struct ApiRow {
  const char *name;
  Use use;
};

constexpr ApiRow ApiRows[] = {
#define WARPSAN_CUDA_API(Function, Kind) {#Function, Use::Kind},
#include "rt/cuda_api.def"
};

/// Before any constructor of the program that may call CUDA.
constexpr int AttachPriority = 101;
constexpr char FatbinSection[] = ".nvFatBinSegment";
constexpr char EntrySection[] = "llvm_offload_entries"; // of kernels, with -fgpu-rdc
constexpr char DoneFlag[] = "warpsan.redirected";
constexpr int ExitToolFailed = 67;

/// Builds what one module needs: thunks, rows and the attaching constructor.
class Redirector {
public:
  Redirector(Module &module, StringRef runtimePath)
      : module(module), context(module.getContext()), pointer(PointerType::getUnqual(context)),
        int32(Type::getInt32Ty(context)), int64(Type::getInt64Ty(context)),
        runtimePath(runtimePath) {}

  bool run();

private:
  void redirect(Function &real);
  void fillThunk(Function &thunk, GlobalVariable &slot);
  void addRuntimeCalls();
  void addDeviceCode();
  void addRow(StringRef name, Constant *real, Constant *slot);
  GlobalVariable *createRowTable();
  void createConstructor();
  BasicBlock *emitAttachLinked(IRBuilder<> &builder, Constant *table);
  void emitAttachLoaded(IRBuilder<> &builder, Constant *table);
  Value *emitLoad(IRBuilder<> &builder, Value *path, BasicBlock *failed);
  void emitFailure(IRBuilder<> &builder, Value *path);
  void emitAttachCall(IRBuilder<> &builder, Value *attach, Constant *table);
  FunctionType *attachType() {
    return FunctionType::get(Type::getVoidTy(context), {int32, pointer, int64}, false);
  }
  FunctionCallee libc(StringRef name, Type *result, ArrayRef<Type *> parameters,
                      bool variadic = false) {
    return module.getOrInsertFunction(name, FunctionType::get(result, parameters, variadic));
  }

  Module &module;
  LLVMContext &context;
  PointerType *pointer;
  IntegerType *int32;
  IntegerType *int64;
  StringRef runtimePath;
  SmallVector<Constant *, 64> rows;
};

bool Redirector::run() {
  for (const ApiRow &row : ApiRows) {
    Function *real = module.getFunction(row.name);
    if (row.use != Use::Call && real && real->isDeclaration() && !real->isVarArg() &&
        !real->use_empty())
      redirect(*real);
  }
  addDeviceCode();
  if (rows.empty())
    return false;
  addRuntimeCalls();
  createConstructor();
  return true;
}

/// Of parameters and result only: they decide how arguments travel (byval, sret).
AttributeList callAttributes(const Function &function) {
  const AttributeList all = function.getAttributes();
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i < function.arg_size(); ++i)
    parameters.push_back(all.getParamAttrs(i));
  return AttributeList::get(function.getContext(), AttributeSet(), all.getRetAttrs(), parameters);
}

/// All uses, address-taken ones too, become the thunk; the row keeps the real one.
void Redirector::redirect(Function &real) {
  auto *thunk = Function::Create(real.getFunctionType(), GlobalValue::InternalLinkage,
                                 "__warpsan_hook." + real.getName(), module);
  real.replaceAllUsesWith(thunk);
  auto *slot = new GlobalVariable(module, pointer, false, GlobalValue::InternalLinkage, &real,
                                  "__warpsan_slot." + real.getName());
  thunk->setCallingConv(real.getCallingConv());
  thunk->setAttributes(callAttributes(real));
  fillThunk(*thunk, *slot);
  addRow(real.getName(), &real, slot);
}

/// A guaranteed tail call: arguments passed in memory stay where they are, and
/// the hook sees the program's return address.
void Redirector::fillThunk(Function &thunk, GlobalVariable &slot) {
  IRBuilder<> builder(BasicBlock::Create(context, "", &thunk));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : thunk.args())
    arguments.push_back(&argument);
  Value *target = builder.CreateLoad(pointer, &slot);
  CallInst *call = builder.CreateCall(thunk.getFunctionType(), target, arguments);
  call->setCallingConv(thunk.getCallingConv());
  call->setAttributes(thunk.getAttributes());
  call->setTailCallKind(CallInst::TCK_MustTail);
  if (thunk.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// Rows of functions the runtime calls; only their address is taken, so any
/// type does for the declaration.
void Redirector::addRuntimeCalls() {
  auto *anyType = FunctionType::get(int32, false);
  for (const ApiRow &row : ApiRows) {
    const bool hasRow = module.getNamedGlobal(("__warpsan_slot." + StringRef(row.name)).str());
    if (row.use == Use::Hook || hasRow)
      continue;
    addRow(row.name, cast<Constant>(module.getOrInsertFunction(row.name, anyType).getCallee()),
           ConstantPointerNull::get(pointer));
  }
}

/// Tells the runtime which GPU code objects of the process are instrumented.
void Redirector::addDeviceCode() {
  for (GlobalVariable &global : module.globals())
    if (global.getSection() == FatbinSection || global.getSection() == EntrySection)
      addRow("__cuda_fatbin_wrapper", &global, ConstantPointerNull::get(pointer));
}

void Redirector::addRow(StringRef name, Constant *real, Constant *slot) {
  Constant *text = IRBuilder<>(context).CreateGlobalString(name, "__warpsan_name", 0, &module);
  auto *type = StructType::get(pointer, pointer, pointer);
  rows.push_back(ConstantStruct::get(type, text, real, slot));
}

GlobalVariable *Redirector::createRowTable() {
  auto *type = ArrayType::get(rows.front()->getType(), rows.size());
  return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage,
                            ConstantArray::get(type, rows), "__warpsan_rows");
}

void Redirector::createConstructor() {
  auto *start = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                 GlobalValue::InternalLinkage, "__warpsan_start", module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", start));
  GlobalVariable *table = createRowTable();
  BasicBlock *loaded = emitAttachLinked(builder, table);
  builder.SetInsertPoint(loaded);
  emitAttachLoaded(builder, table);
  appendToGlobalCtors(module, start, AttachPriority);
}

void Redirector::emitAttachCall(IRBuilder<> &builder, Value *attach, Constant *table) {
  builder.CreateCall(attachType(), attach,
                     {builder.getInt32(abi::Version), table, builder.getInt64(rows.size())});
}

/// The CPU target is linked with the runtime: a weak reference finds it. Returns
/// the block for programs that are not.
BasicBlock *Redirector::emitAttachLinked(IRBuilder<> &builder, Constant *table) {
  Function *start = builder.GetInsertBlock()->getParent();
  auto *linked = BasicBlock::Create(context, "linked", start);
  auto *load = BasicBlock::Create(context, "load", start);
  auto *attach =
      cast<Function>(module.getOrInsertFunction("__warpsan_attach", attachType()).getCallee());
  attach->setLinkage(GlobalValue::ExternalWeakLinkage);
  builder.CreateCondBr(builder.CreateIsNull(attach), load, linked);
  builder.SetInsertPoint(linked);
  emitAttachCall(builder, attach, table);
  builder.CreateRetVoid();
  return load;
}

/// path = getenv("WARPSAN_RUNTIME") or the baked-in one; attach through it.
void Redirector::emitAttachLoaded(IRBuilder<> &builder, Constant *table) {
  Function *start = builder.GetInsertBlock()->getParent();
  auto *failed = BasicBlock::Create(context, "failed", start);
  Value *wanted = builder.CreateCall(libc("getenv", pointer, {pointer}),
                                     {builder.CreateGlobalString("WARPSAN_RUNTIME")});
  Value *path = builder.CreateSelect(builder.CreateIsNull(wanted),
                                     builder.CreateGlobalString(runtimePath), wanted);
  emitAttachCall(builder, emitLoad(builder, path, failed), table);
  builder.CreateRetVoid();
  builder.SetInsertPoint(failed);
  emitFailure(builder, path);
}

/// dlopen and dlsym; leaves the builder where both have succeeded.
Value *Redirector::emitLoad(IRBuilder<> &builder, Value *path, BasicBlock *failed) {
  Function *start = builder.GetInsertBlock()->getParent();
  auto *loaded = BasicBlock::Create(context, "loaded", start, failed);
  auto *found = BasicBlock::Create(context, "found", start, failed);
  Value *library = builder.CreateCall(libc("dlopen", pointer, {pointer, int32}),
                                      {path, builder.getInt32(RTLD_NOW)});
  builder.CreateCondBr(builder.CreateIsNull(library), failed, loaded);
  builder.SetInsertPoint(loaded);
  Value *attach = builder.CreateCall(libc("dlsym", pointer, {pointer, pointer}),
                                     {library, builder.CreateGlobalString("__warpsan_attach")});
  builder.CreateCondBr(builder.CreateIsNull(attach), failed, found);
  builder.SetInsertPoint(found);
  return attach;
}

void Redirector::emitFailure(IRBuilder<> &builder, Value *path) {
  Value *why = builder.CreateCall(libc("dlerror", pointer, {}));
  Value *text = builder.CreateGlobalString(
      "WarpSan: error: cannot load the runtime %s (set WARPSAN_RUNTIME): %s\n");
  builder.CreateCall(libc("dprintf", int32, {int32, pointer}, true),
                     {builder.getInt32(2), text, path, why});
  builder.CreateCall(libc("_exit", Type::getVoidTy(context), {int32}),
                     {builder.getInt32(ExitToolFailed)});
  builder.CreateUnreachable();
}

/// libwarpsan.so in the folder of the plugin that holds this code.
std::string runtimeBesidePlugin() {
  Dl_info self{};
  if (!dladdr(reinterpret_cast<const void *>(&runtimeBesidePlugin), &self) || !self.dli_fname)
    return "libwarpsan.so";
  SmallString<256> path;
  if (sys::fs::real_path(self.dli_fname, path))
    path = self.dli_fname;
  sys::path::remove_filename(path);
  sys::path::append(path, "libwarpsan.so");
  return std::string(path);
}

} // namespace

PreservedAnalyses HostRedirectPass::run(Module &module, ModuleAnalysisManager &) {
  if (checkIfAlreadyInstrumented(module, DoneFlag))
    return PreservedAnalyses::all();
  const std::string path = runtimePath.empty() ? runtimeBesidePlugin() : runtimePath;
  return Redirector(module, path).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpsan
