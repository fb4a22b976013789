//===- TwinInstrumenter.cpp - Filter and instrument one twin ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/TwinInstrumenter.h"
#include "analysis/CoveredAccesses.h"
#include "analysis/IntervalProofs.h"
#include "analysis/LaneStride.h"
#include "analysis/Names.h"
#include "analysis/Provenance.h"
#include "analysis/SyncPaths.h"
#include "analysis/ThreadLocality.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/Diagnostics.h"
#include "passes/FlagUse.h"
#include "passes/HoistedChecks.h"
#include "passes/IntendedRaces.h"
#include "passes/OrderingTwins.h"
#include "passes/RuntimeCallees.h"
#include "passes/SiteTable.h"
#include "passes/SolverProofs.h"
#include "passes/Twins.h"
#include "passes/UnitBorder.h"
#include "passes/VolatileUse.h"

#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "warpsan"

using namespace llvm;

#define WARPSAN_ELISION(Name, Switch, Doc) STATISTIC(NumElided##Name, "Checks elided: " Doc);
#include "warpsan/elisions.def"
STATISTIC(NumChecked, "Accesses checked at run time");
STATISTIC(NumNotAnalysed, "Accesses not analysed");

namespace warpsan {
namespace {

void count(Elision elision) {
  switch (elision) {
#define WARPSAN_ELISION(Name, Switch, Doc)                                                         \
  case Elision::Name:                                                                              \
    ++NumElided##Name;                                                                             \
    return;
#include "warpsan/elisions.def"
  }
}

void noteElided(Elision elision, const Instruction &access) {
  count(elision);
  remarkElided(access, ElisionSwitches[unsigned(elision)], ElisionDocs[unsigned(elision)]);
}

/// Elision that the object alone justifies.
std::optional<Elision> elisionOfObject(ObjectKind object) {
  switch (object) {
  case ObjectKind::Stack:
    return Elision::Stack;
  case ObjectKind::Local:
    return Elision::Local;
  case ObjectKind::Constant:
    return Elision::Constant;
  case ObjectKind::Parameter:
    return Elision::Parameter;
  case ObjectKind::Unknown:
  case ObjectKind::Shared:
  case ObjectKind::Global:
  case ObjectKind::GridWorkspace:
  case ObjectKind::ReservedShared:
    return std::nullopt;
  }
  return std::nullopt;
}

abi::Space spaceOf(ObjectKind object) {
  if (object == ObjectKind::Shared)
    return abi::Space::Shared;
  return object == ObjectKind::Global ? abi::Space::Global : abi::Space::Unknown;
}

/// What a launch hands over lies in global memory: the host has no addresses of another.
bool isFromLaunch(const Value *pointer) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(pointer));
  return argument && isKernel(*argument->getParent()) && !argument->hasByValAttr();
}

/// blockDim.y == blockDim.z == 1 in every launch.
bool hasOneDimensionalBlocks(const Function &kernel) {
  Attribute required = kernel.getFnAttribute("nvvm.reqntid");
  if (!isKernel(kernel) || !required.isValid())
    return false;
  auto [first, rest] = required.getValueAsString().split(',');
  return all_of(split(rest, ','),
                [](StringRef extent) { return extent.trim().empty() || extent.trim() == "1"; });
}

