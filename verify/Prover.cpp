//===- Prover.cpp - Can two threads race? ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Prover.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <chrono>

using namespace llvm;

namespace warpsan::verify {
namespace {

using Clock = std::chrono::steady_clock;

/// Accesses that are asked about together: `first` by one thread, `second` by another one.
struct Pair {
  unsigned first, second;
};

/// Two threads, and the terms of both.
struct ThreadPair {
  LaunchTerms launch;
  ThreadTerms first, second;

  ThreadPair(z3::context &context, const Kernel &kernel, const ProverOptions &options,
             const LoopFacts &facts, ThreadTerms::RanAlike ranAlike)
      : launch(context, kernel.function(), options.launch), first(kernel, launch, facts, "s"),
        second(kernel, launch, facts, "t", first, std::move(ranAlike)) {}

  std::vector<z3::expr> facts() const {
    std::vector<z3::expr> all = launch.facts();
    all.insert(all.end(), first.facts().begin(), first.facts().end());
    all.insert(all.end(), second.facts().begin(), second.facts().end());
    return all;
  }
  Doubts doubts() const {
    Doubts all = first.doubts();
    all.add(second.doubts());
    return all;
  }
};

class Prover {
public:
  Prover(Kernel &kernel, const ProverOptions &options)
      : kernel(kernel), options(options), solver(context, options.limits, options.dumps),
        end(Clock::now() + std::chrono::seconds(options.seconds)) {}

  Outcome run();

private:
  void checkBarriers();
  bool isSameForAll(const Instruction &branch);
  void proveInBlocks();
  void proveAcrossBlocks();
  void prove(ThreadPair &threads, ArrayRef<Pair> pairs, Relation relation);
  void proveOne(const Pair &pair, Relation relation, const ThreadTerms::RanAlike &ranAlike);
  bool mayConflict(const Access &a, const Access &b, Relation relation) const;
  std::optional<z3::expr> conflict(ThreadPair &threads, const Pair &pair, Relation relation);
  z3::expr differ(ThreadPair &threads, Relation relation) const;
  z3::expr isMemory(const z3::expr &object, Relation relation) const;
  void add(const Pair &pair, Verdict verdict, Doubts doubts,
           std::optional<Witness> witness = std::nullopt);
  Witness witnessOf(ThreadPair &threads, const Pair &pair, Relation relation,
                    const z3::model &model) const;
  bool isLate() const { return Clock::now() > end; }

