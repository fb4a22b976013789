//===- ThreadLoops.cpp - What loops carry for a thread --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Terms.h"
#include "verify/ThreadTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan::verify {

z3::expr ThreadTerms::carried(const PHINode &phi) {
  if (isPeersToo(phi)) {
    const z3::expr shared = peer->value(phi);
    adoptDoubts();
    return shared;
  }
  std::optional<z3::expr> term = recurrence(phi);
  if (!term)
    term = listed(phi);
  if (!term)
    term = draw(phi);
  values.try_emplace(&phi, *term);
  assumeInvariants(*kernel.loops().getLoopFor(phi.getParent()));
  return *term;
}

std::optional<z3::expr> ThreadTerms::listed(const PHINode &phi) {
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  return statesOf(loop).valueIn(round(loop), phi);
}

void ThreadTerms::assumeInvariants(const Loop &loop) {
  const auto found = knowledge.loops.find(&loop);
  if (found == knowledge.loops.end() || !withInvariants.insert(&loop).second)
    return;
  const z3::expr arrived = arrives(*loop.getHeader());
  for (const LoopFact &fact : found->second)
    knownFacts.push_back(z3::implies(arrived, fact(*this)));
}

/// Without what the loop computes.
ThreadTerms ThreadTerms::outside(const Loop &loop) const {
  ThreadTerms copy = *this;
  const auto isInside = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop.contains(instruction);
  };
  std::erase_if(copy.values, [&](const auto &row) { return isInside(row.first); });
  std::erase_if(copy.pointers, [&](const auto &row) { return isInside(row.first); });
  std::erase_if(copy.arrivals, [&](const auto &row) { return loop.contains(row.first); });
  std::erase_if(copy.paths, [&](const auto &row) { return loop.contains(row.first); });
  std::erase_if(copy.rounds, [&](const auto &row) { return loop.contains(row.first); });
  copy.withInvariants.insert(&loop); // are not known of that round
  return copy;
}

ThreadTerms ThreadTerms::atEntry(const Loop &loop) {
  ThreadTerms copy = outside(loop);
  for (const PHINode &phi : loop.getHeader()->phis())
    if (bitsOf(phi))
      copy.values.try_emplace(&phi,
                              value(*phi.getIncomingValueForBlock(loop.getLoopPredecessor())));
  return copy;
}

ThreadTerms ThreadTerms::behind(const Loop &loop, const BasicBlock &latch) {
  std::vector<std::pair<const PHINode *, z3::expr>> next;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (bitsOf(phi))
      next.emplace_back(&phi, value(*phi.getIncomingValueForBlock(&latch)));
  ThreadTerms copy = outside(loop);
  for (const auto &[phi, term] : next)
    copy.values.try_emplace(phi, term);
  return copy;
}

/// Each round adds to it, and as the program has it the sum does not overflow.
static bool isSignedSum(const PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  auto *next =
      latch ? dyn_cast<OverflowingBinaryOperator>(phi.getIncomingValueForBlock(latch)) : nullptr;
  return next && next->hasNoSignedWrap() && is_contained(next->operands(), &phi);
}

/// The value with which the loop was entered, and the number that each round adds.
std::optional<z3::expr> ThreadTerms::recurrence(const PHINode &phi) {
  const Loop &loop = *kernel.loops().getLoopFor(phi.getParent());
  const BasicBlock *entry = loop.getLoopPredecessor();
  if (!entry || !phi.getType()->isIntegerTy())
    return std::nullopt;
  auto *sum = dyn_cast<SCEVAddRecExpr>(kernel.evolution().getSCEV(const_cast<PHINode *>(&phi)));
  if (!sum || sum->getLoop() != &loop || !sum->isAffine())
    return std::nullopt;
  const auto step = evolved(*sum->getOperand(1), loop);
  if (!step)
    return std::nullopt;
  const unsigned bits = bitsOf(phi);
  const z3::expr start = asBits(value(*phi.getIncomingValueForBlock(entry)));
  const z3::expr result = start + *step * resized(round(loop), bits, false);
  const z3::expr plainStep = step->simplify();
  if ((sum->hasNoSignedWrap() || isSignedSum(phi, loop)) && plainStep.is_numeral())
    addNoWrap(start, plainStep, loop);
  return asValue(result, phi);
}

/// Overflow of signed numbers does not happen, as the language has it.
void ThreadTerms::addNoWrap(const z3::expr &start, const z3::expr &step, const Loop &loop) {
  const unsigned bits = start.get_sort().bv_size(), wide = 2 * bits;
  if (wide > AddressBits)
    return;
  const z3::expr count = resized(round(loop), wide, false);
  const z3::expr exact = z3::sext(start, bits) + z3::sext(step, bits) * count;
  const z3::expr most = launch.context().bv_val(uint64_t(1) << bits, wide);
  knownFacts.push_back(z3::ule(round(loop), resized(most, AddressBits, false)));
  knownFacts.push_back(exact == z3::sext(exact.extract(bits - 1, 0), bits));
}

