//===- Invariants.cpp - What holds in every round of a loop ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Invariants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

struct Candidate {
  const Loop *loop;
  LoopFact fact;
};

z3::expr bits(ThreadTerms &thread, const Value &value) {
  const z3::expr term = thread.value(value);
  return term.is_bool() ? bitOf(term) : term;
}

z3::expr number(const z3::expr &like, uint64_t value) {
  return like.ctx().bv_val(value, like.get_sort().bv_size());
}

/// Integers that the loop carries.
SmallVector<const PHINode *, 4> carriedBy(const Loop &loop) {
  SmallVector<const PHINode *, 4> result;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && !phi.getType()->isIntegerTy(1) &&
        phi.getType()->getIntegerBitWidth() <= ThreadTerms::AddressBits)
      result.push_back(&phi);
  return result;
}

/// Numbers from outside that conditions of the loop compare something with.
SmallVector<const Value *, 4> boundsIn(const Loop &loop, const PHINode &phi) {
  SmallVector<const Value *, 4> bounds;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *comparison = dyn_cast<ICmpInst>(&instruction);
      if (!comparison || comparison->getOperand(0)->getType() != phi.getType())
        continue;
      for (const Value *operand : comparison->operands())
        if (loop.isLoopInvariant(operand) && !is_contained(bounds, operand))
          bounds.push_back(operand);
    }
  return bounds;
}

/// By which the value changes from round to round, if it is added.
const Value *stepOf(const PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  auto *next = latch ? dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch)) : nullptr;
  if (!next || next->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned side : {0, 1})
    if (next->getOperand(side) == &phi && loop.isLoopInvariant(next->getOperand(1 - side)))
      return next->getOperand(1 - side);
  return nullptr;
}

class Guesses {
public:
  explicit Guesses(const Kernel &kernel) {
    for (const Loop *loop : kernel.loops().getLoopsInPreorder()) {
      add(*loop);
      addOfProgram(*loop, kernel.loops());
    }
  }
  std::vector<Candidate> take() { return std::move(candidates); }

private:
  void add(const Loop &loop);
  void addOfProgram(const Loop &loop, const LoopInfo &loops);
  void addOfStart(const Loop &loop, const PHINode &phi);
  void addOfBounds(const Loop &loop, const PHINode &phi);
  void addOfTwo(const Loop &loop, const PHINode &a, const PHINode &b);
  void add(const Loop &loop, LoopFact fact) { candidates.push_back({&loop, std::move(fact)}); }

  std::vector<Candidate> candidates;
};

void Guesses::add(const Loop &loop) {
  if (!loop.getLoopPredecessor())
    return;
  const SmallVector<const PHINode *, 4> carried = carriedBy(loop);
  for (const PHINode *phi : carried) {
    addOfStart(loop, *phi);
    addOfBounds(loop, *phi);
    for (const PHINode *other : carried)
      if (other != phi && other->getType() == phi->getType())
        addOfTwo(loop, *phi, *other);
  }
}

/// What the program suggests.
void Guesses::addOfProgram(const Loop &loop, const LoopInfo &loops) {
  if (!loop.getLoopPredecessor())
    return;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->getName() == InvariantFunction && loops.getLoopFor(block) == &loop)
        add(loop, [call](ThreadTerms &t) { return t.value(*call->getArgOperand(0)); });
    }
}

/// Larger or smaller than at first; a power of two, or zero.
void Guesses::addOfStart(const Loop &loop, const PHINode &phi) {
  const Value *start = phi.getIncomingValueForBlock(loop.getLoopPredecessor());
  add(loop, [=, &phi](ThreadTerms &t) { return z3::uge(bits(t, phi), bits(t, *start)); });
  add(loop, [=, &phi](ThreadTerms &t) { return z3::ule(bits(t, phi), bits(t, *start)); });
  add(loop, [=, &phi](ThreadTerms &t) { return bits(t, phi) >= bits(t, *start); });
  add(loop, [=, &phi](ThreadTerms &t) { return bits(t, phi) <= bits(t, *start); });
  add(loop, [=, &phi](ThreadTerms &t) { return bits(t, phi) >= 0; });
  add(loop, [&phi](ThreadTerms &t) {
    const z3::expr value = bits(t, phi);
    return (value & (value - number(value, 1))) == number(value, 0);
  });
}

/// On this side of what it is compared with, or so it was one step before.
void Guesses::addOfBounds(const Loop &loop, const PHINode &phi) {
  const Value *start = phi.getIncomingValueForBlock(loop.getLoopPredecessor());
  const Value *step = stepOf(phi, loop);
  for (const Value *bound : boundsIn(loop, phi)) {
    add(loop, [=, &phi](ThreadTerms &t) { return z3::ule(bits(t, phi), bits(t, *bound)); });
    add(loop, [=, &phi](ThreadTerms &t) { return bits(t, phi) <= bits(t, *bound); });
    add(loop, [=, &phi](ThreadTerms &t) { return z3::uge(bits(t, phi), bits(t, *bound)); });
    add(loop, [=, &phi](ThreadTerms &t) { return bits(t, phi) >= bits(t, *bound); });
    if (!step)
      continue;
    const auto before = [=, &phi](ThreadTerms &t, const auto &holds) {
      const z3::expr value = bits(t, phi);
      return value == bits(t, *start) || holds(value - bits(t, *step), bits(t, *bound));
    };
    add(loop, [=](ThreadTerms &t) {
      return before(t, [](const z3::expr &a, const z3::expr &b) { return a < b; });
    });
    add(loop, [=](ThreadTerms &t) {
      return before(t, [](const z3::expr &a, const z3::expr &b) { return z3::ult(a, b); });
    });
  }
}