uint64_t constantArgument(const CallInst &call, AccessArgument argument) {
  return cast<ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

void setArgument(CallInst &call, AccessArgument argument, uint64_t value) {
  Type *type = call.getArgOperand(argument)->getType();
  call.setArgOperand(argument, ConstantInt::get(type, value));
}

/// libcu++ emulates small atomics on the word around them: the check is one of
/// the bytes meant, so that their neighbours raise no alarm.
void narrowSubWord(CallInst &check) {
  std::optional<SubWord> bytes = findSubWord(check.getArgOperand(AddressArgument));
  if (!bytes)
    return;
  IRBuilder<> builder(&check);
  check.setArgOperand(AddressArgument, builder.CreateIntToPtr(bytes->address, builder.getPtrTy()));
  setArgument(check, SizeArgument, bytes->bytes);
  uint64_t flags = constantArgument(check, FlagsArgument) & ~uint64_t(AccessHasValue);
  setArgument(check, FlagsArgument, flags | AccessAligned);
}

SiteEntry siteOf(const AccessFacts &facts, const Instruction &instruction) {
  SiteEntry site;
  site.location = instruction.getDebugLoc();
  site.function = facts.function;
  site.ordinal = facts.ordinal;
  site.size = facts.access.size;
  site.kind = facts.access.kind;
  site.scope = facts.access.scope;
  site.space = facts.access.space;
  site.flags = facts.access.flags;
  return site;
}

void addConstantValue(SiteEntry &site, const CallInst &check) {
  auto *value = dyn_cast<ConstantInt>(check.getArgOperand(ValueArgument));
  if (!value || !(constantArgument(check, FlagsArgument) & AccessHasValue))
    return;
  site.flags |= abi::SiteConstantValue;
  site.value = value->getZExtValue();
}

uint32_t kernelFlagsOf(const SiteEntry &site, uint64_t alignment) {
  constexpr unsigned WordBytes = 4;
  uint32_t flags = 0;
  if (site.scope != abi::Scope::None || site.flags & abi::SiteVolatile)
    flags |= abi::KernelStrong;
  if (site.flags & abi::SiteBulk || site.size % WordBytes || alignment < WordBytes)
    flags |= abi::KernelSubWord;
  if (site.space != abi::Space::Global)
    flags |= abi::KernelShared;
  if (site.space != abi::Space::Shared)
    flags |= abi::KernelGlobal;
  return flags;
}

/// Of an access of words of a system barrier, not of memory of the program; else 0.
uint32_t flagsOfWorkspace(const CallInst &check) {
  switch (objectOf(check.getArgOperand(AddressArgument))) {
  case ObjectKind::GridWorkspace:
    return abi::KernelGridBarrier;
  case ObjectKind::ReservedShared:
    return abi::KernelNamedBarrier;
  default:
    return 0;
  }
}

void insertAfter(Instruction &instruction, Entry entry, ArrayRef<Value *> arguments) {
  IRBuilder<> builder(instruction.getNextNode());
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  builder.CreateCall(RuntimeCallees(*instruction.getModule()).get(entry), arguments);
}

void insertExit(Instruction &instruction, Value *context) {
  IRBuilder<> builder(&instruction);
  builder.CreateCall(RuntimeCallees(*instruction.getModule()).get(Entry::kernel_exit), {context});
}

void insertHeapTaken(CallInst &allocation, Value *context) {
  IRBuilder<> builder(allocation.getNextNode());
  builder.SetCurrentDebugLocation(allocation.getDebugLoc());
  Value *bytes = builder.CreateZExtOrTrunc(allocation.getArgOperand(0), builder.getInt64Ty());
  RuntimeCallees runtime(*allocation.getModule());
  builder.CreateCall(runtime.get(Entry::heap_taken), {context, &allocation, bytes});
}

/// Of the whole system: who made the synchronisation says whom it reaches.
void replaceAnnotation(CallInst &annotation, Entry entry, abi::SyncFlags order, Value *context) {
  IRBuilder<> builder(&annotation);
  builder.CreateCall(RuntimeCallees(*annotation.getModule()).get(entry),
                     {context, annotation.getArgOperand(0),
                      builder.getInt32(uint32_t(abi::Scope::System)), builder.getInt32(order)});
  annotation.eraseFromParent();
}

void insertNamedBarrier(Instruction &instruction, Value *context, const SyncEffect &effect) {
  IRBuilder<> builder(&instruction);
  Type *int32 = builder.getInt32Ty();
  RuntimeCallees runtime(*instruction.getModule());
  Value *barrier = effect.barrier.get(int32);
  Value *generation = builder.CreateCall(runtime.get(Entry::named_arrive),
                                         {context, barrier, effect.threads.get(int32)});
  if (effect.event == SyncEvent::NamedSync)
    insertAfter(instruction, Entry::named_wait, {context, barrier, generation});
}

} // namespace

