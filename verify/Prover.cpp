//===- Prover.cpp - Can two threads race? ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Prover.h"
#include "verify/BroadcastFinder.h"
#include "verify/Counterexample.h"
#include "verify/IntervalFacts.h"
#include "verify/Invariants.h"

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

using Level = Kernel::Level;

class Prover {
public:
  Prover(Kernel &kernel, const ProverOptions &options)
      : kernel(kernel), options(options), meeting(kernel, options),
        solver(context, options.limits, options.dumps),
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
  bool needsInvariants() const;
  void proveWithLoads();
  void proveInBlocks();
  void proveInTeams(Kernel::Level level, Relation relation);
  void proveLockStep();
  void proveAcrossBlocks();
  void prove(ThreadPair &threads, ArrayRef<Pair> pairs, Relation relation);
  void add(PairOutcome found);
  void addUnknown(const Pair &pair) { add({pair.first, pair.second, Verdict::Unknown, {}, {}}); }
  std::optional<Witness> witnessOfTwoWarps(ThreadPair &threads, const Pair &pair);
  Witness widened(ThreadPair &threads, const Pair &pair, Witness witness, const z3::model &model);
  bool storesSame(ThreadPair &threads, const Pair &pair, Relation relation);
  void addCounterexample(ThreadPair &threads, const Pair &pair, Relation relation,
                         const z3::model &model);
  bool isLate();

  Kernel &kernel;
  const ProverOptions &options;
  z3::context context;
  Meeting meeting;
  Knowledge knowledge;
  Solver solver;
  Clock::time_point end;
  Outcome outcome;
  bool wasLate = false;
};

bool Prover::isLate() {
  wasLate |= Clock::now() > end;
  return wasLate;
}

/// The threads of a witness are in the order of the pair.
void Prover::add(PairOutcome found) {
  assert(found.first <= found.second);
  for (PairOutcome &row : outcome.open) {
    if (row.first != found.first || row.second != found.second)
      continue;
    if (row.verdict < found.verdict) {
      row = std::move(found);
    } else if (found.verdict == Verdict::Refuted && row.witness && found.witness) {
      row.storesSame &= found.storesSame;
      if (row.witness->relation < found.witness->relation)
        row.witness = std::move(found.witness);
    }
    return;
  }
  outcome.open.push_back(std::move(found));
}

std::optional<Witness> Prover::witnessOfTwoWarps(ThreadPair &threads, const Pair &pair) {
  constexpr Relation relation = Relation::OtherWarps;
  const auto term = meeting.of(threads, pair, relation);
  if (!term || isLate())
    return std::nullopt;
  const Answer answer = solver.ask(*term && threads.differ(relation), threads.facts(relation),
                                   threads.launch.wishes());
  if (!answer.model)
    return std::nullopt;
  Witness witness = witnessOf(threads, pair, relation, *answer.model);
  return isConfirmed(threads, pair, witness, *answer.model) ? std::optional(std::move(witness))
                                                            : std::nullopt;
}

/// Which barrier is missing depends on the group, and the smallest counterexample is one of a
/// warp.
Witness Prover::widened(ThreadPair &threads, const Pair &pair, Witness witness,
                        const z3::model &model) {
  if (witness.relation != Relation::SameBlock)
    return witness;
  const z3::expr areApart = warpOf(threads.first) != warpOf(threads.second);
  witness.relation =
      model.eval(areApart, true).is_true() ? Relation::OtherWarps : Relation::SameWarp;
  if (witness.relation == Relation::SameWarp)
    if (std::optional<Witness> wider = witnessOfTwoWarps(threads, pair))
      return *std::move(wider);
  return witness;
}

bool Prover::storesSame(ThreadPair &threads, const Pair &pair, Relation relation) {
  const auto term = meeting.of(threads, pair, relation);
  const auto differ = meeting.storesDiffer(threads, pair);
  return term && differ && !isLate() &&
         solver.ask(*term && *differ && threads.differ(relation), threads.facts(relation)).result ==
             z3::unsat;
}

void Prover::addCounterexample(ThreadPair &threads, const Pair &pair, Relation relation,
                               const z3::model &model) {
  Witness witness = witnessOf(threads, pair, relation, model);
  // Two threads of a warp in lock-step do not walk alone.
  const bool walksAlone = options.warps == Warps::Independent || relation == Relation::OtherWarps ||
                          relation == Relation::OtherBlocks;
  if (walksAlone && !kernel.hasOtherOrder() && outcome.barriers.empty() &&
      isConfirmed(threads, pair, witness, model)) {
    add({pair.first,
         pair.second,
         Verdict::Refuted,
         {},
         widened(threads, pair, std::move(witness), model),
         storesSame(threads, pair, relation)});
    return;
  }
  Doubts doubts = threads.doubts();
  if (kernel.hasOtherOrder())
    doubts.add(Doubt::Order);
  if (doubts.isEmpty())
    doubts.add(Doubt::Way);
  add({pair.first, pair.second, Verdict::Possible, doubts, std::move(witness)});
}

