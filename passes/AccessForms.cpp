//===- AccessForms.cpp - Tables for launches that need no checks -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/AccessForms.h"
#include "analysis/BarrierIntervals.h"
#include "analysis/BlockUniformity.h"
#include "analysis/Opaques.h"
#include "analysis/Provenance.h"
#include "analysis/SyncEffects.h"
#include "analysis/TermWriter.h"
#include "analysis/Tickets.h"
#include "analysis/Ways.h"
#include "core/access.h"
#include "passes/Checks.h"
#include "passes/RuntimeCallees.h"
#include "passes/TwinInstrumenter.h"
#include "passes/Twins.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

using abi::FormInfo;

uint64_t flagsOf(const CallInst &check) {
  return cast<ConstantInt>(check.getArgOperand(FlagsArgument))->getZExtValue();
}

bool isWideAtomic(const MemoryAccess &access) {
  return access.kind >= abi::AccessKind::AtomicLoad && access.scope >= abi::Scope::Device;
}

uint32_t formFlags(const MemoryAccess &access) {
  return (access.writes() ? abi::FormWrites : 0) | (access.isStrong() ? abi::FormAtomic : 0) |
         (isWideAtomic(access) ? abi::FormWide : 0);
}

/// A pointer that has no root, or too many.
void addOpen(const MemoryAccess &access, TwinSummary &summary) {
  if (formFlags(access))
    summary.flags |= abi::KernelOpenStores;
  else
    summary.hasOpenReads = true;
}

/// Calls of code that has neither checks nor a reason.
bool mayStoreUnseen(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isIntrinsic() || isTwinName(callee->getName()))
    return false;
  return !isHarmlessFunction(callee->getName()) && !callee->isDeclaration();
}

/// Of a comparison of integers, with its sides swapped if it is one with greater.
abi::GuardRelation relationOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return abi::GuardRelation::Equal;
  case CmpInst::ICMP_NE:
    return abi::GuardRelation::NotEqual;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SGT:
    return abi::GuardRelation::SignedLess;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_SGE:
    return abi::GuardRelation::SignedLessEqual;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_UGT:
    return abi::GuardRelation::UnsignedLess;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_UGE:
    return abi::GuardRelation::UnsignedLessEqual;
  default:
    llvm_unreachable("of integers");
  }
}

/// Forms of the checks of one kernel.
class KernelCollector {
public:
  KernelCollector(Function &twin, FormTables &tables, FunctionAnalysisManager &analyses,
                  AsmDecoder &decoder, TwinSummary &summary)
      : dominators(analyses.getResult<DominatorTreeAnalysis>(twin)),
        loops(analyses.getResult<LoopAnalysis>(twin)),
        evolution(twin, analyses.getResult<TargetLibraryAnalysis>(twin),
                  analyses.getResult<AssumptionAnalysis>(twin), dominators, loops),
        fields(twin), tickets(twin), uniformity(twin),
        opaques(uniformity, evolution, dominators, loops),
        terms(tables, fields, tickets, opaques, evolution, loops),
        intervals(twin, decoder, uniformity), tables(tables), summary(summary) {}

  void add(CallInst &check, const MemoryAccess &access);

private:
  struct GuardList {
    uint32_t first;
    uint32_t count;
  };
  std::optional<uint32_t> numberOf(const AccessRoot &root);
  void addForm(CallInst &check, const MemoryAccess &access, uint32_t root, bool isOnly);
  const Instruction *drawBehind(const CallInst &check) const;
  bool isOnce(const BasicBlock &block) const;
  uint32_t ticketFlags(CallInst &check, const MemoryAccess &access);
  void addForm(const FormInfo &form);
  uint64_t intervalsOf(const CallInst &check);
  bool isOfLastTime(uint32_t row) const;
  std::optional<abi::GuardInfo> writeGuard(const WayGuard &row, const BasicBlock &block);
  bool isOfEveryRound(const Guard &guard);
  GuardList writeGuards(const Way &way, const BasicBlock &block);
  ArrayRef<GuardList> guardsOf(const BasicBlock &block);

  DominatorTree &dominators;
  LoopInfo &loops;
  ScalarEvolution evolution;
  ParameterFields fields;
  Tickets tickets;
  BlockUniformity uniformity;
  Opaques opaques;
  TermWriter terms;
  BarrierIntervals intervals;
  FormTables &tables;
  TwinSummary &summary;
  DenseMap<const BasicBlock *, SmallVector<GuardList, 1>> guardLists;
};

std::optional<uint32_t> KernelCollector::numberOf(const AccessRoot &root) {
  std::vector<AccessRoot> &roots = summary.forms.roots;
  const uint32_t number = find(roots, root) - roots.begin();
  if (number == abi::MaxRoots)
    return std::nullopt;
  if (number == roots.size())
    roots.push_back(root);
  return number;
}

