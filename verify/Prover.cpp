//===- Prover.cpp - Can two threads race? ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Prover.h"
#include "verify/Invariants.h"
#include "verify/Walk.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
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
             const Knowledge &knowledge, ThreadTerms::RanAlike ranAlike,
             Kernel::Level level = Kernel::Level::Block)
      : launch(context, kernel, options.launch), first(kernel, launch, knowledge, "s"),
        second(kernel, launch, knowledge, "t", first, std::move(ranAlike), level) {}

  std::vector<z3::expr> facts(const Kernel &kernel, Relation relation) const {
    std::vector<z3::expr> all = launch.facts();
    append_range(all, first.facts());
    append_range(all, second.facts());
    append_range(all, drawsApart(kernel, relation));
    return all;
  }
  std::vector<z3::expr> drawsApart(const Kernel &kernel, Relation relation) const;
  Doubts doubts() const {
    Doubts all = first.doubts();
    all.add(second.doubts());
    return all;
  }
};

/// Of two numbers from one counter. Counters of a block are not those of another one; and who
/// tells a thread of the same block may be the other thread.
std::vector<z3::expr> ThreadPair::drawsApart(const Kernel &kernel, Relation relation) const {
  const bool areApart = relation == Relation::OtherBlocks;
  std::vector<z3::expr> facts;
  for (const DrawTerm &a : areApart ? first.draws() : first.ownDraws())
    for (const DrawTerm &b : areApart ? second.draws() : second.ownDraws()) {
      const unsigned object = a.draw.object;
      if (object != b.draw.object || (areApart && kernel.object(object).isOfBlock()))
        continue;
      const unsigned bits = a.number.get_sort().bv_size();
      const auto amount = [&](const DrawTerm &term) {
        return launch.context().bv_val(term.draw.amount, bits);
      };
      facts.push_back(z3::ite(z3::ult(a.number, b.number), z3::uge(b.number - a.number, amount(a)),
                              z3::uge(a.number - b.number, amount(b))));
    }
  return facts;
}

using Level = Kernel::Level;

class Prover {
public:
  Prover(Kernel &kernel, const ProverOptions &options)
      : kernel(kernel), options(options), solver(context, options.limits, options.dumps),
        end(Clock::now() + std::chrono::seconds(options.seconds)) {}

  Outcome run();

private:
  void checkBarriers(Kernel::Level level);
  bool isSameForAll(const Instruction &branch, Kernel::Level level);
  void proveAll();
  void askForEnds();
  BlockUniformity::Values equalLoads() const;
  BlockUniformity::Values racingLoads(const BlockUniformity::Values &loads) const;
  bool forgetRacingCounters();
  void findBroadcasts(const BlockUniformity::Values &loads);
  const Access *onlyStoreTo(unsigned object) const;
  SmallVector<unsigned, 4> intervalsOf(const Instruction &instruction);
  const Instruction *firstToldWith(const LoadInst &load, const Access &store,
                                   const Broadcasts &found);
  bool isOfOneThread(const Access &store);
  bool comesBefore(const Access &store, const LoadInst &load);
  void addRounds(unsigned interval, Level level, ThreadPair &threads, const Instruction &first,
                 const Instruction &second);
  void addFirstRound(unsigned interval, Level level, const Loop &loop, ThreadTerms &thread,
                     const Instruction &place);
  void addNextRound(unsigned interval, Level level, const Loop &loop, ThreadPair &threads,
                    const Instruction &first, const Instruction &second);
  void addWay(unsigned interval, Level level, ThreadTerms &thread, const Instruction &place);
  std::optional<unsigned> comings(unsigned interval, Level level, const Loop &loop,
                                  const Instruction &place);
  bool needsInvariants() const;
  void proveWithLoads();
  void proveInBlocks();
  void proveInTeams(Kernel::Level level, Relation relation);
  void proveLockStep();
  bool mayReach(const Instruction &from, const Instruction &to) const;
  bool areInStep(const Access &a, const Access &b) const;
  void proveAcrossBlocks();
  void prove(ThreadPair &threads, ArrayRef<Pair> pairs, Relation relation);
  bool mayConflict(const Access &a, const Access &b, Relation relation) const;
  std::optional<z3::expr> conflict(ThreadPair &threads, const Pair &pair, Relation relation);
  z3::expr differ(ThreadPair &threads, Relation relation) const;
  z3::expr mayDiffer(ThreadPair &threads, const Access &a, const Access &b) const;
  z3::expr mayBeAtOnce(ThreadPair &threads, const Access &a, const Access &b,
                       Relation relation) const;
  z3::expr isGlobal(const z3::expr &object) const;
  z3::expr isMemory(const z3::expr &object, Relation relation) const;
  void add(const Pair &pair, Verdict verdict, Doubts doubts,
           std::optional<Witness> witness = std::nullopt);
  Witness witnessOf(ThreadPair &threads, const Pair &pair, Relation relation,
                    const z3::model &model) const;
  bool isConfirmed(ThreadPair &threads, const Pair &pair, const Witness &witness,
                   const z3::model &model);
  void addCounterexample(ThreadPair &threads, const Pair &pair, Relation relation,
                         const z3::model &model);
  bool isLate() const { return Clock::now() > end; }

