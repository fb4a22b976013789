//===- LowerRuntime.cpp - Link and inline the device runtime ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/LowerRuntime.h"
#include "core/access.h"
#include "core/thread_context.h"
#include "passes/CalledChecks.h"
#include "passes/Checks.h"
#include "passes/Diagnostics.h"
#include "passes/FalseAttributes.h"
#include "passes/OrderingTwins.h"
#include "passes/PassOptions.h"
#include "passes/ProvedTwins.h"
#include "passes/RuntimeBitcode.h"
#include "passes/RuntimeCallees.h"
#include "passes/SlimTwins.h"
#include "passes/StepTimer.h"
#include "passes/Twins.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Weak in the runtime, since the CPU target has its own.
constexpr StringLiteral TargetFunctions[] = {"__warpsan_shared_base",    "__warpsan_holds_memory",
                                             "__warpsan_is_free_memory", "__warpsan_starts_cleared",
                                             "__warpsan_add_to_counter", "__warpsan_is_of_warp"};

bool isSynchronising(const Instruction &instruction) {
  if (instruction.isAtomic() || instruction.isVolatile())
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && (call->isInlineAsm() || isa_and_nonnull<Function>(call->getCalledOperand())) &&
         call->mayReadOrWriteMemory();
}

/// Stores too: they do not make a waiting loop of the program one that writes.
void tagRuntime(Module &runtime) {
  MDNode *tag = MDNode::get(runtime.getContext(), {});
  for (Function &function : runtime)
    for (Instruction &instruction : instructions(function))
      if (isSynchronising(instruction) || isa<StoreInst>(instruction))
        instruction.setMetadata(RuntimeMetadata, tag);
}

/// Sleeping is one way to let others run, which the program decides about here.
bool isSleep(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::nvvm_nanosleep;
}

/// Takes the runtime's updates apart: between any two of its accesses to memory
/// that threads share, others may run.
void addRuntimeYields(Module &runtime) {
  FunctionCallee yield =
      runtime.getOrInsertFunction("__warpsan_runtime_yield", Type::getVoidTy(runtime.getContext()));
  for (Function &function : runtime)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (!instruction.isAtomic() && !isSleep(instruction))
        continue;
      IRBuilder<>(&instruction).CreateCall(yield);
      if (isSleep(instruction))
        instruction.eraseFromParent();
    }
}

/// The runtime is compiled for the oldest processor; code of another one is
/// only inlined with the attributes of the program's.
void adoptTarget(Module &runtime, const Function &model) {
  for (Function &function : runtime) {
    for (StringRef name : {"target-cpu", "target-features"})
      if (Attribute attribute = model.getFnAttribute(name); attribute.isValid())
        function.addFnAttr(attribute);
    function.removeFnAttr(Attribute::OptimizeNone);
  }
  // Tables of one unit must not meet those of another one in a device linker.
  for (GlobalVariable &variable : runtime.globals())
    if (!variable.isDeclaration())
      variable.setLinkage(GlobalValue::InternalLinkage);
  runtime.setTargetTriple(model.getParent()->getTargetTriple());
  runtime.setDataLayout(model.getParent()->getDataLayout());
  if (NamedMDNode *flags = runtime.getModuleFlagsMetadata())
    runtime.eraseNamedMetadata(flags);
}

Expected<std::unique_ptr<Module>> loadRuntime(const Function &twin) {
  Expected<std::unique_ptr<Module>> runtime =
      parseBitcodeFile(MemoryBufferRef(runtimeBitcode(), "warpsan runtime"), twin.getContext());
  if (!runtime)
    return runtime;
  adoptTarget(**runtime, twin);
  tagRuntime(**runtime);
  return runtime;
}

void dropTargetFunctions(Module &runtime) {
  for (StringRef name : TargetFunctions)
    if (Function *function = runtime.getFunction(name)) {
      function->deleteBody();
      function->setLinkage(GlobalValue::ExternalLinkage);
    }
}

Error linkRuntime(Module &module, const Function &twin, const PassOptions &options) {
  Expected<std::unique_ptr<Module>> runtime = loadRuntime(twin);
  if (!runtime)
    return runtime.takeError();
  if (options.target == Target::Cpu)
    dropTargetFunctions(**runtime);
  if (options.target == Target::Cpu && options.yield == Yield::Runtime)
    addRuntimeYields(**runtime);
  const auto internalize = [](Module &linked, const StringSet<> &names) {
    internalizeModule(linked, [&](const GlobalValue &value) {
      return !value.hasName() || !names.contains(value.getName());
    });
  };
  if (Linker::linkModules(module, std::move(*runtime), Linker::LinkOnlyNeeded, internalize))
    return createStringError("cannot link the embedded device runtime");
  return Error::success();
}