/// Whoever goes on to another round of the innermost loop that the guard follows passes it.
bool KernelCollector::isOfEveryRound(const Guard &guard) {
  SmallPtrSet<const Loop *, 4> followed;
  terms.addLoops(*guard.left, followed);
  terms.addLoops(*guard.right, followed);
  if (followed.empty())
    return false;
  const Loop *inner = *max_element(followed, [](const Loop *left, const Loop *right) {
    return left->getLoopDepth() < right->getLoopDepth();
  });
  SmallVector<BasicBlock *, 4> latches;
  inner->getLoopLatches(latches);
  return all_of(followed, [&](const Loop *loop) { return loop->contains(inner); }) &&
         all_of(latches,
                [&](const BasicBlock *latch) { return dominators.dominates(guard.edge, latch); });
}

/// Names a ticket or an opaque value, which is the one of the last time it was computed.
bool KernelCollector::isOfLastTime(uint32_t row) const {
  const abi::TermInfo &term = tables.terms()[row];
  const unsigned operands = abi::operandsOf(term.kind);
  return term.kind == abi::TermKind::Ticket || term.kind == abi::TermKind::Opaque ||
         (operands >= 1 && isOfLastTime(term.left)) || (operands == 2 && isOfLastTime(term.right));
}

/// What was computed on the way to the block may have been computed anew since.
std::optional<abi::GuardInfo> KernelCollector::writeGuard(const WayGuard &row,
                                                          const BasicBlock &block) {
  const Guard &guard = row.guard;
  const bool isSwapped = ICmpInst::isGT(guard.predicate) || ICmpInst::isGE(guard.predicate);
  const auto write = [&](Value &side) {
    return terms.write(side, *row.place, row.loop, row.isNext);
  };
  const uint32_t left = write(isSwapped ? *guard.right : *guard.left);
  const uint32_t right = left == abi::NoTerm ? left : write(isSwapped ? *guard.left : *guard.right);
  if (right == abi::NoTerm || (row.place != &block && (isOfLastTime(left) || isOfLastTime(right))))
    return std::nullopt;
  const uint32_t relation = uint32_t(relationOf(guard.predicate));
  const uint32_t everyRound = !row.loop && isOfEveryRound(guard) ? abi::GuardEveryRound : 0;
  return abi::GuardInfo{left, right, abi::GuardRelation(relation | everyRound)};
}

KernelCollector::GuardList KernelCollector::writeGuards(const Way &way, const BasicBlock &block) {
  constexpr unsigned MaxGuards = 16;
  SmallVector<abi::GuardInfo, MaxGuards> guards;
  for (const WayGuard &guard : way) {
    if (guards.size() == MaxGuards)
      break;
    if (std::optional<abi::GuardInfo> row = writeGuard(guard, block))
      guards.push_back(*row);
  }
  return {tables.add(guards), uint32_t(guards.size())};
}

/// One for each way into the block.
ArrayRef<KernelCollector::GuardList> KernelCollector::guardsOf(const BasicBlock &block) {
  auto [known, isNew] = guardLists.try_emplace(&block);
  if (isNew)
    for (const Way &way : waysInto(block, dominators, loops))
      known->second.push_back(writeGuards(way, block));
  return known->second;
}

uint64_t KernelCollector::intervalsOf(const CallInst &check) {
  uint64_t found = 0;
  if (intervals.count() <= abi::MaxIntervals)
    for (unsigned i = 0; i < intervals.count(); ++i)
      found |= uint64_t(intervals.contains(i, check)) << i;
  return found;
}

/// The thread comes from the draw to the check, whatever happens.
bool surelyFollows(const Instruction &draw, const CallInst &check) {
  constexpr unsigned MaxDistance = 64;
  return draw.getParent() == check.getParent() && draw.comesBefore(&check) &&
         isGuaranteedToTransferExecutionToSuccessor(draw.getIterator(), check.getIterator(),
                                                    MaxDistance);
}

/// The access of a check stands behind it, but for hooks.
const Instruction *KernelCollector::drawBehind(const CallInst &check) const {
  constexpr unsigned Near = 4;
  const Value *address = check.getArgOperand(AddressArgument)->stripPointerCasts();
  const Instruction *next = check.getNextNode();
  for (unsigned i = 0; next && i < Near; next = next->getNextNode(), ++i)
    if (tickets.numberOf(*next) != 0 &&
        cast<AtomicRMWInst>(next)->getPointerOperand()->stripPointerCasts() == address)
      return next;
  return nullptr;
}

/// No way leads from the block to itself.
bool KernelCollector::isOnce(const BasicBlock &block) const {
  return none_of(successors(&block), [&](const BasicBlock *next) {
    return isPotentiallyReachable(next, &block, nullptr, &dominators, &loops);
  });
}