  Kernel &kernel;
  const ProverOptions &options;
  mutable z3::context context;
  Knowledge knowledge;
  Solver solver;
  Clock::time_point end;
  Outcome outcome;
};

z3::expr warpOf(const ThreadTerms &thread) {
  constexpr unsigned WarpBits = 5;
  const z3::expr index = thread.linearIndex();
  return z3::lshr(index, index.ctx().bv_val(WarpBits, index.get_sort().bv_size()));
}

/// Without going round a loop again.
bool Prover::mayReach(const Instruction &from, const Instruction &to) const {
  if (from.getParent() == to.getParent())
    return from.comesBefore(&to);
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> work{from.getParent()};
  while (!work.empty())
    for (const BasicBlock *block = work.pop_back_val();
         const BasicBlock *next : successors(block)) {
      const Loop *loop = kernel.loops().getLoopFor(next);
      const bool isBack = loop && loop->getHeader() == next && loop->contains(block);
      if (isBack || !seen.insert(next).second)
        continue;
      if (next == to.getParent())
        return true;
      work.push_back(next);
    }
  return false;
}

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

z3::expr Prover::isGlobal(const z3::expr &object) const {
  z3::expr result = context.bool_val(false);
  for (unsigned number = 0; number < kernel.objectCount(); ++number)
    if (kernel.object(number).isGlobal())
      result = result || object == context.bv_val(number, ThreadTerms::ObjectBits);
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

/// In the re-sync method, threads of one warp are in step.
z3::expr Prover::mayBeAtOnce(ThreadPair &threads, const Access &a, const Access &b,
                             Relation relation) const {
  if (options.warps != Warps::ReSync || relation == Relation::OtherBlocks)
    return context.bool_val(true);
  z3::expr areInRound = context.bool_val(areInStep(a, b));
  for (const Loop *loop = kernel.loops().getLoopFor(a.place->getParent()); loop;
       loop = loop->getParentLoop())
    if (loop->contains(b.place))
      areInRound = areInRound && threads.first.round(*loop) == threads.second.round(*loop);
  return warpOf(threads.first) != warpOf(threads.second) || areInRound;
}

/// What two stores store.
z3::expr Prover::mayDiffer(ThreadPair &threads, const Access &a, const Access &b) const {
  if (!options.allowsSameValue || a.reads || b.reads || !a.stored || !b.stored ||
      a.bytes != b.bytes)
    return context.bool_val(true);
  return threads.first.value(*a.stored) != threads.second.value(*b.stored);
}

/// The threads meet there; nothing if the accesses surely go elsewhere.
std::optional<z3::expr> Prover::conflict(ThreadPair &threads, const Pair &pair, Relation relation) {
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
  const z3::expr simple =
      (meets && mayDiffer(threads, a, b) && mayBeAtOnce(threads, a, b, relation)).simplify();
  if (simple.is_false())
    return std::nullopt;
  return threads.first.comesTo(*a.place->getParent()) &&
         threads.second.comesTo(*b.place->getParent()) && simple;
}

z3::expr Prover::differ(ThreadPair &threads, Relation relation) const {
  z3::expr areTwo = context.bool_val(false), areOfTwoBlocks = areTwo;
  for (unsigned i = 0; i < Dimensions; ++i) {
    areTwo = areTwo || threads.first.threadIndex(i) != threads.second.threadIndex(i);
    areOfTwoBlocks = areOfTwoBlocks || threads.first.blockIndex(i) != threads.second.blockIndex(i);
  }
  switch (relation) {
  case Relation::SameBlock:
    return areTwo;
  case Relation::SameWarp:
    return areTwo && warpOf(threads.first) == warpOf(threads.second);
  case Relation::OtherWarps:
    return warpOf(threads.first) != warpOf(threads.second);
  case Relation::OtherBlocks:
    return areOfTwoBlocks;
  }
  llvm_unreachable("no such relation");
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

/// The two threads of a counterexample come to the accesses, at common bytes and with no barrier
/// between.
bool Prover::isConfirmed(ThreadPair &threads, const Pair &pair, const Witness &witness,
                         const z3::model &model) {
  if (kernel.hasOtherOrder() || !outcome.barriers.empty())
    return false;
  const Access &a = kernel.accesses()[pair.first], &b = kernel.accesses()[pair.second];
  const Level level = witness.relation == Relation::SameWarp ? Level::Warp : Level::Block;
  Walk first(kernel, threads.launch, model, witness, witness.threads[0], level);
  Walk second(kernel, threads.launch, model, witness, witness.threads[1], level);
  const auto arrivals = second.arrivalsAt(b);
  return any_of(first.arrivalsAt(a), [&](const Arrival &one) {
    return any_of(arrivals, [&](const Arrival &other) {
      const bool isAtOnce =
          witness.relation == Relation::OtherBlocks || one.barriers == other.barriers;
      return isAtOnce && one.object == other.object &&
             one.offset < other.offset + int64_t(*b.bytes) &&
             other.offset < one.offset + int64_t(*a.bytes);
    });
  });
}

void Prover::addCounterexample(ThreadPair &threads, const Pair &pair, Relation relation,
                               const z3::model &model) {
  Witness witness = witnessOf(threads, pair, relation, model);
  // Two threads of a warp in lock-step do not walk alone.
  const bool walksAlone = options.warps == Warps::Independent || relation == Relation::OtherWarps ||
                          relation == Relation::OtherBlocks;
  if (walksAlone && isConfirmed(threads, pair, witness, model)) {
    add(pair, Verdict::Refuted, {}, std::move(witness));
    return;
  }
  Doubts doubts = threads.doubts();
  if (kernel.hasOtherOrder())
    doubts.add(Doubt::Order);
  if (doubts.isEmpty())
    doubts.add(Doubt::Way);
  add(pair, Verdict::Possible, doubts, std::move(witness));
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
    const Answer answer = solver.ask(apart && z3::mk_or(ways), threads.facts(kernel, relation));
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
      addCounterexample(threads, pair, relation, *answer.model);
      return true;
    });
  }
}