/// One question about all that are left, until there is no counterexample.
void Prover::prove(ThreadPair &threads, ArrayRef<Pair> pairs, Relation relation) {
  std::vector<std::pair<Pair, z3::expr>> open;
  for (const Pair &pair : pairs)
    if (const auto term = meeting.of(threads, pair, relation))
      open.emplace_back(pair, *term);
  const z3::expr apart = threads.differ(relation);
  while (!open.empty()) {
    if (isLate()) {
      for (const auto &[pair, term] : open)
        addUnknown(pair);
      return;
    }
    z3::expr_vector ways(context);
    for (const auto &[pair, term] : open)
      ways.push_back(term);
    const Answer answer =
        solver.ask(apart && z3::mk_or(ways), threads.facts(relation), threads.launch.wishes());
    if (answer.result == z3::unsat)
      return;
    if (answer.result == z3::unknown) {
      if (open.size() == 1) {
        addUnknown(open.front().first);
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
    const size_t met = std::erase_if(open, [&](const auto &row) {
      const auto &[pair, term] = row;
      if (!answer.model || !answer.model->eval(term, true).is_true())
        return false;
      addCounterexample(threads, pair, relation, *answer.model);
      return true;
    });
    if (met == 0) { // the model does not say which
      for (const auto &[pair, term] : open)
        addUnknown(pair);
      return;
    }
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
  // Of two accesses either may be the first thread's.
  std::map<std::tuple<unsigned, unsigned, unsigned>, std::vector<Pair>> groups;
  for (unsigned interval = 0; interval < intervals.count(); ++interval)
    for (unsigned a = 0; a < accesses.size(); ++a)
      for (unsigned b = a; b < accesses.size(); ++b)
        if (meeting.mayConflict(accesses[a], accesses[b], relation) &&
            intervals.contains(interval, *accesses[a].place) &&
            intervals.contains(interval, *accesses[b].place))
          groups[{interval, intervals.segmentOf(*accesses[a].place),
                  intervals.segmentOf(*accesses[b].place)}]
              .push_back({a, b});
  for (const auto &[key, pairs] : groups) {
    const unsigned interval = std::get<0>(key);
    const Instruction &first = *accesses[pairs.front().first].place;
    const Instruction &second = *accesses[pairs.front().second].place;
    const IntervalFacts shared(kernel, meeting, interval, level, first, second);
    ThreadPair threads(
        context, kernel, options.launch, knowledge,
        [&](const Instruction &common) { return shared.haveRunAlike(common); }, level);
    outcome.pairs += pairs.size();
    shared.addTo(threads);
    prove(threads, pairs, relation);
  }
}

void Prover::proveLockStep() {
  const std::vector<Access> &accesses = kernel.accesses();
  const BlockUniformity &uniformity = kernel.uniformity(Level::Warp);
  for (unsigned a = 0; a < accesses.size(); ++a)
    for (unsigned b = a; b < accesses.size(); ++b) {
      const Access &first = accesses[a], &second = accesses[b];
      if (!meeting.mayConflict(first, second, Relation::SameWarp) ||
          !meeting.areInStep(first, second))
        continue;
      ThreadPair threads(
          context, kernel, options.launch, knowledge,
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
      if (meeting.mayConflict(accesses[a], accesses[b], Relation::OtherBlocks))
        groups[kernel.objectOf(*accesses[a].pointer)].push_back({a, b});
  for (const auto &[object, pairs] : groups) {
    ThreadPair threads(context, kernel, options.launch, knowledge, nullptr);
    outcome.pairs += pairs.size();
    prove(threads, pairs, Relation::OtherBlocks);
  }
}

/// The n-th time that two threads of a block come there, they go on alike.
bool Prover::isSameForAll(const Instruction &branch, Level level) {
  const BlockUniformity &uniformity = kernel.uniformity(level);
  ThreadPair threads(
      context, kernel, options.launch, knowledge,
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
  const Relation relation = level == Level::Warp ? Relation::SameWarp : Relation::SameBlock;
  const z3::expr goal = a != b && threads.differ(relation) && threads.first.comesTo(block) &&
                        threads.second.comesTo(block);
  return solver.ask(goal, threads.facts(Relation::SameBlock)).result == z3::unsat;
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
  knowledge.counters = Counters(kernel, !options.isWithinBlocks);
  for (BlockUniformity::Values loads = equalLoads();;) {
    knowledge.broadcasts.clear();
    knowledge.broadcasts = BroadcastFinder(kernel, options, knowledge, solver, context).find(loads);
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
    if (!object.isOfBlock() || sizeOf(object) < access.bytes || isLate()) {
      outcome.staysWithin.push_back(false);
      continue;
    }
    LaunchTerms launch(context, kernel, options.launch);
    ThreadTerms thread(kernel, launch, knowledge, "s");
    const z3::expr last = context.bv_val(sizeOf(object) - access.bytes, ThreadTerms::AddressBits);
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
    if (access.bytes == 0) {
      outcome.reason = "an access has a size that is only known when it runs";
      return outcome;
    }
  try {
    proveWithLoads();
    if (needsInvariants()) {
      Solver guesser(context, options.guessLimits, /*dumpDirectory=*/"");
      knowledge.loops = inferInvariants(kernel, options.launch, knowledge, guesser, context,
                                        [&] { return isLate(); });
      wasLate |= guesser.ranOutOfTime();
      proveWithLoads();
    }
    if (options.asksForEnds)
      askForEnds();
  } catch (const z3::exception &error) {
    outcome.reason = std::string("the solver failed: ") + error.msg();
  }
  outcome.queries = solver.asked();
  outcome.endedLate = wasLate || solver.ranOutOfTime();
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