TwinSummary summarizeOrder(Function &twin, AsmDecoder &decoder) {
  TwinSummary summary;
  for (const CallInst *check : checksIn(twin))
    summary.flags |= flagsOfWorkspace(*check);
  for (Instruction &instruction : instructions(twin)) {
    SyncEffect effect = effectOf(instruction, decoder);
    summary.flags |= effect.flags;
    summary.reasons |= effect.reasons;
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName().starts_with(abi::TwinPrefix)) {
      summary.flags |= abi::KernelOpen;
      summary.imports.push_back(callee->getName().drop_front(strlen(abi::TwinPrefix)));
    } else if (callee && isTwinName(callee->getName())) {
      summary.callees.push_back(callee);
    }
  }
  return summary;
}

void instrumentOrder(Function &twin, AsmDecoder &decoder) {
  Value *context = Twins::contextIn(twin);
  Type *int32 = Type::getInt32Ty(twin.getContext());
  for (Instruction &instruction : make_early_inc_range(instructions(twin))) {
    if (isa<ReturnInst>(instruction) && isKernel(twin))
      insertExit(instruction, context);
    SyncEffect effect = effectOf(instruction, decoder);
    switch (effect.event) {
    case SyncEvent::None:
      break;
    case SyncEvent::BlockBarrier:
      insertAfter(instruction, Entry::block_barrier, {context});
      break;
    case SyncEvent::WarpBarrier:
      insertAfter(instruction, Entry::warp_barrier, {context, effect.mask.get(int32)});
      break;
    case SyncEvent::NamedArrive:
    case SyncEvent::NamedSync:
      if (mayOrder(twin) && effect.barrier.isKnown() && effect.threads.isKnown())
        insertNamedBarrier(instruction, context, effect);
      break;
    case SyncEvent::Fence:
      if (mayOrder(twin))
        insertAfter(instruction, Entry::fence,
                    {context, ConstantInt::get(int32, uint32_t(effect.scope)),
                     ConstantInt::get(int32, effect.isSequential ? abi::SyncSequential : 0)});
      break;
    case SyncEvent::Release:
      replaceAnnotation(cast<CallInst>(instruction), Entry::strong_write, abi::SyncRelease,
                        context);
      break;
    case SyncEvent::Acquire:
      replaceAnnotation(cast<CallInst>(instruction), Entry::strong_read, abi::SyncAcquire, context);
      break;
    case SyncEvent::Exit:
      insertExit(instruction, context);
      break;
    case SyncEvent::Allocate:
      insertHeapTaken(cast<CallInst>(instruction), context);
      break;
    }
  }
}

CheckFilter::CheckFilter(Checks &checks, SiteTable &sites, ThreadPrivateArrays &privateArrays,
                         const IntendedRaces &intended, const PassOptions &options,
                         AsmDecoder &decoder, FunctionAnalysisManager &analyses, CodeTraits traits)
    : checks(checks), sites(sites), privateArrays(privateArrays), intended(intended),
      options(options), decoder(decoder), analyses(analyses), traits(traits) {}

CheckFilter::~CheckFilter() = default;

/// What becomes of a check.
struct CheckFilter::Decision {
  CallInst *check;
  SiteEntry site;
  uint64_t flags; ///< AccessFlags
  abi::BlockLimits provedBlock = {};
  const GlobalVariable *within = nullptr; ///< proved in such blocks if it stays there
};

void CheckFilter::filter(Function &twin, TwinSummary &summary) {
  intervals = proveIntervals(twin, summary);
  const FlagUse flags(twin, analyses.getResult<LoopAnalysis>(twin));
  SmallVector<Decision, 0> decisions;
  for (CallInst *check : checksIn(twin))
    if (!removeReserved(*check, summary))
      decisions.push_back(decide(*check, flags));
  thinOut(twin, decisions);
  for (const Decision &decision : decisions)
    apply(decision, summary);
  if (summary.flags & abi::KernelRows)
    markLines(twin);
  addDropped(twin, summary);
  Checks::removeNotes(twin);
}

