//===- RaceInstrument.cpp - Twins with checks ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// collect -> filter -> instrument. Checks are placed (collect) on the program
// as written, then the twins are cleaned up so that the filters can see what
// the pointers are, then the checks that are left get their sites.
//===----------------------------------------------------------------------===//
#include "passes/RaceInstrument.h"
#include "analysis/ThreadLocality.h"
#include "cpu/SharedAddresses.h"
#include "passes/AccessForms.h"
#include "passes/Annotations.h"
#include "passes/BlockBarriers.h"
#include "passes/Checks.h"
#include "passes/Diagnostics.h"
#include "passes/Harden.h"
#include "passes/HeapProbe.h"
#include "passes/IntendedRaces.h"
#include "passes/OrderingTwins.h"
#include "passes/PollingLoads.h"
#include "passes/Privatize.h"
#include "passes/ProvedTwins.h"
#include "passes/RuntimeCallees.h"
#include "passes/SharedBlock.h"
#include "passes/SharedPlaces.h"
#include "passes/SiteTable.h"
#include "passes/SlimTwins.h"
#include "passes/StepTimer.h"
#include "passes/SyncHooks.h"
#include "passes/TwinCleanup.h"
#include "passes/TwinInstrumenter.h"
#include "passes/Twins.h"
#include "passes/UnitBorder.h"
#include "passes/Verify.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/Instrumentation.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Of one search of a call graph: functions entered and not left, and those that
/// are known to end.
struct CallPaths {
  SmallPtrSet<Function *, 8> current;
  SmallPtrSet<Function *, 16> bounded;
};

class ModuleInstrumenter {
public:
  ModuleInstrumenter(Module &module, const PassOptions &options, FunctionAnalysisManager &analyses)
      : module(module), options(options), analyses(analyses),
        twins(timeStep("make twins", [&] { return Twins::create(module); })), intended(module),
        checks(module), forms(checks, analyses, decoder, options.elisions.has(Elision::Launch)) {}

  bool run();

private:
  void collect();
  void filterAndInstrument();
  void instrumentTwin(Function &twin);
  void instrumentBarriers();
  void tellPlaces();
  void planPrivatizations();
  void privatizeTwin(Function &twin);
  static void settleProvable(Function &twin, bool isProvable);
  bool mayRunUnknownCode() const;
  bool hasHeap() const;
  bool mayNeedOrder(ArrayRef<Function *> reached) const;
  SetVector<Function *> reachedFrom(Function &twin) const;
  void markOrderingTwins();
  bool hasOpenStack(Function *twin, CallPaths &paths) const;
  void writeTables();
  void addKernels();
  void addVariables();
  void addYieldPoints();
  void addProbe();
  bool isNamed(const GlobalVariable &variable) const;

  Module &module;
  const PassOptions &options;
  FunctionAnalysisManager &analyses;
  Twins twins;
  IntendedRaces intended;
  Checks checks;
  AsmDecoder decoder;
  SiteTable sites;
  AccessForms forms;
  MapVector<Function *, TwinSummary> summaries;
  MapVector<Function *, Privatization> privatizations;     ///< mode ld: of twin kernels
  MapVector<Function *, SetVector<GlobalVariable *>> told; ///< shared variables of twin kernels
};

VolatileRule volatileRule(Volatile option) {
  switch (option) {
  case Volatile::Auto:
    return VolatileRule::Marked;
  case Volatile::Strong:
    return VolatileRule::Strong;
  case Volatile::Plain:
    return VolatileRule::Plain;
  }
  llvm_unreachable("no such rule");
}

void ModuleInstrumenter::collect() {
  for (auto [original, twin] : twins.all()) {
    checks.place(*twin, original->getName(), decoder, volatileRule(options.volatileRule));
    intended.addCopy(*original, *twin);
    for (const Function *function : {original, twin})
      if (const DISubprogram *subprogram = function->getSubprogram())
        sites.nameSubprogram(*subprogram, original->getName());
  }
}

bool ModuleInstrumenter::mayRunUnknownCode() const {
  return any_of(summaries, [](const auto &row) {
    constexpr uint32_t unknown =
        1u << unsigned(abi::Reason::IndirectCall) | 1u << unsigned(abi::Reason::ExternalCall);
    return (row.second.reasons & unknown) || (row.second.flags & abi::KernelOpen);
  });
}

/// The twin and all that it may call.
SetVector<Function *> ModuleInstrumenter::reachedFrom(Function &twin) const {
  SetVector<Function *> reached;
  reached.insert(&twin);
  for (unsigned i = 0; i < reached.size(); ++i)
    reached.insert_range(summaries.find(reached[i])->second.callees);
  return reached;
}

