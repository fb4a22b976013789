//===- Twins.cpp - Instrumented copies of kernels and functions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Twins.h"
#include "analysis/SyncEffects.h"
#include "core/thread_context.h"
#include "passes/FalseAttributes.h"
#include "passes/RuntimeCallees.h"
#include "passes/UnitBorder.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral ContextName = "warpsan.context";

Type *recordType(LLVMContext &context) {
  static_assert(sizeof(abi::LaunchRecord) % 8 == 0);
  return ArrayType::get(Type::getInt64Ty(context), sizeof(abi::LaunchRecord) / 8);
}

Type *contextType(LLVMContext &context) {
  static_assert(sizeof(ThreadContext) % 8 == 0 && alignof(ThreadContext) == 8);
  return ArrayType::get(Type::getInt64Ty(context), sizeof(ThreadContext) / 8);
}

/// Directly called function that gets a twin, or null.
Function *twinnedCallee(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction); // no exceptions on the device
  Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isDeclaration() || callee->isVarArg() ||
      callee->getFunctionType() != call->getFunctionType() || isHarmlessFunction(callee->getName()))
    return nullptr;
  return callee;
}

bool isIndirect(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->isIndirectCall();
}

/// More would cost more code than it tells.
constexpr size_t MaxPointedTo = 64;

/// Functions that a call through a pointer may reach: those of its type whose
/// address is taken. Empty if there are too many of them.
SmallVector<Function *, 8> pointedToFunctions(CallInst &call) {
  SmallVector<Function *, 8> found;
  for (Function &function : *call.getModule())
    if ((!function.isDeclaration() || isImported(function)) && !isKernel(function) &&
        !function.isVarArg() && function.getFunctionType() == call.getFunctionType() &&
        !isTwinName(function.getName()) &&
        function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                 /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true))
      found.push_back(&function);
  if (found.size() > MaxPointedTo)
    found.clear();
  return found;
}

SetVector<Function *> reachableFunctions(Module &module) {
  SetVector<Function *> reached;
  for (Function &function : module)
    if ((isKernel(function) && !function.isDeclaration() && !isTwinKernel(function)) ||
        isExported(function))
      reached.insert(&function);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(*reached[i])) {
      if (Function *callee = twinnedCallee(instruction))
        reached.insert(callee);
      else if (isIndirect(instruction))
        for (Function *target : pointedToFunctions(cast<CallInst>(instruction)))
          if (!target->isDeclaration())
            reached.insert(target);
    }
  return reached;
}

GlobalValue::LinkageTypes twinLinkage(const Function &original) {
  if (!isKernel(original))
    return GlobalValue::InternalLinkage;
  // The host looks twins up by name, so that they must not be dropped.
  if (original.hasLinkOnceLinkage())
    return GlobalValue::WeakODRLinkage;
  return original.hasLocalLinkage() ? GlobalValue::ExternalLinkage : original.getLinkage();
}

std::string twinName(const Function &original) {
  if (isKernel(original))
    return (abi::TwinPrefix + original.getName()).str();
  return (original.getName() + TwinSuffix).str();
}

Function *declareTwin(Function &original) {
  Function *twin =
      Function::Create(twinType(original), twinLinkage(original), original.getAddressSpace(),
                       twinName(original), original.getParent());
  if (original.hasComdat() && isKernel(original))
    twin->setComdat(original.getParent()->getOrInsertComdat(twin->getName()));
  return twin;
}

void cloneBody(Function &original, Function &twin) {
  ValueToValueMapTy values;
  for (auto [from, to] : zip(original.args(), twin.args())) {
    to.setName(from.getName());
    values[&from] = &to;
  }
  SmallVector<ReturnInst *, 8> returns;
  twin.copyAttributesFrom(&original);
  CloneFunctionInto(&twin, &original, values, CloneFunctionChangeType::LocalChangesOnly, returns);
  twin.setDSOLocal(true);
  if (!isKernel(original))
    twin.setVisibility(GlobalValue::DefaultVisibility);
  stripFalseAttributes(twin);
}

/// The record stays in the constant bank: by value, and never written.
void addRecordParameter(Function &twin) {
  LLVMContext &context = twin.getContext();
  Argument *record = twin.getArg(twin.arg_size() - 1);
  record->setName("warpsan.record");
  AttrBuilder attributes(context);
  attributes.addByValAttr(recordType(context));
  attributes.addAlignmentAttr(Align(8));
  attributes.addAttribute(Attribute::NoUndef);
  attributes.addAttribute("nvvm.grid_constant");
  attributes.addAttribute(RecordAttribute);
  record->addAttrs(attributes);
}

/// Without bounds the back end assumes small blocks and hands out registers
/// that a launch with 1024 threads does not have.
void setLaunchBounds(Function &twin) {
  if (!twin.hasFnAttribute("nvvm.maxntid") && !twin.hasFnAttribute("nvvm.reqntid"))
    twin.addFnAttr("nvvm.maxntid", "1024");
}

void enterKernel(Function &twin) {
  BasicBlock &entry = twin.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst *context = builder.CreateAlloca(contextType(twin.getContext()), nullptr, ContextName);
  context->setAlignment(Align(8));
  builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *subprogram = twin.getSubprogram())
    builder.SetCurrentDebugLocation(
        DILocation::get(twin.getContext(), subprogram->getScopeLine(), 0, subprogram));
  builder.CreateCall(RuntimeCallees(*twin.getParent()).get(Entry::kernel_enter),
                     {context, twin.getArg(twin.arg_size() - 1)});
}