void Prover::proveInBlocks() {
  switch (options.warps) {
  case Warps::Independent:
    if (kernel.barriers(Level::Warp).empty()) {
      proveInTeams(Level::Block, Relation::SameBlock);
      return;
    }
    proveInTeams(Level::Block, Relation::OtherWarps);
    proveInTeams(Level::Warp, Relation::SameWarp);
    return;
  case Warps::TwoPass:
    proveInTeams(Level::Block, Relation::OtherWarps);
    proveLockStep();
    return;
  case Warps::ReSync:
    proveInTeams(Level::Block, Relation::SameBlock);
    return;
  }
}

void Prover::proveInTeams(Level level, Relation relation) {
  const std::vector<Access> &accesses = kernel.accesses();
  BarrierIntervals &intervals = kernel.intervals(level);
  const BlockUniformity &uniformity = kernel.uniformity(level);
  // Of two accesses either may be the first thread's.
  std::map<std::tuple<unsigned, unsigned, unsigned>, std::vector<Pair>> groups;
  for (unsigned interval = 0; interval < intervals.count(); ++interval)
    for (unsigned a = 0; a < accesses.size(); ++a)
      for (unsigned b = a; b < accesses.size(); ++b)
        if (mayConflict(accesses[a], accesses[b], relation) &&
            intervals.contains(interval, *accesses[a].place) &&
            intervals.contains(interval, *accesses[b].place))
          groups[{interval, intervals.segmentOf(*accesses[a].place),
                  intervals.segmentOf(*accesses[b].place)}]
              .push_back({a, b});
  for (const auto &[key, pairs] : groups) {
    const unsigned interval = std::get<0>(key);
    const Instruction &first = *accesses[pairs.front().first].place;
    const Instruction &second = *accesses[pairs.front().second].place;
    ThreadPair threads(
        context, kernel, options, knowledge,
        [&](const Instruction &common) {
          return uniformity.isReachedTogether(*common.getParent()) &&
                 intervals.haveRunAlike(interval, common, first, second);
        },
        level);
    outcome.pairs += pairs.size();
    addRounds(interval, level, threads, first, second);
    addWay(interval, level, threads.first, first);
    addWay(interval, level, threads.second, second);
    prove(threads, pairs, relation);
  }
}

