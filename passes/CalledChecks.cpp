//===- CalledChecks.cpp - Checks that are not inlined ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/CalledChecks.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/OrderingTwins.h"
#include "passes/RuntimeCallees.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;

namespace warpsan {
namespace {

/// Of the runtime; no entries, since twins get calls of them here only. The first one calls
/// the second unless the launch shows that there is no need.
constexpr StringLiteral CalledSymbol = "__warpsan_called_access";
constexpr StringLiteral PackedSymbol = "__warpsan_packed_access";

std::optional<uint64_t> constantArgument(const CallInst &check, AccessArgument argument) {
  auto *constant = dyn_cast<ConstantInt>(check.getArgOperand(argument));
  return constant ? std::optional<uint64_t>(constant->getZExtValue()) : std::nullopt;
}

/// Flags may be told by what the access does.
Value *packedFacts(const CallInst &check, IRBuilder<> &builder) {
  const auto site = constantArgument(check, SiteArgument),
             size = constantArgument(check, SizeArgument),
             kind = constantArgument(check, ClassArgument);
  if (!site || !size || !kind || !isPackable(*size))
    return nullptr;
  Value *flags = builder.CreateZExt(check.getArgOperand(FlagsArgument), builder.getInt64Ty());
  const uint64_t others = packAccess({uint32_t(*site), *size, uint32_t(*kind), /*flags=*/0});
  return builder.CreateOr(builder.CreateShl(flags, PackedFlagsShift), builder.getInt64(others));
}

/// A copy for twins that never run with LaunchOrdered, which they call from now on.
Function &addPlainForm(Function &called) {
  ValueToValueMapTy values;
  Function *plain = CloneFunction(&called, values);
  plain->setName(called.getName() + ".plain");
  called.replaceUsesWithIf(plain, [](const Use &use) {
    auto *call = dyn_cast<CallInst>(use.getUser());
    return call && !mayOrder(*call->getFunction());
  });
  answerMayOrder(called, true);
  answerMayOrder(*plain, false);
  return *plain;
}

} // namespace

void declareCalledChecks(Module &module) {
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *int64 = Type::getInt64Ty(context);
  module.getOrInsertFunction(CalledSymbol, Type::getVoidTy(context), pointer, pointer, int64,
                             int64);
}

void packChecks(Function &twin) {
  Function *called = twin.getParent()->getFunction(CalledSymbol);
  for (CallInst *check : checksIn(twin)) {
    IRBuilder<> builder(check);
    Value *facts = packedFacts(*check, builder);
    if (!facts)
      continue;
    CallInst *call = builder.CreateCall(called, {check->getArgOperand(ContextArgument),
                                                 check->getArgOperand(AddressArgument), facts,
                                                 check->getArgOperand(ValueArgument)});
    call->setDebugLoc(check->getDebugLoc());
    check->eraseFromParent();
    InlineFunctionInfo info;
    InlineFunction(*call, info);
  }
}

SmallVector<Function *, 4> splitCalledChecks(Module &module) {
  SmallVector<Function *, 4> forms;
  for (StringRef name : {StringRef(EntrySymbols[unsigned(Entry::access)]), StringRef(PackedSymbol)})
    if (Function *called = module.getFunction(name); called && !called->isDeclaration())
      forms.append({called, &addPlainForm(*called)});
  return forms;
}

} // namespace warpsan