std::optional<z3::expr> ThreadTerms::evolved(const SCEV &number, const Loop &loop) {
  ScalarEvolution &evolution = kernel.evolution();
  if (!number.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned bits = number.getType()->getIntegerBitWidth();
  const auto operands = [&]() -> std::optional<std::vector<z3::expr>> {
    std::vector<z3::expr> terms;
    for (const SCEV *operand : number.operands()) {
      const auto term = evolved(*operand, loop);
      if (!term)
        return std::nullopt;
      terms.push_back(*term);
    }
    return terms;
  };
  const auto fold = [&](const auto &combine) -> std::optional<z3::expr> {
    const auto terms = operands();
    if (!terms)
      return std::nullopt;
    z3::expr result = terms->front();
    for (const z3::expr &term : ArrayRef(*terms).drop_front())
      result = combine(result, term);
    return result;
  };
  const auto least = [](const auto &isLess) {
    return [=](const z3::expr &a, const z3::expr &b) { return z3::ite(isLess(a, b), a, b); };
  };
  switch (number.getSCEVType()) {
  case scConstant:
    return numeral(launch.context(), cast<SCEVConstant>(number).getAPInt());
  case scUnknown:
    return asBits(value(*cast<SCEVUnknown>(number).getValue()));
  case scAddExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return a + b; });
  case scMulExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return a * b; });
  case scUDivExpr:
    return fold([](const z3::expr &a, const z3::expr &b) { return z3::udiv(a, b); });
  case scUMinExpr:
  case scSequentialUMinExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return z3::ult(a, b); }));
  case scUMaxExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return z3::ugt(a, b); }));
  case scSMinExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return a < b; }));
  case scSMaxExpr:
    return fold(least([](const z3::expr &a, const z3::expr &b) { return a > b; }));
  case scZeroExtend:
  case scTruncate:
  case scSignExtend: {
    const auto term = evolved(*number.operands().front(), loop);
    return term ? std::optional(resized(*term, bits, number.getSCEVType() == scSignExtend))
                : std::nullopt;
  }
  case scAddRecExpr: {
    auto &sum = cast<SCEVAddRecExpr>(number);
    const Loop &outer = *sum.getLoop();
    if (!sum.isAffine() || &outer == &loop || !outer.contains(&loop))
      return std::nullopt;
    const auto start = evolved(*sum.getStart(), outer);
    const auto step = evolved(*sum.getStepRecurrence(evolution), outer);
    if (!start || !step)
      return std::nullopt;
    return *start + *step * resized(round(outer), bits, false);
  }
  default:
    return std::nullopt;
  }
}

z3::expr ThreadTerms::round(const Loop &loop) {
  if (auto found = rounds.find(&loop); found != rounds.end())
    return found->second;
  z3::context &context = launch.context();
  const auto keep = [&](const z3::expr &term) {
    return rounds.try_emplace(&loop, term).first->second;
  };
  if (ranLikePeer(*loop.getHeader()->begin())) {
    const z3::expr shared = peer->round(loop);
    adoptDoubts();
    return keep(shared);
  }
  const std::string symbolName = name + ".round of " + nameOf(*loop.getHeader());
  const std::optional<z3::expr> last = lastRound(loop);
  if (!last)
    return keep(launch.symbol(symbolName, AddressBits));
  unsigned bits = last->get_sort().bv_size();
  if (last->is_numeral())
    bits = std::min<unsigned>(bits, llvm::bit_width(last->get_numeral_uint64()));
  if (bits == 0)
    return keep(context.bv_val(0, AddressBits));
  const z3::expr number = launch.symbol(symbolName, bits);
  knownFacts.push_back(z3::ule(number, resized(*last, bits, false)));
  return keep(resized(number, AddressBits, false));
}

/// At most that; nothing if there is no bound, or none that is understood.
std::optional<z3::expr> ThreadTerms::lastRound(const Loop &loop) {
  if (const auto end = statesOf(loop).lastRound()) {
    if (!loop.getExitingBlock())
      doubt.add(Doubt::Rounds);
    return launch.context().bv_val(*end, AddressBits);
  }
  ScalarEvolution &evolution = kernel.evolution();
  const SCEV *last = evolution.getBackedgeTakenCount(&loop);
  if (!loop.getExitingBlock() || isa<SCEVCouldNotCompute>(last))
    doubt.add(Doubt::Rounds);
  if (isa<SCEVCouldNotCompute>(last))
    last = evolution.getSymbolicMaxBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(last))
    return std::nullopt;
  const std::optional<z3::expr> term = evolved(*last, loop);
  if (!term || term->get_sort().bv_size() > AddressBits)
    return std::nullopt;
  return term->simplify();
}

/// Loops that were left are in their last round.
z3::expr ThreadTerms::valueBefore(const Loop &loop, const Value &before) {
  z3::expr term = value(before);
  z3::expr_vector from(launch.context()), to(launch.context());
  for (const auto &[left, list] : states)
    if (const auto end = list.lastRound();
        end && left->getExitingBlock() && !left->contains(&loop)) {
      from.push_back(round(*left));
      to.push_back(launch.context().bv_val(*end, AddressBits));
    }
  return term.substitute(from, to).simplify();
}

const LoopStates &ThreadTerms::statesOf(const Loop &loop) {
  if (auto found = states.find(&loop); found != states.end())
    return found->second;
  states[&loop] = LoopStates();
  return states[&loop] = LoopStates(*this, loop);
}

} // namespace warpsan::verify