void finishKernel(Function &twin) {
  addRecordParameter(twin);
  setLaunchBounds(twin);
  enterKernel(twin);
}

void callTwin(CallBase &call, Function &twin, Value *context) {
  SmallVector<Value *, 8> arguments(call.args());
  arguments.push_back(context);
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallInst *replacement = CallInst::Create(&twin, arguments, bundles, "", call.getIterator());
  replacement->setCallingConv(call.getCallingConv());
  replacement->setAttributes(call.getAttributes());
  replacement->copyMetadata(call);
  replacement->takeName(&call);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

/// What twins call in place of a function; null if they call itself.
Function *twinOf(Function *function, const Twins::Map &twins) {
  if (Function *twin = twins.lookup(function))
    return twin;
  return isImported(*function) ? importTwin(*function) : nullptr;
}

Function *twinOfCallee(const Instruction &instruction, const Twins::Map &twins) {
  auto *call = dyn_cast<CallInst>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->getFunctionType() != call->getFunctionType())
    return nullptr;
  return twinOf(callee, twins);
}

/// pointer == f ? f's twin : pointer == g ? g's twin : unknown code
void dispatch(CallInst &call, const Twins::Map &twins, Value *context) {
  const SmallVector<Function *, 8> candidates = pointedToFunctions(call);
  if (candidates.empty())
    return;
  for (Function *candidate : candidates)
    callTwin(promoteCallWithIfThenElse(call, candidate), *twinOf(candidate, twins), context);
  IRBuilder<> builder(&call);
  builder.CreateCall(RuntimeCallees(*call.getModule()).get(Entry::unknown_code),
                     {context, builder.getInt32(uint32_t(abi::Reason::IndirectCall))});
  call.setMetadata(DispatchedMetadata, MDNode::get(call.getContext(), {}));
}

void callTwins(Function &twin, const Twins::Map &twins) {
  Value *context = Twins::contextIn(twin);
  SmallVector<CallInst *, 4> indirect;
  for (Instruction &instruction : instructions(twin))
    if (isIndirect(instruction))
      indirect.push_back(cast<CallInst>(&instruction));
  for (Instruction &instruction : make_early_inc_range(instructions(twin)))
    if (Function *target = twinOfCallee(instruction, twins))
      callTwin(cast<CallBase>(instruction), *target, context);
  for (CallInst *call : indirect)
    dispatch(*call, twins, context);
}

/// A device linker refuses a kernel whose bounds leave fewer registers than a
/// function of another unit takes, and checks take many. More blocks at once
/// are a wish, the size of the block is not.
void relaxLaunchBounds(Module &module, const Twins::Map &twins) {
  if (none_of(module, isImported))
    return;
  for (auto [original, twin] : twins)
    for (StringRef bound : {"nvvm.minctasm", "nvvm.maxnreg"})
      twin->removeFnAttr(bound);
}

} // namespace

Twins Twins::create(Module &module) {
  Twins result;
  for (Function *original : reachableFunctions(module))
    result.members.insert(result.twins[original] = declareTwin(*original));
  for (auto [original, twin] : result.twins) {
    cloneBody(*original, *twin);
    if (isKernel(*original))
      finishKernel(*twin);
    else
      twin->getArg(twin->arg_size() - 1)->setName(ContextName);
  }
  for (auto [original, twin] : result.twins)
    callTwins(*twin, result.twins);
  for (auto [original, twin] : result.twins)
    if (isExported(*original))
      exportTwin(*original, *twin);
  relaxLaunchBounds(module, result.twins);
  return result;
}

bool Twins::use(const Value &value) const {
  return any_of(value.users(), [&](const User *user) {
    if (auto *instruction = dyn_cast<Instruction>(user))
      return isTwin(*instruction->getFunction());
    return isa<ConstantExpr>(user) && use(*user);
  });
}

void Twins::erase(Function &twin) {
  members.erase(&twin);
  twins.remove_if([&](const auto &row) { return row.second == &twin; });
  twin.eraseFromParent();
}

CallBase &Twins::enterOf(Function &twin) {
  for (Instruction &instruction : twin.getEntryBlock())
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isCallOf(*call, Entry::kernel_enter))
      return *call;
  llvm_unreachable("twin kernel that is not entered");
}

Value *Twins::contextIn(Function &twin) {
  return isKernel(twin) ? enterOf(twin).getArgOperand(ContextArgument)
                        : twin.getArg(twin.arg_size() - 1);
}

FunctionType *twinType(const Function &original) {
  SmallVector<Type *, 8> parameters(original.getFunctionType()->params());
  parameters.push_back(PointerType::get(original.getContext(), 0));
  return FunctionType::get(original.getReturnType(), parameters, false);
}

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel;
}

bool isTwinKernel(const Function &function) {
  return isKernel(function) && isTwinName(function.getName());
}

bool isTwinName(StringRef name) {
  return name.starts_with(abi::TwinPrefix) || name.starts_with(abi::SlimPrefix) ||
         name.starts_with(abi::ProvedPrefix) || name.ends_with(TwinSuffix);
}

} // namespace warpsan