/// In order; or what one is divided by the other one is multiplied with.
void Guesses::addOfTwo(const Loop &loop, const PHINode &a, const PHINode &b) {
  add(loop, [&](ThreadTerms &t) { return z3::ule(bits(t, a), bits(t, b)); });
  if (&a > &b)
    return;
  const BasicBlock *entry = loop.getLoopPredecessor();
  const Value *startA = a.getIncomingValueForBlock(entry),
              *startB = b.getIncomingValueForBlock(entry);
  add(loop, [=, &a, &b](ThreadTerms &t) {
    return bits(t, a) * bits(t, b) == bits(t, *startA) * bits(t, *startB);
  });
}

class Houdini {
public:
  Houdini(const Kernel &kernel, const LaunchAssumptions &assumptions, const Knowledge &knowledge,
          Solver &solver, z3::context &context, const std::function<bool()> &isLate)
      : kernel(kernel), assumptions(assumptions), knowledge(knowledge), solver(solver),
        context(context), isLate(isLate), candidates(Guesses(kernel).take()) {}

  LoopFacts run();

private:
  Knowledge known() const;
  bool drop(const Loop &loop);
  bool drop(const Loop &loop, ThreadTerms &thread, ThreadTerms &round, const z3::expr &comes);

  const Kernel &kernel;
  const LaunchAssumptions &assumptions;
  const Knowledge &knowledge; ///< apart from loops
  Solver &solver;
  z3::context &context;
  const std::function<bool()> &isLate;
  std::vector<Candidate> candidates;
};

Knowledge Houdini::known() const {
  Knowledge result = knowledge;
  for (const Candidate &row : candidates)
    result.loops[row.loop].push_back(row.fact);
  return result;
}

/// Drops the candidates of the loop that do not hold in the round; true if there were any.
bool Houdini::drop(const Loop &loop, ThreadTerms &thread, ThreadTerms &round,
                   const z3::expr &comes) {
  bool isChanged = false;
  std::vector<z3::expr> terms;
  std::vector<size_t> open;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].loop == &loop) {
      open.push_back(i);
      terms.push_back(candidates[i].fact(round));
    }
  std::vector<bool> isFalse(candidates.size());
  while (!open.empty()) {
    z3::expr_vector broken(context);
    for (const z3::expr &term : terms)
      broken.push_back(!term);
    std::vector<z3::expr> known = thread.launchTerms().facts();
    append_range(known, thread.facts());
    append_range(known, round.facts());
    const Answer answer = solver.ask(comes && z3::mk_or(broken), known);
    if (answer.result == z3::unsat)
      break;
    // What the model does not say is true may be false; without a word of it, all may be.
    const auto says = [&](const z3::expr &term, Z3_lbool value) {
      return answer.model && answer.model->eval(term, true).bool_value() == value;
    };
    const bool isSure = any_of(terms, [&](const z3::expr &term) { return says(term, Z3_L_FALSE); });
    for (size_t i = open.size(); i-- > 0;)
      if (!isSure || !says(terms[i], Z3_L_TRUE)) {
        isFalse[open[i]] = isChanged = true;
        open.erase(open.begin() + i);
        terms.erase(terms.begin() + i);
      }
  }
  std::vector<Candidate> left;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (!isFalse[i])
      left.push_back(std::move(candidates[i]));
  candidates = std::move(left);
  return isChanged;
}

/// Those that are wrong at the start know nothing of those of the loop itself.
bool Houdini::drop(const Loop &loop) {
  const BasicBlock *entry = loop.getLoopPredecessor();
  Knowledge others = known();
  others.loops.erase(&loop);
  {
    LaunchTerms launch(context, kernel, assumptions);
    ThreadTerms thread(kernel, launch, others, "s");
    ThreadTerms first = thread.atEntry(loop);
    if (drop(loop, thread, first, thread.takes(*entry, *loop.getHeader())))
      return true;
  }
  const Knowledge all = known();
  for (const BasicBlock *from : predecessors(loop.getHeader())) {
    if (!loop.contains(from))
      continue;
    LaunchTerms launch(context, kernel, assumptions);
    ThreadTerms thread(kernel, launch, all, "s");
    const z3::expr comes = thread.takes(*from, *loop.getHeader());
    thread.assumeInvariants(loop);
    ThreadTerms next = thread.behind(loop, *from);
    if (drop(loop, thread, next, comes))
      return true;
  }
  return false;
}

LoopFacts Houdini::run() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const Loop *loop : kernel.loops().getLoopsInPreorder()) {
      if (isLate())
        return LoopFacts();
      if (any_of(candidates, [&](const Candidate &row) { return row.loop == loop; }))
        while (drop(*loop))
          isChanged = true;
    }
  }
  return known().loops;
}

} // namespace

LoopFacts inferInvariants(const Kernel &kernel, const LaunchAssumptions &assumptions,
                          const Knowledge &knowledge, Solver &solver, z3::context &context,
                          const std::function<bool()> &isLate) {
  return Houdini(kernel, assumptions, knowledge, solver, context, isLate).run();
}

} // namespace warpsan::verify