/// Why a check is not needed, and in which blocks.
struct CheckFilter::Proof {
  Elision elision;
  std::optional<abi::BlockLimits> blocks = std::nullopt; ///< if not in all
  const GlobalVariable *within = nullptr;                ///< and if it stays there
};

/// Nothing if code that the twin does not show may run, or may make accesses of its own.
std::unique_ptr<IntervalProofs> CheckFilter::proveIntervals(Function &twin,
                                                            const TwinSummary &summary) {
  if (!options.elisions.has(Elision::BarrierInterval) || !isKernel(twin) || summary.reasons ||
      (summary.flags & abi::KernelOpen) || !summary.callees.empty() || !summary.imports.empty())
    return nullptr;
  SharedObjects objects(twin);
  if (objects.isEmpty())
    return nullptr;
  SmallVector<KernelAccess, 16> accesses;
  for (CallInst *check : checksIn(twin)) {
    const MemoryAccess &access = checks.factsOf(*check).access;
    if (!access.isAnalysed())
      return nullptr;
    KernelAccess row{check, check->getArgOperand(AddressArgument), std::nullopt, access.writes(),
                     access.isStrong()};
    if (auto *size = dyn_cast<ConstantInt>(check->getArgOperand(SizeArgument)))
      row.bytes = size->getZExtValue();
    accesses.push_back(row);
  }
  std::optional<SolverProofs> solver;
  if (options.proofs == Proofs::Z3)
    solver.emplace(twin, checks, options, decoder, analyses);
  return std::make_unique<IntervalProofs>(twin, std::move(objects), accesses, decoder, analyses,
                                          solver ? &*solver : nullptr);
}

/// The words of a barrier of the system are no memory of the program.
bool CheckFilter::removeReserved(CallInst &check, TwinSummary &summary) {
  switch (objectOf(check.getArgOperand(AddressArgument))) {
  case ObjectKind::GridWorkspace:
    summary.flags |= abi::KernelGridBarrier;
    break;
  case ObjectKind::ReservedShared:
    summary.flags |= abi::KernelNamedBarrier;
    break;
  default:
    return false;
  }
  check.eraseFromParent();
  return true;
}

std::optional<CheckFilter::Proof> CheckFilter::proofInInterval(const CallInst &check) const {
  using Validity = IntervalProofs::Validity;
  const Validity validity = intervals ? intervals->of(check) : Validity::None;
  if (validity == Validity::None)
    return std::nullopt;
  Proof proof{Elision::BarrierInterval};
  if (validity == Validity::InShape) {
    proof.blocks.emplace();
    copy(intervals->shape().most, proof.blocks->extents);
    proof.within = intervals->within(check);
  }
  return proof;
}

std::optional<CheckFilter::Proof> CheckFilter::proofOfPrivate(const CallInst &check) const {
  if (!options.elisions.has(Elision::ThreadPrivate) ||
      !privateArrays.contains(check.getArgOperand(AddressArgument)))
    return std::nullopt;
  Proof proof{Elision::ThreadPrivate};
  if (!hasOneDimensionalBlocks(*check.getFunction()))
    proof.blocks = abi::BlockLimits{{0, 1, 1}};
  return proof;
}

/// A kernel has one shape: that of the intervals, if they need one.
std::optional<CheckFilter::Proof> CheckFilter::proofOf(const CallInst &check,
                                                       ObjectKind object) const {
  if (std::optional<Elision> elision = elisionOfObject(object))
    return options.elisions.has(*elision) ? std::optional(Proof{*elision}) : std::nullopt;
  const std::optional<Proof> own = proofOfPrivate(check), interval = proofInInterval(check);
  if (!own || (own->blocks && interval))
    return interval;
  const bool isOtherShape =
      own->blocks && intervals && intervals->hasShape() &&
      !own->blocks->allow({1, intervals->shape().most[1], intervals->shape().most[2]});
  return isOtherShape ? std::nullopt : own;
}