/// Functions that call entries: twins, and what the optimiser made of them. Entries
/// with a body are of code that was lowered before.
SetVector<Function *> callersOfEntries(Module &module) {
  SetVector<Function *> callers;
  for (StringRef name : EntrySymbols)
    if (Function *entry = module.getFunction(name); entry && entry->isDeclaration())
      for (User *user : entry->users())
        if (auto *call = dyn_cast<CallInst>(user))
          callers.insert(call->getFunction());
  return callers;
}

/// Most checks of a twin that are inlined; more of them are calls. ptxas takes about 0.03 s
/// for each; calls spill registers whenever they run.
constexpr size_t MaxInlinedChecks = 16;

/// A slim twin would only spill more, and histories cost so much that a call does not
/// matter.
bool shouldInlineChecks(Function &twin) {
  if (isSlimTwin(twin) || mayOrder(twin))
    return false;
  return checksIn(twin).size() <= MaxInlinedChecks;
}

/// The record of the launch never changes, and the kernel's own parameter is in the
/// constant bank. The context need not be in registers for that.
void readRecordOfKernel(Function &twin, Value *context) {
  static_assert(offsetof(ThreadContext, launch) == 0);
  Argument *record = twin.getArg(twin.arg_size() - 1);
  for (User *user : make_early_inc_range(context->users()))
    if (auto *load = dyn_cast<LoadInst>(user); load && load->getType()->isPointerTy()) {
      load->replaceAllUsesWith(record);
      load->eraseFromParent();
    }
}

bool isInlined(const Function &callee, bool checks) {
  if (callee.getName() == EntrySymbols[unsigned(Entry::access)])
    return checks;
  return is_contained(TargetFunctions, callee.getName()) ||
         is_contained(EntrySymbols, callee.getName());
}

void inlineEntries(Function &function, bool checks) {
  SmallVector<CallInst *, 16> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && isInlined(*callee, checks))
        calls.push_back(call);
  for (CallInst *call : calls) {
    InlineFunctionInfo info;
    InlineFunction(*call, info);
  }
}

/// Checks and other entries become code of the twin, or checks calls with few arguments.
void lowerTwin(Function &twin) {
  Value *context = isTwinKernel(twin) ? Twins::contextIn(twin) : nullptr;
  const bool inlinesChecks = shouldInlineChecks(twin);
  inlineEntries(twin, inlinesChecks);
  if (!inlinesChecks)
    packChecks(twin);
  if (context)
    readRecordOfKernel(twin, context);
  answerMayOrder(twin, mayOrder(twin));
}

/// Entries and what only they call.
bool isOfRuntime(const Function &function) {
  return function.getName().starts_with("__warpsan_") ||
         function.getName().starts_with("_ZN7warpsan6device");
}

/// Callers before what they call.
void eraseUnused(Module &module) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Function &function : make_early_inc_range(module))
      if (isOfRuntime(function) && (function.hasLocalLinkage() || function.isDeclaration()) &&
          function.use_empty()) {
        function.eraseFromParent();
        changed = true;
      }
  }
}

/// Constants of the call sites fold first: with the calls that go with them nobody asks for the
/// context's address any more, and it becomes registers.
FunctionPassManager simplification() {
  const auto options = SimplifyCFGOptions().sinkCommonInsts(false);
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(SimplifyCFGPass(options));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass(options));
  return passes;
}

} // namespace

PreservedAnalyses LowerRuntimePass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::optional<PassOptions> options = PassOptions::parseQuietly();
  SetVector<Function *> twins = callersOfEntries(module);
  if (!options || twins.empty())
    return PreservedAnalyses::all();
  declareCalledChecks(module);
  twins.insert_range(addProvedTwins(module));
  if (Error error =
          timeStep("link runtime", [&] { return linkRuntime(module, *twins.front(), *options); })) {
    reportError(module, toString(std::move(error)));
    return PreservedAnalyses::none();
  }
  twins.insert_range(addSlimTwins(module));
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  functions.clear();
  // The optimiser may have inferred them again while checks were opaque.
  for (Function *twin : twins)
    stripFalseAttributes(*twin);
  FunctionPassManager passes = simplification();
  // The runtime first: what it calls is inlined once and not per check.
  for (Function &function : module)
    if (isOfRuntime(function) && !isTwinName(function.getName()))
      inlineEntries(function, /*checks=*/false);
  for (Function *twin : twins) {
    timeStep("inline runtime", [&] { lowerTwin(*twin); });
    timeStep("simplify", [&] { functions.invalidate(*twin, passes.run(*twin, functions)); });
  }
  for (Function *form : splitCalledChecks(module))
    functions.invalidate(*form, passes.run(*form, functions));
  functions.clear();
  eraseUnused(module);
  return PreservedAnalyses::none();
}

} // namespace warpsan