/// Whether a launch whose code this is, maybe among other code, may need LaunchOrdered.
bool ModuleInstrumenter::mayNeedOrder(ArrayRef<Function *> reached) const {
  constexpr uint32_t flags =
      abi::KernelFence | abi::KernelNamedBarrier | abi::KernelGridBarrier | abi::KernelOpen;
  return any_of(reached,
                [&](Function *twin) { return summaries.find(twin)->second.flags & flags; });
}

/// All code of a launch must be able to run so, or none.
void ModuleInstrumenter::markOrderingTwins() {
  for (auto [original, twin] : twins.all()) {
    const SetVector<Function *> reached = reachedFrom(*twin);
    if (options.cells == Cells::Wide || isExported(*original) ||
        (isKernel(*original) && mayNeedOrder(reached.getArrayRef())))
      for_each(reached, [](Function *function) { markOrdering(*function); });
  }
}

bool ModuleInstrumenter::hasHeap() const {
  return any_of(summaries, [](const auto &row) { return row.second.flags & abi::KernelHeap; });
}

void ModuleInstrumenter::filterAndInstrument() {
  timeStep("summarize order", [&] {
    for (auto [original, twin] : twins.all())
      summaries[twin] = summarizeOrder(*twin, decoder);
  });
  const bool isOpen = mayRunUnknownCode();
  markOrderingTwins();
  ThreadPrivateArrays privateArrays(
      {[&](const Function &function) { return isOpen || twins.isTwin(function); },
       [&](const CallBase &call) -> std::optional<uint64_t> {
         auto *size = checks.isCheck(call) ? dyn_cast<ConstantInt>(call.getArgOperand(SizeArgument))
                                           : nullptr;
         return size ? std::optional<uint64_t>(size->getZExtValue()) : std::nullopt;
       }});
  CheckFilter filter(checks, sites, privateArrays, intended, options, decoder, analyses,
                     {isOpen || hasHeap()});
  for (auto &[twin, summary] : summaries) {
    if (timeStep("settle hooks", [&] { return settleSyncHooks(*twin, options.poll, analyses); }))
      summary.flags |= abi::KernelSpins;
    timeStep("filter checks", [&] { filter.filter(*twin, summary); });
    timeStep("write access forms", [&] { forms.collect(*twin, summary); });
    timeStep("instrument order", [&] { instrumentTwin(*twin); });
  }
  if (options.usesCopies())
    timeStep("plan privatization", [&] { planPrivatizations(); });
  if (options.target != Target::Cpu)
    timeStep("instrument barriers", [&] { instrumentBarriers(); });
  if (options.mode != Mode::Det)
    tellPlaces();
  sites.number();
  filter.finish();
  for (const auto &[twin, plan] : privatizations)
    if (plan.isWanted)
      timeStep("privatize", [&] { privatizeTwin(*twin); });
}

/// What needs no copies because of its launch runs without.
void ModuleInstrumenter::privatizeTwin(Function &twin) {
  if (options.mode == Mode::Ld)
    copyAsProvable(twin);
  privatize(twin, decoder, runsIn(options.mode));
}

void ModuleInstrumenter::settleProvable(Function &twin, bool isProvable) {
  Function *copy = provableCopyOf(twin);
  if (copy && !isProvable)
    copy->eraseFromParent();
  else if (!copy && isProvable)
    markProvable(twin);
}

/// Of kernels with checks of shared memory that may have several variables there.
void ModuleInstrumenter::tellPlaces() {
  const bool areSeveral = hasSeveralSharedVariables(module);
  for (auto [original, twin] : twins.all()) {
    if (!isKernel(*original))
      continue;
    const SetVector<Function *> reached = reachedFrom(*twin);
    const auto any = [&](auto has) {
      return any_of(reached, [&](Function *f) { return has(summaries.find(f)->second); });
    };
    if (!any([](const TwinSummary &code) { return code.flags & abi::KernelShared; }) ||
        !(areSeveral || any([](const TwinSummary &code) { return !code.imports.empty(); })))
      continue;
    SetVector<GlobalVariable *> &variables = told[twin];
    variables = sharedVariablesIn(reached.getArrayRef());
    tellSharedPlaces(*twin, variables.getArrayRef());
  }
}