void CheckFilter::addVolatileUse(SiteEntry &site, CallInst &check) {
  if (!(site.flags & abi::SiteVolatile) && site.scope == abi::Scope::None)
    return;
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(*check.getFunction());
  if (Instruction *access = checks.accessOf(check))
    site.flags |= volatileUse(*access, loops, decoder);
}

CheckFilter::Decision CheckFilter::decide(CallInst &check, const FlagUse &flags) {
  const AccessFacts &facts = checks.factsOf(check);
  if (facts.access.isStrong() && facts.access.flags & abi::SiteInlineAsm)
    narrowSubWord(check);
  const ObjectKind object = objectOf(check.getArgOperand(AddressArgument));
  Decision decision{&check, siteOf(facts, check), constantArgument(check, FlagsArgument)};
  SiteEntry &site = decision.site;
  if (auto *size = dyn_cast<ConstantInt>(check.getArgOperand(SizeArgument)))
    site.size = size->getZExtValue();
  site.intended = intended.reasonOf(facts.function, site.location);
  addConstantValue(site, check);
  addVolatileUse(site, check);
  site.flags |= flags.of(check);
  if (site.space == abi::Space::Unknown)
    site.space =
        isFromLaunch(check.getArgOperand(AddressArgument)) ? abi::Space::Global : spaceOf(object);
  if (mayOrder(*check.getFunction()))
    decision.flags |= AccessMayOrder;
  if (site.flags & abi::SiteVolatile)
    decision.flags |= site.flags & abi::SitePoll ? AccessVolatile | AccessPoll : AccessVolatile;
  if (site.space != abi::Space::Unknown)
    decision.flags |= site.space == abi::Space::Shared ? AccessShared : AccessGlobal;

  if (!facts.access.isAnalysed()) {
    site.status = abi::SiteStatus::NotAnalysed;
    site.reason = facts.access.reason;
  } else if (std::optional<Proof> proof = proofOf(check, object)) {
    site.elision = proof->elision;
    // The launch knows what blocks it has.
    if (proof->blocks) {
      decision.flags |= proof->within ? 0 : AccessIfOutsideShape;
      decision.within = proof->within;
      decision.provedBlock = *proof->blocks;
    } else {
      site.status = abi::SiteStatus::Proved;
    }
  }
  return decision;
}

/// One access that surely happens, of bytes that are known.
static bool isPlain(const CallInst &check, const MemoryAccess &access) {
  constexpr uint16_t special = abi::SiteBulk | abi::SiteMatrix | abi::SiteInlineAsm;
  return !access.maySynchronise() && !(access.flags & special) &&
         isa<ConstantInt>(check.getArgOperand(SizeArgument));
}

/// The checks that are needed so far, of accesses that may stand for each other: not those
/// that are meant to race, since the others are not.
static bool mayCover(const SiteEntry &site, const CallInst &check, const MemoryAccess &access) {
  return site.status == abi::SiteStatus::Checked && site.intended.empty() && isPlain(check, access);
}

/// Ways of the twin on which no access, barrier or unknown code orders the thread.
SyncPaths CheckFilter::syncPaths(Function &twin, ArrayRef<Decision> decisions) const {
  SmallPtrSet<const Instruction *, 16> plainChecks;
  for (const Decision &decision : decisions)
    if (decision.site.status != abi::SiteStatus::NotAnalysed &&
        !checks.factsOf(*decision.check).access.maySynchronise())
      plainChecks.insert(decision.check);
  return SyncPaths(twin, plainChecks, decoder, analyses.getResult<DominatorTreeAnalysis>(twin));
}