void Prover::addRounds(unsigned interval, Level level, ThreadPair &threads,
                       const Instruction &first, const Instruction &second) {
  for (const Loop *loop : kernel.loops().getLoopsInPreorder()) {
    if (!loop->contains(&kernel.intervals(level).startOf(interval))) {
      addFirstRound(interval, level, *loop, threads.first, first);
      addFirstRound(interval, level, *loop, threads.second, second);
    } else if (kernel.uniformity(level).isReachedTogether(*loop->getHeader())) {
      addNextRound(interval, level, *loop, threads, first, second);
    }
  }
}

/// No barrier lies between the start of the interval and the place. In the round at hand, one
/// that is in front of the place, but not of the start, would.
void Prover::addWay(unsigned interval, Level level, ThreadTerms &thread, const Instruction &place) {
  const BarrierIntervals &intervals = kernel.intervals(level);
  const Instruction *start = intervals.barrierOf(interval);
  const Loop *loop = kernel.loops().getLoopFor(place.getParent());
  for (const Instruction *barrier : intervals.barriers())
    if (barrier != start && kernel.loops().getLoopFor(barrier->getParent()) == loop &&
        mayReach(*barrier, place) && !(start && mayReach(*barrier, *start)))
      thread.launchTerms().addFact(!thread.comesTo(*barrier->getParent()));
}

/// How often the header of the loop was come to since the interval began, if that is sure.
std::optional<unsigned> Prover::comings(unsigned interval, Level level, const Loop &loop,
                                        const Instruction &place) {
  const Instruction &header = *loop.getHeader()->begin();
  if (!kernel.dominators().dominates(&header, &place))
    return std::nullopt;
  return kernel.intervals(level).runsBefore(interval, header, place);
}

/// A loop that was entered since the interval began, and whose header was come to once.
void Prover::addFirstRound(unsigned interval, Level level, const Loop &loop, ThreadTerms &thread,
                           const Instruction &place) {
  if (comings(interval, level, loop, place) == 1u)
    thread.launchTerms().addFact(thread.round(loop) == context.bv_val(0, ThreadTerms::AddressBits));
}

/// A loop in which both were when the interval began, in one round, and that was not entered
/// anew. Where one is a round ahead of the other one, what the loop carries is what that one
/// hands on.
void Prover::addNextRound(unsigned interval, Level level, const Loop &loop, ThreadPair &threads,
                          const Instruction &first, const Instruction &second) {
  const auto a = comings(interval, level, loop, first), b = comings(interval, level, loop, second);
  const BasicBlock *entry = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
  if (!a || !b || a == b || !entry || !latch)
    return;
  for (const Instruction *place : {&first, &second})
    if (kernel.intervals(level).runsBefore(interval, *entry->getTerminator(), *place) != 0u)
      return;
  const z3::expr difference = context.bv_val(int64_t(*b) - int64_t(*a), ThreadTerms::AddressBits);
  threads.launch.addFact(threads.second.round(loop) == threads.first.round(loop) + difference);
  ThreadTerms &behind = *a < *b ? threads.first : threads.second;
  ThreadTerms &ahead = *a < *b ? threads.second : threads.first;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && kernel.uniformity(level).isUniform(phi))
      threads.launch.addFact(ahead.value(phi) ==
                             behind.value(*phi.getIncomingValueForBlock(latch)));
}

