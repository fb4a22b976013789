//===- CheckVariants.cpp - Copies of `access` for constant arguments -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/CheckVariants.h"
#include "passes/Checks.h"
#include "passes/RuntimeCallees.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <array>
#include <map>

using namespace llvm;

namespace warpsan {
namespace {

/// Instructions all checks of a twin may add up to and still be inlined. ptxas
/// takes about a second for 2000.
constexpr unsigned MaxInlinedSize = 4000;

constexpr AccessArgument SpecializedArguments[] = {SizeArgument, ClassArgument, FlagsArgument};

class CheckVariants {
public:
  CheckVariants(Function &access, FunctionPassManager &simplification,
                FunctionAnalysisManager &analyses)
      : access(access), simplification(simplification), analyses(analyses) {}

  void specialize(Function &twin);

private:
  using Key = std::array<Constant *, std::size(SpecializedArguments)>;
  Function *variantFor(const CallInst &check);
  Function *create(const Key &key);
  CallInst *redirect(CallInst &check, Function &variant);

  Function &access;
  FunctionPassManager &simplification;
  FunctionAnalysisManager &analyses;
  std::map<Key, Function *> variants;
};

Function *CheckVariants::create(const Key &key) {
  ValueToValueMapTy constants;
  for (auto [index, constant] : zip(SpecializedArguments, key))
    constants[access.getArg(index)] = constant;
  Function *variant = CloneFunction(&access, constants);
  variant->setLinkage(GlobalValue::InternalLinkage);
  variant->setName(access.getName() + ".variant");
  variant->addFnAttr(Attribute::NoInline); // the choice is made here
  analyses.invalidate(*variant, simplification.run(*variant, analyses));
  return variant;
}

Function *CheckVariants::variantFor(const CallInst &check) {
  Key key;
  for (auto [index, constant] : zip(SpecializedArguments, key)) {
    constant = dyn_cast<ConstantInt>(check.getArgOperand(index));
    if (!constant)
      return nullptr;
  }
  auto [row, isNew] = variants.try_emplace(key, nullptr);
  if (isNew)
    row->second = create(key);
  return row->second;
}

CallInst *CheckVariants::redirect(CallInst &check, Function &variant) {
  SmallVector<Value *, 4> arguments;
  for (unsigned i = 0; i < check.arg_size(); ++i)
    if (!is_contained(SpecializedArguments, i))
      arguments.push_back(check.getArgOperand(i));
  CallInst *call = CallInst::Create(&variant, arguments, "", check.getIterator());
  call->setDebugLoc(check.getDebugLoc());
  check.eraseFromParent();
  return call;
}

void CheckVariants::specialize(Function &twin) {
  SmallVector<CallInst *, 0> calls;
  unsigned size = 0;
  for (CallInst *check : checksIn(twin)) {
    Function *variant = variantFor(*check);
    calls.push_back(variant ? redirect(*check, *variant) : check);
    size += calls.back()->getCalledFunction()->getInstructionCount();
  }
  if (size > MaxInlinedSize)
    return;
  for (CallInst *call : calls) {
    InlineFunctionInfo info;
    InlineFunction(*call, info);
  }
}

} // namespace

void specializeChecks(Module &module, ArrayRef<Function *> twins,
                      FunctionPassManager &simplification, FunctionAnalysisManager &analyses) {
  Function *access = findEntry(module, Entry::access);
  if (!access || access->isDeclaration())
    return;
  CheckVariants variants(*access, simplification, analyses);
  for (Function *twin : twins)
    variants.specialize(*twin);
}

} // namespace warpsan
