//===- CoveredAccesses.cpp - Accesses that others stand for ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/CoveredAccesses.h"
#include "analysis/SyncPaths.h"
#include "warpsan/module_info.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Checks that are tried for an access, the latest first: behind many barriers the older
/// ones do not matter.
constexpr unsigned MaxTries = 8;
/// Instructions between an access and one that surely follows.
constexpr unsigned MaxDistance = 512;

/// The thread comes from the earlier access to the later one, whatever happens.
bool surelyFollows(const CallInst &earlier, const CallInst &later) {
  return earlier.getParent() == later.getParent() && earlier.comesBefore(&later) &&
         isGuaranteedToTransferExecutionToSuccessor(earlier.getIterator(), later.getIterator(),
                                                    MaxDistance);
}

/// Checks extend what is stored each for itself.
bool isSameValue(const Value *a, const Value *b) {
  while (a && b && a != b) {
    auto *first = dyn_cast<CastInst>(a);
    auto *second = dyn_cast<CastInst>(b);
    if (!first || !second || first->getOpcode() != second->getOpcode() ||
        first->getType() != second->getType())
      return false;
    a = first->getOperand(0);
    b = second->getOperand(0);
  }
  return a && a == b;
}

bool isOtherValue(const Value *a, const Value *b) {
  return a && b && a != b && isa<ConstantInt>(a) && isa<ConstantInt>(b);
}

bool isNonCoherent(const PlainAccess &access) { return access.siteFlags & abi::SiteNonCoherent; }

bool isSamePlace(const CallInst &a, const CallInst &b) {
  return a.getDebugLoc() && a.getDebugLoc() == b.getDebugLoc();
}

/// A recurrence has one value in a round, and another one outside of the loop.
bool isOneValue(const SCEV *pointer, const BasicBlock &a, const BasicBlock &b) {
  return !SCEVExprContains(pointer, [&](const SCEV *part) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
    return recurrence &&
           !(recurrence->getLoop()->contains(&a) && recurrence->getLoop()->contains(&b));
  });
}

} // namespace

CoveredAccesses::CoveredAccesses(ArrayRef<PlainAccess> accesses, const SyncPaths &paths,
                                 const DominatorTree &tree, ScalarEvolution &evolution)
    : paths(paths), tree(tree), evolution(evolution) {
  MapVector<const SCEV *, Group> groups;
  for (const PlainAccess &access : accesses) {
    marks[access.check] = access.siteFlags & (abi::SiteUpdate | abi::SiteStandsForMore);
    if (tree.isReachableFromEntry(access.check->getParent()))
      groups[evolution.getSCEV(const_cast<Value *>(access.pointer))].push_back(&access);
  }
  tree.updateDFSNumbers();
  for (auto &[pointer, group] : groups)
    if (group.size() > 1)
      cover(group);
}

/// The checks of what dominates an access come before it.
void CoveredAccesses::cover(Group &group) {
  sort(group, [&](const PlainAccess *a, const PlainAccess *b) {
    const BasicBlock *first = a->check->getParent(), *second = b->check->getParent();
    if (first == second)
      return a->check->comesBefore(b->check);
    return tree.getNode(first)->getDFSNumIn() < tree.getNode(second)->getDFSNumIn();
  });
  SmallVector<const PlainAccess *, 8> kept;
  for (unsigned i = 0; i < group.size(); ++i) {
    const PlainAccess &access = *group[i];
    const auto isCover = [&](const PlainAccess *cover) {
      return isBehind(*cover, access) && covers(*cover, access);
    };
    const auto tried =
        make_range(kept.rbegin(), kept.rbegin() + std::min<size_t>(kept.size(), MaxTries));
    if (any_of(tried, isCover) || findUpdate(group, i))
      covered.insert(access.check);
    else
      kept.push_back(&access);
  }
}

/// Whether the access is the read of an update, whose store is then marked.
bool CoveredAccesses::findUpdate(const Group &group, unsigned read) {
  const PlainAccess &access = *group[read];
  if (access.writes)
    return false;
  for (const PlainAccess *other : drop_begin(group, read + 1)) {
    if (other->check->getParent() != access.check->getParent())
      return false;
    if (!other->writes)
      continue;
    const bool isUpdate = other->bytes == access.bytes && other->isShaped == access.isShaped &&
                          !isNonCoherent(access) && isSamePlace(*access.check, *other->check) &&
                          surelyFollows(*access.check, *other->check) &&
                          paths.areFree(*access.check, *other->check);
    if (isUpdate)
      marks[other->check] |= abi::SiteUpdate | abi::SiteStandsForMore;
    return isUpdate;
  }
  return false;
}

/// Of two accesses that `isBehind` holds for.
bool CoveredAccesses::covers(const PlainAccess &cover, const PlainAccess &access) {
  if (!cover.writes)
    return !access.writes;
  if (marks.lookup(cover.check) & abi::SiteStandsForMore)
    return true;
  const bool isSize = access.bytes == cover.bytes;
  // The store of an update stands for a read that is gone.
  if (access.writes && isSize && !(marks.lookup(access.check) & abi::SiteUpdate) &&
      isSameValue(cover.stored, access.stored))
    return true;
  // Without positions, copies of a store in other code have the same site.
  const bool standsForMore =
      (!access.writes || (isSize && isOtherValue(cover.stored, access.stored))) &&
      cover.check->getDebugLoc() && surelyFollows(*cover.check, *access.check);
  if (standsForMore)
    marks[cover.check] |= abi::SiteStandsForMore;
  return standsForMore;
}

/// The access comes behind the other one, of the same bytes and maybe more, and nothing
/// orders the thread in between.
bool CoveredAccesses::isBehind(const PlainAccess &cover, const PlainAccess &access) const {
  const SCEV *pointer = evolution.getSCEV(const_cast<Value *>(access.pointer));
  return cover.bytes >= access.bytes && isNonCoherent(cover) == isNonCoherent(access) &&
         (access.isShaped || !cover.isShaped) && tree.dominates(cover.check, access.check) &&
         isOneValue(pointer, *cover.check->getParent(), *access.check->getParent()) &&
         paths.areFree(*cover.check, *access.check);
}

} // namespace warpsan