/// The host may write to counters of system scope.
uint32_t KernelCollector::ticketFlags(CallInst &check, const MemoryAccess &access) {
  const Instruction *drawn = access.scope == abi::Scope::Device ? drawBehind(check) : nullptr;
  if (drawn)
    return abi::drawFlags(tickets.numberOf(*drawn), Tickets::amountOf(*drawn)) |
           (isOnce(*check.getParent()) ? abi::FormDrawsOnce : 0);
  const SCEV *address = evolution.getSCEV(check.getArgOperand(AddressArgument));
  const bool follows = SCEVExprContains(address, [&](const SCEV *part) {
    auto *unknown = dyn_cast<SCEVUnknown>(part);
    auto *draw = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
    return draw && tickets.numberOf(*draw) != 0 && surelyFollows(*draw, check);
  });
  return follows ? abi::FormFollowsDraw : 0;
}

void KernelCollector::addForm(CallInst &check, const MemoryAccess &access, uint32_t root,
                              bool isOnly) {
  const BasicBlock &block = *check.getParent();
  FormInfo form = {root, abi::NoTerm, 0, formFlags(access), 0, 0, intervalsOf(check)};
  form.flags |= ticketFlags(check, access);
  auto *size = dyn_cast<ConstantInt>(check.getArgOperand(SizeArgument));
  if (size && size->getValue().isIntN(32)) {
    form.bytes = size->getZExtValue();
    if (isOnly)
      form.term = terms.writeOffset(*check.getArgOperand(AddressArgument),
                                    summary.forms.roots[root], block);
  }
  const ArrayRef<GuardList> ways = guardsOf(block);
  if (ways.size() > 1)
    form.flags &= ~abi::FormFollowsDraw; // each of the forms is only behind some draws
  for (const GuardList &guards : ways) {
    form.guardList = guards.first;
    form.guardCount = guards.count;
    addForm(form);
  }
}

void KernelCollector::addForm(const FormInfo &form) {
  const auto isSame = [&](const FormInfo &other) { return !memcmp(&form, &other, sizeof form); };
  if (none_of(summary.forms.forms, isSame))
    summary.forms.forms.push_back(form);
}

void KernelCollector::add(CallInst &check, const MemoryAccess &access) {
  const AccessRoots found = findRoots(*check.getArgOperand(AddressArgument), fields);
  bool isOpen = found.isOpen, isRooted = false;
  for (const AccessRoot &root : found.roots) {
    const std::optional<uint32_t> number = numberOf(root);
    isOpen |= !number;
    if (!number)
      continue;
    addForm(check, access, *number, found.isOne());
    isRooted = found.isOne();
    if (isRooted)
      check.setArgOperand(FlagsArgument,
                          ConstantInt::get(check.getArgOperand(FlagsArgument)->getType(),
                                           flagsOf(check) | (*number + 1) << AccessRootShift));
  }
  if (isOpen)
    addOpen(access, summary);
  if (!isRooted)
    summary.flags |= abi::KernelUnrootedChecks | abi::KernelUnrootedGlobal;
}

} // namespace

void AccessForms::collect(Function &twin, TwinSummary &summary) {
  if (any_of(instructions(twin), mayStoreUnseen))
    summary.flags |= abi::KernelOpenStores;
  const SmallVector<CallInst *, 0> kept = checksIn(twin);
  std::optional<KernelCollector> kernel;
  for (CallInst *check : kept) {
    const MemoryAccess &access = checks.factsOf(*check).access;
    const bool isShared = flagsOf(*check) & AccessShared;
    if (isOn && isKernel(twin) && !isShared) {
      if (!kernel)
        kernel.emplace(twin, rows, analyses, decoder, summary);
      kernel->add(*check, access);
      continue;
    }
    if (!(flagsOf(*check) & AccessIfOutsideShape) && !summary.within.contains(check))
      summary.flags |= abi::KernelUnrootedChecks;
    if (isShared)
      continue;
    summary.flags |= abi::KernelUnrootedGlobal;
    addOpen(access, summary);
  }
}

uint32_t openCodeFlags(uint32_t flags, uint32_t reasons) {
  constexpr uint32_t ofOrder =
      1u << unsigned(abi::Reason::NamedBarrier) | 1u << unsigned(abi::Reason::MixedWarpMasks);
  const bool isOpen = (flags & abi::KernelOpen) || (reasons & ~ofOrder);
  constexpr uint32_t flagsOfOpen =
      abi::KernelOpenStores | abi::KernelUnrootedChecks | abi::KernelUnrootedGlobal;
  return isOpen ? flagsOfOpen : 0;
}

void addOpenReads(KernelForms &kernel) {
  for (uint32_t root = 0; root < kernel.roots.size(); ++root)
    if (any_of(kernel.forms, [&](const FormInfo &form) {
          return form.root == root && form.flags & (abi::FormWrites | abi::FormAtomic);
        }))
      kernel.forms.push_back({root, abi::NoTerm, 0, 0, 0, 0, 0});
}

} // namespace warpsan