void CheckFilter::cover(Function &twin, MutableArrayRef<Decision> decisions,
                        const SyncPaths &paths) {
  SmallVector<PlainAccess, 16> accesses;
  for (const auto &[check, site, flags, blocks, within] : decisions) {
    const MemoryAccess &access = checks.factsOf(*check).access;
    if (!mayCover(site, *check, access))
      continue;
    PlainAccess row;
    row.check = check;
    row.pointer = check->getArgOperand(AddressArgument);
    row.stored = flags & AccessHasValue ? check->getArgOperand(ValueArgument) : nullptr;
    row.bytes = constantArgument(*check, SizeArgument);
    row.writes = access.writes();
    row.siteFlags = site.flags;
    row.isShaped = within || (flags & AccessIfOutsideShape);
    accesses.push_back(row);
  }
  const CoveredAccesses found(accesses, paths, analyses.getResult<DominatorTreeAnalysis>(twin),
                              analyses.getResult<ScalarEvolutionAnalysis>(twin));
  for (Decision &decision : decisions) {
    decision.site.flags |= found.marksOf(*decision.check);
    if (!found.contains(*decision.check))
      continue;
    decision.site.status = abi::SiteStatus::Proved;
    decision.site.elision = Elision::Covered;
  }
}

/// True if a check was moved.
bool CheckFilter::hoist(Function &twin, MutableArrayRef<Decision> decisions,
                        const SyncPaths &paths) {
  bool isChanged = false;
  HoistedChecks hoisted(twin, paths, analyses);
  for (Decision &decision : decisions) {
    CallInst &check = *decision.check;
    if (!mayCover(decision.site, check, checks.factsOf(check).access))
      continue;
    const Value *stored = check.getArgOperand(ValueArgument);
    if (!hoisted.hoist(check, !(decision.site.flags & abi::SiteStandsForMore)))
      continue;
    if (check.getArgOperand(ValueArgument) != stored)
      decision.flags &= ~uint64_t(AccessHasValue);
    noteElided(Elision::Hoisted, check);
    isChanged = true;
  }
  return isChanged;
}

/// Leaves out checks that others stand for. Where a thread may meet memory that is given
/// out anew no access stands for a later one, and yield points stand at checks.
void CheckFilter::thinOut(Function &twin, MutableArrayRef<Decision> decisions) {
  const bool covers = options.elisions.has(Elision::Covered);
  const bool hoists = options.elisions.has(Elision::Hoisted);
  if (traits.mayRenew || options.yield == Yield::Accesses || !(covers || hoists))
    return;
  const SyncPaths paths = syncPaths(twin, decisions);
  if (covers)
    cover(twin, decisions, paths);
  // A check in front of a loop may stand for others behind.
  if (hoists && hoist(twin, decisions, paths) && covers)
    cover(twin, decisions, paths);
}

/// Of aligned words, up to four, that may be global memory.
static bool isOfWords(const CallInst &check) {
  constexpr uint64_t WordBytes = 4, MostBytes = 16;
  const uint64_t flags = constantArgument(check, FlagsArgument);
  auto *size = dyn_cast<ConstantInt>(check.getArgOperand(SizeArgument));
  return size && (flags & AccessAligned) && !(flags & AccessShared) && !size->uge(MostBytes + 1) &&
         size->uge(WordBytes);
}

const SCEV &CheckFilter::addressOf(CallInst &check) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(*check.getFunction());
  return *evolution.getSCEV(check.getArgOperand(AddressArgument));
}

/// Whether lanes of a warp likely access neighbours, and whoever compiles wants to know.
bool CheckFilter::isInRow(CallInst &check) {
  return options.cells == Cells::Lines && isOfWords(check) &&
         laneStride(addressOf(check)) == int64_t(constantArgument(check, SizeArgument));
}

/// A hint: with another address for each lane the check is slower.
bool CheckFilter::isUniformRead(CallInst &check, const MemoryAccess &access) {
  return access.kind == abi::AccessKind::Read && isOfWords(check) &&
         constantArgument(check, FlagsArgument) & AccessGlobal && isSameForLanes(addressOf(check));
}

/// The code has rows: its launches may have cells of lines.
void CheckFilter::markLines(Function &twin) const {
  for (CallInst *check : checksIn(twin))
    if (const uint64_t flags = constantArgument(*check, FlagsArgument); !(flags & AccessShared))
      setArgument(*check, FlagsArgument, flags | AccessWithLines);
}