void ModuleInstrumenter::planPrivatizations() {
  for (auto [original, twin] : twins.all()) {
    TwinSummary &summary = summaries[twin];
    summary.flags |= options.mode == Mode::Det ? abi::KernelModeDet : abi::KernelModeLd;
    if (!isKernel(*original))
      continue;
    Privatization &plan = privatizations[twin];
    plan = planPrivatization(*twin, decoder);
    if (plan.isWanted)
      summary.flags |= abi::KernelPrivate;
  }
}

void ModuleInstrumenter::instrumentTwin(Function &twin) {
  keepPollingLoads(twin, analyses);
  if (!mayOrder(twin))
    removeSyncHooks(twin);
  instrumentOrder(twin, decoder);
}

void ModuleInstrumenter::instrumentBarriers() {
  for (auto [original, twin] : twins.all())
    // Where regions run twice, the run time has the barriers.
    if (!privatizations.lookup(twin).isWanted &&
        meetAtBarriers(*twin, original->getName(), decoder, sites, analyses))
      summaries[twin].flags |= abi::KernelTellsDivergence;
}

/// ptxas knows the stack of a kernel from its call graph, if that has no cycle.
bool ModuleInstrumenter::hasOpenStack(Function *twin, CallPaths &paths) const {
  if (paths.bounded.contains(twin))
    return false;
  const TwinSummary &summary = summaries.find(twin)->second;
  if (!paths.current.insert(twin).second || (summary.flags & abi::KernelOpen) ||
      (summary.reasons & 1u << unsigned(abi::Reason::IndirectCall)))
    return true;
  if (any_of(summary.callees, [&](Function *callee) { return hasOpenStack(callee, paths); }))
    return true;
  paths.current.erase(twin);
  paths.bounded.insert(twin);
  return false;
}

/// Where dynamic shared memory of such modules starts the host does not know.
bool alignsSharedWidely(const Module &module) {
  return any_of(module.globals(), [](const GlobalVariable &variable) {
    return variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED &&
           variable.getAlign().valueOrOne() > Align(abi::SharedAlignment);
  });
}

/// But for the ends of arrays. Whatever else it may need is no launch's to prove.
bool mayBeProved(const KernelEntry &kernel) {
  constexpr uint32_t others = abi::KernelIsFunction | abi::KernelHistories | abi::KernelOpen |
                              abi::KernelUnrootedChecks | abi::KernelTellsDivergence |
                              abi::KernelHeap;
  return (kernel.flags & abi::KernelWithinChecks) && !(kernel.flags & others) && !kernel.reasons;
}

/// What a kernel, or a function that other units may call, adds up to with
/// everything it calls.
void ModuleInstrumenter::addKernels() {
  const bool isWidelyAligned = alignsSharedWidely(module);
  for (auto [original, twin] : twins.all()) {
    if (!isKernel(*original) && !isExported(*original))
      continue;
    KernelEntry kernel;
    kernel.original = original;
    kernel.flags = isKernel(*original) ? 0 : abi::KernelIsFunction;
    if (mayOrder(*twin))
      kernel.flags |= abi::KernelHistories;
    SetVector<unsigned> handles;
    SetVector<StringRef> imports;
    bool hasOpenReads = false;
    for (Function *function : reachedFrom(*twin)) {
      const TwinSummary &summary = summaries[function];
      kernel.flags |= summary.flags;
      kernel.reasons |= summary.reasons;
      kernel.provedBlock.narrow(summary.provedBlock);
      handles.insert_range(summary.sites);
      imports.insert_range(summary.imports);
      hasOpenReads |= summary.hasOpenReads;
    }
    kernel.flags |= openCodeFlags(kernel.flags, kernel.reasons);
    kernel.obstacles = privatizations.lookup(twin).obstacles;
    kernel.forms = summaries[twin].forms;
    if (hasOpenReads)
      addOpenReads(kernel.forms);
    CallPaths paths;
    if (hasOpenStack(twin, paths))
      kernel.flags |= abi::KernelOpenStack;
    if (isWidelyAligned)
      kernel.flags |= abi::KernelSharedSize;
    if (options.target != Target::Cpu && isKernel(*original) && abi::waitsForBlocks(kernel.flags))
      markWaiting(*twin);
    settleProvable(*twin, mayBeProved(kernel));
    kernel.imports.assign(imports.begin(), imports.end());
    const SetVector<GlobalVariable *> shared = told.lookup(twin);
    kernel.shared.assign(shared.begin(), shared.end());
    kernel.sites.assign(handles.begin(), handles.end());
    sites.add(kernel);
  }
}

