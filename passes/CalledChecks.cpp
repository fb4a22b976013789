//===- CalledChecks.cpp - Checks that are not inlined ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/CalledChecks.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/OrderingTwins.h"
#include "passes/RuntimeCallees.h"
#include "passes/Twins.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;

namespace warpsan {
namespace {

/// Of the runtime; no entries, since twins get calls of them here only. The first one calls
/// the second unless the launch shows that there is no need, and the third if that does not
/// decide.
constexpr StringLiteral CalledSymbol = "__warpsan_called_access";
constexpr StringLiteral QuickSymbol = "__warpsan_quick_access";
constexpr StringLiteral UndecidedSymbol = "__warpsan_undecided_access";

constexpr unsigned FactsOfQuick = 2; ///< index of the argument

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

/// The quick path for accesses of one kind: `facts` without a site.
Function &quickForm(Function &quick, uint64_t facts) {
  const std::string name = (QuickSymbol + "." + Twine::utohexstr(facts >> 32)).str();
  if (Function *known = quick.getParent()->getFunction(name))
    return *known;
  ValueToValueMapTy values;
  Function *form = CloneFunction(&quick, values);
  form->setName(name);
  Argument *given = form->getArg(FactsOfQuick);
  IRBuilder<> builder(&form->getEntryBlock(), form->getEntryBlock().getFirstInsertionPt());
  Value *site = builder.CreateTrunc(given, builder.getInt32Ty());
  Value *known = builder.CreateOr(builder.CreateZExt(site, given->getType()), facts);
  given->replaceUsesWithIf(known, [&](const Use &use) { return use.getUser() != site; });
  return *form;
}

/// Its launches keep histories, which the quick path does not know.
bool neverQuick(Function &twin) { return isTwinKernel(twin) && mayOrder(twin); }

/// All that the quick path asks but the site. Other flags may be told at run time.
std::optional<uint64_t> knownFacts(const CallInst &quick) {
  const KnownBits known =
      computeKnownBits(quick.getArgOperand(FactsOfQuick), quick.getModule()->getDataLayout());
  constexpr uint64_t asked = quickFacts(~uint64_t(0));
  const uint64_t zeros = known.Zero.getZExtValue(), ones = known.One.getZExtValue();
  return (~(zeros | ones) & asked) ? std::nullopt : std::optional(ones & asked);
}

/// Calls of the quick path become those of its form for the kind of access.
void chooseQuickForms(Function &twin, Function &quick) {
  for (Instruction &instruction : make_early_inc_range(instructions(twin))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || call->getCalledFunction() != &quick)
      continue;
    if (neverQuick(twin)) {
      call->replaceAllUsesWith(ConstantInt::getFalse(call->getType()));
      call->eraseFromParent();
      continue;
    }
    if (std::optional<uint64_t> facts = knownFacts(*call))
      call->setCalledFunction(&quickForm(quick, *facts));
  }
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
  chooseQuickForms(twin, *twin.getParent()->getFunction(QuickSymbol));
}

SmallVector<Function *, 4> splitCalledChecks(Module &module) {
  SmallVector<Function *, 4> forms;
  for (StringRef name :
       {StringRef(EntrySymbols[unsigned(Entry::access)]), StringRef(UndecidedSymbol)})
    if (Function *called = module.getFunction(name); called && !called->isDeclaration())
      forms.append({called, &addPlainForm(*called)});
  for (Function &function : module)
    if (function.getName().starts_with(QuickSymbol) && !function.isDeclaration())
      forms.push_back(&function);
  return forms;
}

} // namespace warpsan