void CheckFilter::apply(const Decision &decision, TwinSummary &summary) {
  CallInst &check = *decision.check;
  const SiteEntry &site = decision.site;
  const unsigned handle = sites.add(site);
  summary.sites.insert(handle);
  switch (site.status) {
  case abi::SiteStatus::Checked:
    summary.flags |= kernelFlagsOf(site, checks.factsOf(check).access.alignment);
    // What leaves its array is counted, and needs no cells for that.
    if (!(decision.flags & AccessIfOutsideShape))
      summary.flags |= abi::KernelShapelessChecks;
    if (!(decision.flags & AccessIfOutsideShape) && !decision.within &&
        site.space != abi::Space::Global)
      summary.flags |= abi::KernelShapelessShared;
    summary.provedBlock.narrow(decision.provedBlock);
    setArgument(check, FlagsArgument, decision.flags);
    if (isUniformRead(check, checks.factsOf(check).access)) {
      setArgument(check, FlagsArgument, decision.flags | AccessUniform);
    } else if (isInRow(check)) {
      setArgument(check, FlagsArgument, decision.flags | AccessInRow);
      summary.flags |= abi::KernelRows;
    }
    if (decision.within) {
      summary.flags |= abi::KernelWithinChecks;
      summary.within.insert(&check);
    }
    kept.push_back({&check, handle, decision.within});
    ++NumChecked;
    return;
  case abi::SiteStatus::Proved:
    // Such an access may order others, and its hooks stay.
    if (site.elision == Elision::BarrierInterval && checks.factsOf(check).access.maySynchronise())
      summary.flags |= kernelFlagsOf(site, checks.factsOf(check).access.alignment);
    noteElided(site.elision, check);
    if (options.usesCopies() && site.elision != Elision::Covered)
      checks.markProved(check);
    break;
  case abi::SiteStatus::NotAnalysed:
    if (checks.factsOf(check).access.writes() && site.space != abi::Space::Shared)
      summary.flags |= abi::KernelOpenStores;
    ++NumNotAnalysed;
    remarkNotAnalysed(check, names::ReasonText[unsigned(site.reason)]);
    break;
  }
  check.eraseFromParent();
}

/// Accesses to local variables that stayed in memory.
void CheckFilter::addDropped(Function &twin, TwinSummary &summary) {
  for (Instruction &instruction : instructions(twin)) {
    const AccessFacts *facts = checks.droppedFacts(instruction);
    if (!facts)
      continue;
    SiteEntry site = siteOf(*facts, instruction);
    site.status = abi::SiteStatus::Proved;
    site.elision = Elision::Stack;
    summary.sites.insert(sites.add(site));
    noteElided(Elision::Stack, instruction);
  }
}

/// Whether the access stays within the variable shows when it happens.
static void proveWithin(CallInst &check, const GlobalVariable &variable) {
  IRBuilder<> builder(&check);
  Type *type = check.getArgOperand(SizeArgument)->getType();
  const auto address = [&](Value *pointer) { return builder.CreatePtrToInt(pointer, type); };
  Value *start = ConstantExpr::getAddrSpaceCast(const_cast<GlobalVariable *>(&variable),
                                                check.getArgOperand(AddressArgument)->getType());
  const uint64_t size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  const uint64_t last = size - constantArgument(check, SizeArgument);
  Value *offset = builder.CreateSub(address(check.getArgOperand(AddressArgument)), address(start));
  Value *isWithin = builder.CreateICmpULE(offset, ConstantInt::get(type, last));
  Value *flags = check.getArgOperand(FlagsArgument);
  Value *proved =
      builder.CreateSelect(isWithin, ConstantInt::get(flags->getType(), AccessIfOutsideShape),
                           ConstantInt::get(flags->getType(), 0));
  check.setArgOperand(FlagsArgument, builder.CreateOr(flags, proved));
}

void CheckFilter::finish() {
  for (auto [check, site, within] : kept) {
    const uint32_t number = sites.numberOf(site);
    if (options.siteRange.contains(number)) {
      setArgument(*check, SiteArgument, number);
      if (within)
        proveWithin(*check, *within);
      continue;
    }
    sites.setNotAnalysed(site, abi::Reason::OptedOut);
    check->eraseFromParent();
  }
}

} // namespace warpsan