/// Before the check and not between it and its access: what the detector sees
/// is then what happens. The CPU target's device library has the function.
void ModuleInstrumenter::addYieldPoints() {
  FunctionCallee yield =
      module.getOrInsertFunction("__warpsan_cpu_yield", Type::getVoidTy(module.getContext()));
  for (auto &[twin, summary] : summaries)
    for (CallInst *check : checksIn(*twin))
      IRBuilder<>(check).CreateCall(yield);
}

/// The CPU target knows its heap.
void ModuleInstrumenter::addProbe() {
  const auto found =
      find_if(summaries, [](const auto &row) { return row.second.flags & abi::KernelHeap; });
  if (found != summaries.end() && options.target != Target::Cpu)
    addHeapProbe(*found->first);
}

/// By code that runs; shared variables of twins with regions have become parts of others.
bool ModuleInstrumenter::isNamed(const GlobalVariable &variable) const {
  const bool wasShared =
      variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED &&
      any_of(privatizations, [](const auto &row) { return row.second.isWanted; });
  return wasShared || twins.use(variable);
}

/// A table that names undefined functions (__cxa_pure_virtual) or shared variables
/// lives only as long as nobody refers to it: ptxas would refuse it.
bool namesRefused(const Constant &constant) {
  if (auto *global = dyn_cast<GlobalValue>(&constant))
    return global->isDeclaration() || global->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
  return any_of(constant.operands(),
                [](const Use &operand) { return namesRefused(*cast<Constant>(operand)); });
}

/// What annotations name is no memory of the program.
bool isReadOnlyTable(const GlobalVariable &variable) {
  return variable.isConstant() && variable.hasInitializer() &&
         !variable.getName().starts_with("llvm.") && variable.getSection() != "llvm.metadata" &&
         !namesRefused(*variable.getInitializer());
}

/// The host can ask for its address and hand it to any kernel.
bool isVisibleToHost(const GlobalVariable &variable) {
  return variable.isExternallyInitialized() && variable.hasInitializer() &&
         variable.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_GLOBAL;
}

/// Constants are reached through pointers in other memory too.
void ModuleInstrumenter::addVariables() {
  for (const GlobalVariable &variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    // The back end puts generic ones, such as virtual tables, into global memory.
    const bool isMemory = space == NVPTXAS::ADDRESS_SPACE_SHARED ||
                          space == NVPTXAS::ADDRESS_SPACE_GLOBAL ||
                          space == NVPTXAS::ADDRESS_SPACE_GENERIC;
    if (isMemory && variable.getName() != abi::UnitBasesSymbol && !isSharedBlock(variable) &&
        (variable.isConstant() ? isReadOnlyTable(variable)
                               : isNamed(variable) || isVisibleToHost(variable)))
      sites.add(variable);
  }
}

void ModuleInstrumenter::writeTables() {
  addKernels();
  addVariables();
  sites.emit(module, forms.tables());
}

bool ModuleInstrumenter::run() {
  if (twins.all().empty())
    return false;
  timeStep("collect accesses", [&] { collect(); });
  timeStep("clean twins up",
           [&] { cleanUpTwins(twins, checks, options.elisions.has(Elision::Stack), analyses); });
  filterAndInstrument();
  timeStep("write tables", [&] { writeTables(); });
  if (options.target == Target::Cpu && options.yield == Yield::Accesses)
    addYieldPoints();
  addProbe();
  return true;
}

} // namespace

PreservedAnalyses InstrumentPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (!module.getTargetTriple().isNVPTX())
    return PreservedAnalyses::all();
  Expected<PassOptions> options = PassOptions::parse();
  if (!options) {
    const std::string message = toString(options.takeError());
    if (stage != Stage::Late) // the early one has said it
      reportError(module, message);
    return PreservedAnalyses::all();
  }
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed =
      options->mode != Mode::Off && stage != Stage::Late && cpu::storeSharedAddresses(module);
  if (options->mode == Mode::Verify && stage != Stage::Late)
    verifyKernels(module, *options, functions);
  changed |= removeAnnotations(module);
  const bool isDue = stage == Stage::Any || (stage == Stage::Late) == (options->when == When::Late);
  if (!options->instruments()) {
    changed |= removeOrderAnnotations(module);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  changed |= stage != Stage::Late && timeStep("harden", [&] { return harden(module); });
  if (isDue && !checkIfAlreadyInstrumented(module, InstrumentedFlag)) {
    ModuleInstrumenter(module, *options, functions).run();
    changed = true;
  }
  if (isDue)
    changed |= removeOrderAnnotations(module);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpsan
