//===- Meeting.cpp - Do two accesses touch one byte? ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Meeting.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::verify {

bool Meeting::mayReach(const Instruction &from, const Instruction &to) const {
  if (from.getParent() == to.getParent())
    return from.comesBefore(&to);
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> work{from.getParent()};
  while (!work.empty())
    for (const BasicBlock *block = work.pop_back_val();
         const BasicBlock *next : successors(block)) {
      const Loop *loop = kernel.loops().getLoopFor(next);
      const bool isBack =
          loop && loop->getHeader() == next && loop->contains(block) && loop->contains(&to);
      if (isBack || !seen.insert(next).second)
        continue;
      if (next == to.getParent())
        return true;
      work.push_back(next);
    }
  return false;
}

bool Meeting::mayConflict(const Access &a, const Access &b, Relation relation) const {
  if (!a.writes && !b.writes)
    return false;
  const bool isNarrow = (a.isOfBlock || b.isOfBlock) && relation == Relation::OtherBlocks;
  if (a.isStrong && b.isStrong && !isNarrow)
    return false;
  const unsigned objectA = kernel.objectOf(*a.pointer), objectB = kernel.objectOf(*b.pointer);
  for (const unsigned object : {objectA, objectB}) {
    const Object::Kind kind = kernel.object(object).kind;
    if (kind == Object::Kind::Own || kind == Object::Kind::Constant)
      return false;
    if (kind == Object::Kind::Shared && relation == Relation::OtherBlocks)
      return false;
  }
  const bool areOfOne =
      kernel.mayAlias() && kernel.object(objectA).isGlobal() && kernel.object(objectB).isGlobal();
  return objectA == objectB || areOfOne || objectA == Kernel::UnknownObject ||
         objectB == Kernel::UnknownObject;
}

/// In lock-step, two threads of a warp are at one instruction at a time, in the same round of
/// all loops around it; or on two sides of a branch, which run in any order.
bool Meeting::areInStep(const Access &a, const Access &b) const {
  return &a == &b || !(mayReach(*a.place, *b.place) || mayReach(*b.place, *a.place));
}

/// Whether the object is one that the two threads have in common.
z3::expr Meeting::isMemory(const z3::expr &object, Relation relation) const {
  z3::expr result = object.ctx().bool_val(true);
  for (unsigned number = 0; number < kernel.objectCount(); ++number) {
    const Object &row = kernel.object(number);
    const bool isAlone = row.kind == Object::Kind::Own || row.kind == Object::Kind::Constant ||
                         (row.isOfBlock() && relation == Relation::OtherBlocks);
    if (isAlone)
      result = result && object != object.ctx().bv_val(number, ThreadTerms::ObjectBits);
  }
  return result;
}

z3::expr Meeting::isGlobal(const z3::expr &object) const {
  z3::context &context = object.ctx();
  z3::expr result = context.bool_val(false);
  for (unsigned number = 0; number < kernel.objectCount(); ++number)
    if (kernel.object(number).isGlobal())
      result = result || object == context.bv_val(number, ThreadTerms::ObjectBits);
  return result;
}

/// Whether the bytes of both accesses have one in common.
static z3::expr overlap(const Access &a, const z3::expr &offsetA, const Access &b,
                        const z3::expr &offsetB) {
  z3::context &context = offsetA.ctx();
  const uint64_t bytesA = a.bytes, bytesB = b.bytes;
  // Aligned ones of one size are the same or apart.
  if (bytesA == bytesB && a.alignment >= bytesA && b.alignment >= bytesB)
    return offsetA == offsetB;
  const auto bytes = [&](uint64_t number) {
    return context.bv_val(number, ThreadTerms::AddressBits);
  };
  return z3::ult(offsetA - offsetB, bytes(bytesB)) || z3::ult(offsetB - offsetA, bytes(bytesA));
}

/// In the re-sync method, threads of one warp are in step.
z3::expr Meeting::mayBeAtOnce(ThreadPair &threads, const Access &a, const Access &b,
                              Relation relation) const {
  z3::context &context = threads.launch.context();
  if (options.warps != Warps::ReSync || relation == Relation::OtherBlocks)
    return context.bool_val(true);
  z3::expr areInRound = context.bool_val(areInStep(a, b));
  for (const Loop *loop = kernel.loops().getLoopFor(a.place->getParent()); loop;
       loop = loop->getParentLoop())
    if (loop->contains(b.place))
      areInRound = areInRound && threads.first.round(*loop) == threads.second.round(*loop);
  return warpOf(threads.first) != warpOf(threads.second) || areInRound;
}

std::optional<z3::expr> Meeting::storesDiffer(ThreadPair &threads, const Pair &pair) const {
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  if (a.reads || b.reads || !a.stored || !b.stored || a.bytes != b.bytes)
    return std::nullopt;
  return threads.first.value(*a.stored) != threads.second.value(*b.stored);
}

std::optional<z3::expr> Meeting::of(ThreadPair &threads, const Pair &pair,
                                    Relation relation) const {
  z3::context &context = threads.launch.context();
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  const PointerTerm pointerA = threads.first.pointer(*a.pointer);
  const PointerTerm pointerB = threads.second.pointer(*b.pointer);
  const z3::expr unknown = context.bv_val(Kernel::UnknownObject, ThreadTerms::ObjectBits);
  z3::expr isUnknown = pointerA.object == unknown || pointerB.object == unknown;
  if (kernel.mayAlias())
    isUnknown = isUnknown || (pointerA.object != pointerB.object && isGlobal(pointerA.object) &&
                              isGlobal(pointerB.object));
  const z3::expr meets = (isUnknown || (pointerA.object == pointerB.object &&
                                        overlap(a, pointerA.offset, b, pointerB.offset))) &&
                         isMemory(pointerA.object, relation) && isMemory(pointerB.object, relation);
  const z3::expr isAny = context.bool_val(true);
  const z3::expr counts =
      options.allowsSameValue ? storesDiffer(threads, pair).value_or(isAny) : isAny;
  const z3::expr simple = (meets && counts && mayBeAtOnce(threads, a, b, relation)).simplify();
  if (simple.is_false())
    return std::nullopt;
  return threads.first.comesTo(*a.place->getParent()) &&
         threads.second.comesTo(*b.place->getParent()) && simple;
}

} // namespace warpsan::verify
