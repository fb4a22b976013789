//===- RuntimeCallees.cpp - Entry points of the device runtime -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RuntimeCallees.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpsan {
namespace {

enum class TypeToken { Void, Ptr, I32, I64 };

struct Signature {
  TypeToken result;
  SmallVector<TypeToken, 8> parameters;
};

Signature signatureOf(Entry entry) {
  constexpr auto Void = TypeToken::Void, Ptr = TypeToken::Ptr, I32 = TypeToken::I32,
                 I64 = TypeToken::I64;
  switch (entry) {
#define WARPSAN_ENTRY(Name, Result, ...)                                                           \
  case Entry::Name:                                                                                \
    return {Result, {__VA_ARGS__}};
#include "warpsan/entries.def"
  }
  llvm_unreachable("no such entry");
}

Type *typeOf(TypeToken token, LLVMContext &context) {
  switch (token) {
  case TypeToken::Void:
    return Type::getVoidTy(context);
  case TypeToken::Ptr:
    return PointerType::get(context, 0);
  case TypeToken::I32:
    return Type::getInt32Ty(context);
  case TypeToken::I64:
    return Type::getInt64Ty(context);
  }
  llvm_unreachable("no such type");
}

/// Entries that vote or wait for other threads.
bool mayWait(Entry entry) {
  switch (entry) {
  case Entry::shared_place:
  case Entry::access:
  case Entry::fence:
  case Entry::strong_read:
  case Entry::strong_write:
  case Entry::exchange_begin:
  case Entry::exchange_end:
  case Entry::heap_taken:
  case Entry::region_first:
  case Entry::region_bytes:
  case Entry::region_row:
  case Entry::region_records:
  case Entry::region_copy:
  case Entry::region_touched:
  case Entry::region_limit:
  case Entry::region_lines:
  case Entry::region_step:
  case Entry::redirect_shared:
  case Entry::redirect_load:
  case Entry::redirect_store:
  case Entry::redirect_touch:
  case Entry::redirect_mark:
  case Entry::redirect_copy:
  case Entry::redirect_fill:
  case Entry::region_off_shape:
  case Entry::region_stored:
  case Entry::digest:
  case Entry::observe_global:
  case Entry::observe_recorded:
    return false;
  default:
    return true;
  }
}

/// Entries that read or write what the program's own instructions access, too.
bool touchesProgram(Entry entry) {
  switch (entry) {
  case Entry::region_enter:
  case Entry::region_end:
  case Entry::region_exit:
  case Entry::region_leave:
  case Entry::redirect_load:
  case Entry::redirect_store:
  case Entry::redirect_copy:
  case Entry::redirect_fill:
  case Entry::digest:
    return true;
  default:
    return false;
  }
}

/// Opaque until LowerRuntimePass: the optimiser must keep every call, in order
/// with the others, and may move the program's own loads and stores freely.
void setAttributes(Function &function, Entry entry) {
  if (!touchesProgram(entry))
    function.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  function.setDoesNotThrow();
  function.addFnAttr(Attribute::WillReturn);
  function.addFnAttr(Attribute::NoCallback);
  // Merging two calls would make their sites variables.
  function.addFnAttr(Attribute::NoMerge);
  if (mayWait(entry))
    function.setConvergent();
}

} // namespace

FunctionCallee RuntimeCallees::get(Entry entry) {
  if (Function *function = findEntry(module, entry))
    return function;
  LLVMContext &context = module.getContext();
  const Signature signature = signatureOf(entry);
  SmallVector<Type *, 8> parameters;
  for (TypeToken token : signature.parameters)
    parameters.push_back(typeOf(token, context));
  auto *type = FunctionType::get(typeOf(signature.result, context), parameters, false);
  Function *function =
      Function::Create(type, GlobalValue::ExternalLinkage, EntrySymbols[unsigned(entry)], module);
  setAttributes(*function, entry);
  return function;
}

Function *findEntry(const Module &module, Entry entry) {
  return module.getFunction(EntrySymbols[unsigned(entry)]);
}

bool isCallOf(const CallBase &call, Entry entry) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == EntrySymbols[unsigned(entry)];
}

} // namespace warpsan