/// In lock-step, two threads of a warp are at one instruction at a time, in the same round of
/// all loops around it; or on two sides of a branch, which run in any order.
bool Prover::areInStep(const Access &a, const Access &b) const {
  return &a == &b || !(mayReach(*a.place, *b.place) || mayReach(*b.place, *a.place));
}

void Prover::proveLockStep() {
  const std::vector<Access> &accesses = kernel.accesses();
  const BlockUniformity &uniformity = kernel.uniformity(Level::Warp);
  for (unsigned a = 0; a < accesses.size(); ++a)
    for (unsigned b = a; b < accesses.size(); ++b) {
      const Access &first = accesses[a], &second = accesses[b];
      if (!mayConflict(first, second, Relation::SameWarp) || !areInStep(first, second))
        continue;
      ThreadPair threads(
          context, kernel, options, knowledge,
          [&](const Instruction &common) {
            const Loop *loop = kernel.loops().getLoopFor(common.getParent());
            const bool isAround =
                loop && loop->contains(first.place) && loop->contains(second.place);
            return isAround || uniformity.isReachedTogether(*common.getParent());
          },
          Level::Warp);
      ++outcome.pairs;
      prove(threads, Pair{a, b}, Relation::SameWarp);
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
    ThreadPair threads(context, kernel, options, knowledge, nullptr);
    outcome.pairs += pairs.size();
    prove(threads, pairs, Relation::OtherBlocks);
  }
}

/// The n-th time that two threads of a block come there, they go on alike.
bool Prover::isSameForAll(const Instruction &branch, Level level) {
  const BlockUniformity &uniformity = kernel.uniformity(level);
  ThreadPair threads(
      context, kernel, options, knowledge,
      [&](const Instruction &common) {
        return uniformity.isReachedTogether(*common.getParent()) &&
               kernel.dominators().dominates(&common, &branch);
      },
      level);
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
  return solver.ask(goal, threads.facts(kernel, Relation::SameBlock)).result == z3::unsat;
}

/// Where barriers stand in branches, the conditions may be the same for all threads of a
/// block though it does not show in the code.
void Prover::checkBarriers(Level level) {
  const auto isOpen = [&](const Instruction *barrier) {
    return !kernel.uniformity(level).isReachedTogether(*barrier->getParent());
  };
  DenseSet<const Instruction *> tried;
  for (bool isChanged = true; isChanged && any_of(kernel.barriers(level), isOpen) && !isLate();) {
    isChanged = false;
    for (const BasicBlock &block : kernel.function()) {
      const Instruction &branch = *block.getTerminator();
      if (!kernel.uniformity(level).isReachedTogether(block) ||
          kernel.uniformity(level).isLeftTogether(block) || !tried.insert(&branch).second ||
          !isSameForAll(branch, level))
        continue;
      kernel.learnUniform(level, *branch.getOperand(0));
      isChanged = true;
      break;
    }
  }
  for (const Instruction *barrier : kernel.barriers(level))
    if (level == Level::Block && isOpen(barrier))
      outcome.barriers.push_back({barrier, Verdict::Unknown});
}

bool Prover::needsInvariants() const {
  return any_of(outcome.open, [](const PairOutcome &row) {
    return row.doubts.has(Doubt::Loop) || row.doubts.has(Doubt::Rounds);
  });
}

/// Until all loads that are assumed to be equal, and all counters, are shown to race with
/// nothing: the first race of an execution would be none of those that are proved, so before it
/// they are what they are taken for.
void Prover::proveWithLoads() {
  knowledge.counters = Counters(kernel);
  for (BlockUniformity::Values loads = equalLoads();;) {
    findBroadcasts(loads);
    proveAll();
    const BlockUniformity::Values racing = racingLoads(loads);
    for (const Value *load : racing)
      loads.erase(load);
    if (!forgetRacingCounters() && racing.empty())
      return;
    kernel.assumeEqual(loads);
  }
}