  Kernel &kernel;
  const ProverOptions &options;
  z3::context context;
  LoopFacts facts;
  Solver solver;
  Clock::time_point end;
  Outcome outcome;
};

/// Kinds and order apart, may the accesses go to common memory?
bool Prover::mayConflict(const Access &a, const Access &b, Relation relation) const {
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
  return objectA == objectB || objectA == Kernel::UnknownObject || objectB == Kernel::UnknownObject;
}

/// Whether the object is one that the two threads have in common.
z3::expr Prover::isMemory(const z3::expr &object, Relation relation) const {
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

/// Whether the bytes of both accesses have one in common.
z3::expr overlap(const Access &a, const z3::expr &offsetA, const Access &b,
                 const z3::expr &offsetB) {
  z3::context &context = offsetA.ctx();
  const uint64_t bytesA = *a.bytes, bytesB = *b.bytes;
  // Aligned ones of one size are the same or apart.
  if (bytesA == bytesB && a.alignment >= bytesA && b.alignment >= bytesB)
    return offsetA == offsetB;
  const auto bytes = [&](uint64_t number) {
    return context.bv_val(number, ThreadTerms::AddressBits);
  };
  return z3::ult(offsetA - offsetB, bytes(bytesB)) || z3::ult(offsetB - offsetA, bytes(bytesA));
}

/// The threads meet there; nothing if the accesses surely go elsewhere.
std::optional<z3::expr> Prover::conflict(ThreadPair &threads, const Pair &pair, Relation relation) {
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  const PointerTerm pointerA = threads.first.pointer(*a.pointer);
  const PointerTerm pointerB = threads.second.pointer(*b.pointer);
  const z3::expr unknown = context.bv_val(Kernel::UnknownObject, ThreadTerms::ObjectBits);
  const z3::expr isUnknown = pointerA.object == unknown || pointerB.object == unknown;
  const z3::expr meets = (isUnknown || (pointerA.object == pointerB.object &&
                                        overlap(a, pointerA.offset, b, pointerB.offset))) &&
                         isMemory(pointerA.object, relation) && isMemory(pointerB.object, relation);
  const z3::expr simple = meets.simplify();
  if (simple.is_false())
    return std::nullopt;
  return threads.first.comesTo(*a.place->getParent()) &&
         threads.second.comesTo(*b.place->getParent()) && simple;
}

z3::expr Prover::differ(ThreadPair &threads, Relation relation) const {
  z3::expr result = threads.first.threadIndex(0).ctx().bool_val(false);
  for (unsigned i = 0; i < Dimensions; ++i)
    result = result || (relation == Relation::SameBlock
                            ? threads.first.threadIndex(i) != threads.second.threadIndex(i)
                            : threads.first.blockIndex(i) != threads.second.blockIndex(i));
  return result;
}

uint64_t numberIn(const z3::model &model, const z3::expr &term) {
  return model.eval(term, /*model_completion=*/true).get_numeral_uint64();
}

Witness Prover::witnessOf(ThreadPair &threads, const Pair &pair, Relation relation,
                          const z3::model &model) const {
  Witness witness;
  witness.relation = relation;
  const auto fill = [&](const ThreadTerms &thread, ThreadWitness &row) {
    for (unsigned i = 0; i < Dimensions; ++i) {
      row.thread[i] = numberIn(model, thread.threadIndex(i));
      row.block[i] = numberIn(model, thread.blockIndex(i));
    }
  };
  fill(threads.first, witness.threads[0]);
  fill(threads.second, witness.threads[1]);
  for (unsigned i = 0; i < Dimensions; ++i) {
    witness.blockDim[i] = numberIn(model, threads.launch.extentOfBlock(i));
    witness.gridDim[i] = numberIn(model, threads.launch.extentOfGrid(i));
  }
  const PointerTerm place = threads.second.pointer(*kernel.accesses()[pair.second].pointer);
  witness.object = numberIn(model, place.object);
  witness.offset = int64_t(numberIn(model, place.offset));
  for (const auto &[name, term] : threads.launch.parameters())
    if (term.get_sort().bv_size() <= 64)
      witness.parameters.emplace_back(name, numberIn(model, term));
  return witness;
}

void Prover::add(const Pair &pair, Verdict verdict, Doubts doubts, std::optional<Witness> witness) {
  const auto [low, high] = std::minmax(pair.first, pair.second);
  for (PairOutcome &row : outcome.open)
    if (row.first == low && row.second == high) {
      if (row.verdict < verdict)
        row = {low, high, verdict, doubts, std::move(witness)};
      return;
    }
  outcome.open.push_back({low, high, verdict, doubts, std::move(witness)});
}

/// One question about all that are left, until there is no counterexample.
void Prover::prove(ThreadPair &threads, ArrayRef<Pair> pairs, Relation relation) {
  std::vector<std::pair<Pair, z3::expr>> open;
  for (const Pair &pair : pairs)
    if (const auto term = conflict(threads, pair, relation))
      open.emplace_back(pair, *term);
  const z3::expr apart = differ(threads, relation);
  while (!open.empty()) {
    if (isLate()) {
      for (const auto &[pair, term] : open)
        add(pair, Verdict::Unknown, {});
      return;
    }
    z3::expr_vector ways(context);
    for (const auto &[pair, term] : open)
      ways.push_back(term);
    const Answer answer = solver.ask(apart && z3::mk_or(ways), threads.facts());
    if (answer.result == z3::unsat)
      return;
    if (answer.result == z3::unknown) {
      if (open.size() == 1) {
        add(open.front().first, Verdict::Unknown, {});
        return;
      }
      // Halves are easier.
      const size_t half = open.size() / 2;
      std::vector<Pair> left, right;
      for (size_t i = 0; i < open.size(); ++i)
        (i < half ? left : right).push_back(open[i].first);
      prove(threads, left, relation);
      prove(threads, right, relation);
      return;
    }
    std::erase_if(open, [&](const auto &row) {
      const auto &[pair, term] = row;
      if (!answer.model->eval(term, true).is_true())
        return false;
      Doubts doubts = threads.doubts();
      if (kernel.hasOtherOrder())
        doubts.add(Doubt::Order);
      add(pair, doubts.isEmpty() ? Verdict::Refuted : Verdict::Possible, doubts,
          witnessOf(threads, pair, relation, *answer.model));
      return true;
    });
  }
}

void Prover::proveInBlocks() {
  const std::vector<Access> &accesses = kernel.accesses();
  BarrierIntervals &intervals = kernel.intervals();
  const BlockUniformity &uniformity = kernel.uniformity();
  // Of two accesses either may be the first thread's.
  std::map<std::tuple<unsigned, unsigned, unsigned>, std::vector<Pair>> groups;
  for (unsigned interval = 0; interval < intervals.count(); ++interval)
    for (unsigned a = 0; a < accesses.size(); ++a)
      for (unsigned b = a; b < accesses.size(); ++b)
        if (mayConflict(accesses[a], accesses[b], Relation::SameBlock) &&
            intervals.contains(interval, *accesses[a].place) &&
            intervals.contains(interval, *accesses[b].place))
          groups[{interval, intervals.segmentOf(*accesses[a].place),
                  intervals.segmentOf(*accesses[b].place)}]
              .push_back({a, b});
  for (const auto &[key, pairs] : groups) {
    const unsigned interval = std::get<0>(key);
    const Instruction &first = *accesses[pairs.front().first].place;
    const Instruction &second = *accesses[pairs.front().second].place;
    ThreadPair threads(context, kernel, options, facts, [&](const Instruction &common) {
      return uniformity.isReachedTogether(*common.getParent()) &&
             intervals.haveRunAlike(interval, common, first, second);
    });
    outcome.pairs += pairs.size();
    prove(threads, pairs, Relation::SameBlock);
  }
}

void Prover::proveAcrossBlocks() {
  if (options.isWithinBlocks)
    return;
  const std::vector<Access> &accesses = kernel.accesses();
  std::map<unsigned, std::vector<Pair>> groups;
  for (unsigned a = 0; a < accesses.size(); ++a)
    for (unsigned b = a; b < accesses.size(); ++b)
      if (mayConflict(accesses[a], accesses[b], Relation::OtherBlocks))
        groups[kernel.objectOf(*accesses[a].pointer)].push_back({a, b});
  for (const auto &[object, pairs] : groups) {
    ThreadPair threads(context, kernel, options, facts, nullptr);
    outcome.pairs += pairs.size();
    prove(threads, pairs, Relation::OtherBlocks);
  }
}

/// The n-th time that two threads of a block come there, they go on alike.
bool Prover::isSameForAll(const Instruction &branch) {
  const BlockUniformity &uniformity = kernel.uniformity();
  ThreadPair threads(context, kernel, options, facts, [&](const Instruction &common) {
    return uniformity.isReachedTogether(*common.getParent()) &&
           kernel.dominators().dominates(&common, &branch);
  });
  const Value *condition = nullptr;
  if (auto *choice = dyn_cast<SwitchInst>(&branch))
    condition = choice->getCondition();
  else if (auto *jump = dyn_cast<BranchInst>(&branch); jump && jump->isConditional())
    condition = jump->getCondition();
  if (!condition)
    return false;
  const z3::expr a = threads.first.value(*condition), b = threads.second.value(*condition);
  const BasicBlock &block = *branch.getParent();
  const z3::expr goal = a != b && threads.first.comesTo(block) && threads.second.comesTo(block);
  return solver.ask(goal, threads.facts()).result == z3::unsat;
}

/// Where barriers stand in branches, the conditions may be the same for all threads of a
/// block though it does not show in the code.
void Prover::checkBarriers() {
  const auto isOpen = [&](const Instruction *barrier) {
    return !kernel.uniformity().isReachedTogether(*barrier->getParent());
  };
  DenseSet<const Instruction *> tried;
  for (bool isChanged = true; isChanged && any_of(kernel.barriers(), isOpen) && !isLate();) {
    isChanged = false;
    for (const BasicBlock &block : kernel.function()) {
      const Instruction &branch = *block.getTerminator();
      if (!kernel.uniformity().isReachedTogether(block) ||
          kernel.uniformity().isLeftTogether(block) || !tried.insert(&branch).second ||
          !isSameForAll(branch))
        continue;
      kernel.learnUniform(*branch.getOperand(0));
      isChanged = true;
      break;
    }
  }
  for (const Instruction *barrier : kernel.barriers())
    if (isOpen(barrier))
      outcome.barriers.push_back({barrier, Verdict::Unknown});
}

Outcome Prover::run() {
  if (!kernel.isReducible()) {
    outcome.reason = "control flow is irreducible";
    return outcome;
  }
  for (const Access &access : kernel.accesses())
    if (!access.bytes) {
      outcome.reason = "an access has a size that is only known when it runs";
      return outcome;
    }
  try {
    checkBarriers();
    proveInBlocks();
    proveAcrossBlocks();
  } catch (const z3::exception &error) {
    outcome.reason = std::string("the solver failed: ") + error.msg();
  }
  outcome.queries = solver.asked();
  return outcome;
}

} // namespace

Verdict Outcome::verdict() const {
  Verdict worst = reason.empty() ? Verdict::Proved : Verdict::Unknown;
  for (const PairOutcome &row : open)
    worst = std::max(worst, row.verdict);
  for (const BarrierOutcome &row : barriers)
    worst = std::max(worst, row.verdict);
  return worst;
}

Outcome prove(Kernel &kernel, const ProverOptions &options) {
  return Prover(kernel, options).run();
}

} // namespace warpsan::verify