/// Draws are atomic: only what is not can race with them.
bool Prover::forgetRacingCounters() {
  bool isChanged = false;
  for (const PairOutcome &row : outcome.open)
    for (const unsigned number : {row.first, row.second})
      if (const Instruction *access = kernel.accesses()[number].instruction; access)
        if (const auto draw = knowledge.counters.drawOf(*access)) {
          knowledge.counters.forget(draw->object);
          isChanged = true;
        }
  return isChanged;
}

/// Else null.
const Access *Prover::onlyStoreTo(unsigned object) const {
  const Access *only = nullptr;
  for (const Access &access : kernel.accesses()) {
    const unsigned other = kernel.objectOf(*access.pointer);
    if (!access.writes || (other != object && other != Kernel::UnknownObject))
      continue;
    if (only || access.isStrong || access.reads || !access.stored)
      return nullptr;
    only = &access;
  }
  return only;
}

/// No two threads of a block ever come there.
bool Prover::isOfOneThread(const Access &store) {
  ThreadPair threads(context, kernel, options, knowledge,
                     [](const Instruction &) { return false; });
  const BasicBlock &block = *store.place->getParent();
  const z3::expr goal = differ(threads, Relation::SameBlock) && threads.first.comesTo(block) &&
                        threads.second.comesTo(block);
  return solver.ask(goal, threads.facts(kernel, Relation::SameBlock)).result == z3::unsat;
}

/// Thread 0 stores each time that the block comes to the branch in front of both.
bool Prover::comesBefore(const Access &store, const LoadInst &load) {
  if (kernel.dominators().dominates(store.place, &load))
    return true;
  const BasicBlock &there = *store.place->getParent();
  const BasicBlock *fork = kernel.dominators().findNearestCommonDominator(
      const_cast<BasicBlock *>(&there), const_cast<BasicBlock *>(load.getParent()));
  if (!fork || !kernel.uniformity(Level::Block).isReachedTogether(*fork))
    return false;
  LaunchTerms launch(context, kernel, options.launch);
  ThreadTerms thread(kernel, launch, knowledge, "s");
  z3::expr goal = thread.comesTo(*fork) && !thread.comesTo(there);
  for (unsigned i = 0; i < Dimensions; ++i)
    goal = goal && thread.threadIndex(i) == 0;
  std::vector<z3::expr> facts = launch.facts();
  append_range(facts, thread.facts());
  return solver.ask(goal, facts).result == z3::unsat;
}

/// The place in the object is one, and the value fits.
static bool areOfOnePlace(const Access &store, const Access &load) {
  return store.pointer->stripPointerCasts() == load.pointer->stripPointerCasts() &&
         store.bytes == load.bytes;
}

/// The intervals that the instruction may run in, by their numbers.
SmallVector<unsigned, 4> Prover::intervalsOf(const Instruction &instruction) {
  SmallVector<unsigned, 4> result;
  BarrierIntervals &intervals = kernel.intervals(Level::Block);
  for (unsigned interval = 0; interval < intervals.count(); ++interval)
    if (intervals.contains(interval, instruction))
      result.push_back(interval);
  return result;
}

/// A load in front of this one, with no barrier between and in each round that has this one, is
/// told at the same time.
const Instruction *Prover::firstToldWith(const LoadInst &load, const Access &store,
                                         const Broadcasts &found) {
  const SmallVector<unsigned, 4> interval = intervalsOf(load);
  const Loop *loop = kernel.loops().getLoopFor(load.getParent());
  for (const Access &access : kernel.accesses()) {
    const auto row = found.find(access.instruction);
    if (row == found.end() || row->second.store->place->getParent() != store.place->getParent())
      continue;
    const Instruction &other = *access.instruction;
    if (kernel.dominators().dominates(&other, &load) && interval.size() == 1 &&
        intervalsOf(other) == interval && kernel.loops().getLoopFor(other.getParent()) == loop)
      return row->second.first;
  }
  return &load;
}

void Prover::findBroadcasts(const BlockUniformity::Values &loads) {
  knowledge.broadcasts.clear();
  Broadcasts found;
  DenseMap<const Access *, bool> isTold;
  for (const Access &access : kernel.accesses()) {
    const unsigned object = kernel.objectOf(*access.pointer);
    auto *load = dyn_cast_or_null<LoadInst>(access.instruction);
    if (!load || !loads.contains(load) || !kernel.object(object).isOfBlock())
      continue;
    const Access *store = onlyStoreTo(object);
    if (!store || !areOfOnePlace(*store, access))
      continue;
    auto [row, isNew] = isTold.try_emplace(store, false);
    if (isNew)
      row->second = isOfOneThread(*store);
    if (row->second && comesBefore(*store, *load))
      found[load] = {store, firstToldWith(*load, *store, found)};
  }
  knowledge.broadcasts = std::move(found);
}

/// Loads of memory at an address that is the same for a block give its threads the same value,
/// in one interval, unless some thread writes there meanwhile, which is a race.
BlockUniformity::Values Prover::equalLoads() const {
  BlockUniformity::Values loads;
  for (const Access &access : kernel.accesses()) {
    auto *load = dyn_cast_or_null<LoadInst>(access.instruction);
    if (!load || !load->isSimple())
      continue;
    const Object::Kind kind = kernel.object(kernel.objectOf(*access.pointer)).kind;
    // Other blocks may write to global memory, which only matters if they are asked about.
    const bool isAsked = kind == Object::Kind::Shared || kind == Object::Kind::Constant ||
                         (!options.isWithinBlocks && kind != Object::Kind::Unknown);
    if (isAsked && kind != Object::Kind::Own)
      loads.insert(load);
  }
  // Addresses may be made of such loads. What is left out takes others with it.
  kernel.assumeEqual(loads);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const Access &access : kernel.accesses())
      if (loads.contains(access.instruction) &&
          !kernel.uniformity(Level::Block).isUniform(*access.pointer)) {
        loads.erase(access.instruction);
        isChanged = true;
      }
    if (isChanged)
      kernel.assumeEqual(loads);
  }
  return loads;
}

/// Those with a pair that is not proved.
BlockUniformity::Values Prover::racingLoads(const BlockUniformity::Values &loads) const {
  BlockUniformity::Values racing;
  for (const PairOutcome &row : outcome.open)
    for (const unsigned number : {row.first, row.second})
      if (const Instruction *load = kernel.accesses()[number].instruction; loads.contains(load))
        racing.insert(load);
  return racing;
}

void Prover::proveAll() {
  outcome = {};
  checkBarriers(Level::Block);
  if (options.warps == Warps::Independent)
    checkBarriers(Level::Warp);
  proveInBlocks();
  proveAcrossBlocks();
}

/// Bytes of a variable whose size is known. Others have less than a block can have.
static uint64_t sizeOf(const Object &object) {
  constexpr uint64_t MostShared = uint64_t(1) << 31;
  const GlobalVariable *variable = object.variable;
  const uint64_t size =
      variable && variable->hasInitializer()
          ? variable->getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue()
          : 0;
  return size ? size : MostShared;
}

void Prover::askForEnds() {
  for (const Access &access : kernel.accesses()) {
    const Object &object = kernel.object(kernel.objectOf(*access.pointer));
    if (!object.isOfBlock() || sizeOf(object) < *access.bytes || isLate()) {
      outcome.staysWithin.push_back(false);
      continue;
    }
    LaunchTerms launch(context, kernel, options.launch);
    ThreadTerms thread(kernel, launch, knowledge, "s");
    const z3::expr last = context.bv_val(sizeOf(object) - *access.bytes, ThreadTerms::AddressBits);
    const z3::expr goal = thread.comesTo(*access.place->getParent()) &&
                          z3::ugt(thread.pointer(*access.pointer).offset, last);
    std::vector<z3::expr> known = launch.facts();
    append_range(known, thread.facts());
    outcome.staysWithin.push_back(solver.ask(goal, known).result == z3::unsat);
  }
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
    proveWithLoads();
    if (needsInvariants()) {
      Solver guesser(context, options.guessLimits, options.dumps);
      knowledge.loops = inferInvariants(kernel, options.launch, knowledge, guesser, context,
                                        [&] { return isLate(); });
      proveWithLoads();
    }
    if (options.asksForEnds)
      askForEnds();
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
