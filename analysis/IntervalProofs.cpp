//===- IntervalProofs.cpp - Shared accesses that cannot race ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/IntervalProofs.h"
#include "analysis/Alternations.h"
#include "analysis/PairOracle.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace warpsan {
namespace {

/// Of one kernel: pairs are asked in quadratic number, each in well under a millisecond.
constexpr unsigned MaxTargets = 128;
constexpr unsigned MaxQuestions = 4096;
/// Of one access. Each is two rows of the systems to solve, perhaps.
constexpr unsigned MaxGuards = 12;
/// A shape with fewer threads is not worth a test at launch.
constexpr unsigned MinThreads = 16;
/// One with fewer is taken if no access of it keeps its check.
constexpr unsigned MinThreadsOfSome = 32;
constexpr unsigned MaxShapes = 12, MaxOracleShapes = 2;
/// More than any block has, in bytes.
constexpr int64_t MostSharedMemory = int64_t(1) << 31;

std::optional<int64_t> sizeOf(const GlobalVariable &object) {
  if (!object.hasInitializer())
    return std::nullopt;
  return object.getDataLayout().getTypeAllocSize(object.getValueType()).getFixedValue();
}

/// Adds what follows from x % d == r, if that is what the comparison says.
bool addDivisible(const Comparison &guard, ScalarEvolution &evolution, IndexForms &forms,
                  SmallVectorImpl<LinearForm> &result) {
  auto *remainder = dyn_cast<BinaryOperator>(guard.left);
  if (CmpInst::Predicate(guard.predicate) != CmpInst::ICMP_EQ || !remainder ||
      (remainder->getOpcode() != Instruction::SRem && remainder->getOpcode() != Instruction::URem))
    return false;
  const bool isSigned = remainder->getOpcode() == Instruction::SRem;
  const auto read = [&](Value *value) {
    return forms.exactWhere(evolution.getSCEV(value), isSigned, result);
  };
  const LinearForm divisor = read(remainder->getOperand(1));
  if (divisor.isConstant())
    return false; // is read as it is
  const LinearForm dividend = read(remainder->getOperand(0)) - read(guard.right);
  const LinearForm multiple = forms.multipleOf(dividend, divisor);
  result.append({dividend - multiple, multiple - dividend});
  return true;
}

/// Adds what follows from the comparison, where those before it hold.
void addGuard(const Comparison &guard, ScalarEvolution &evolution, IndexForms &forms,
              SmallVectorImpl<LinearForm> &result) {
  if (addDivisible(guard, evolution, forms, result))
    return;
  const bool isSigned = ICmpInst::isSigned(guard.predicate);
  const LinearForm left = forms.exactWhere(evolution.getSCEV(guard.left), isSigned, result);
  const LinearForm right = forms.exactWhere(evolution.getSCEV(guard.right), isSigned, result);
  switch (CmpInst::Predicate(guard.predicate)) {
  case CmpInst::ICMP_EQ:
    result.push_back(left - right);
    result.push_back(right - left);
    return;
  case CmpInst::ICMP_NE: // unsigned: not zero is more
    if (right == constantForm(0))
      result.push_back(left - constantForm(1));
    return;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    result.push_back(right - left - constantForm(1));
    return;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    result.push_back(right - left);
    return;
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    result.push_back(left - right - constantForm(1));
    return;
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
    result.push_back(left - right);
    return;
  default:
    return;
  }
}

/// Whether threads that differ in the dimension alone may have different offsets.
bool dependsOn(const IndexedAccess &access, unsigned dimension, const IndexForms &forms) {
  return any_of(access.offset.factors, [&](const auto &row) {
    const unsigned thread = IndexForms::Thread + dimension;
    return row.first == thread || forms.symbol(row.first).base == thread;
  });
}

/// Whether a guard names the index that the threads have.
bool isOfOne(const IndexedAccess &access, unsigned dimension) {
  return any_of(access.guards, [&](const LinearForm &guard) {
    return guard.factorOf(IndexForms::Thread + dimension) != 0 &&
           is_contained(access.guards, guard * DynamicAPInt(-1));
  });
}

/// Narrows the shape to what suits an access best: the steps of a dimension stay below
/// the next larger step. Just a guess: what a shape proves is asked afterwards.
void suit(const IndexedAccess &access, bool writes, const IndexForms &forms, BlockBounds &shape) {
  for (unsigned i = 0; i < IndexForms::Dimensions; ++i) {
    if (writes && !dependsOn(access, i, forms) && !isOfOne(access, i))
      shape.most[i] = 1;
    const DynamicAPInt factor = access.offset.factorOf(IndexForms::Thread + i);
    DynamicAPInt next(0);
    for (const auto &[symbol, other] : access.offset.factors)
      if (abs(other) > abs(factor) && (next == 0 || abs(other) < next))
        next = abs(other);
    if (factor == 0 || next == 0)
      continue;
    const DynamicAPInt place = mod(access.offset.constant, next);
    const DynamicAPInt room = factor < 0 ? place : next - place - int64_t(access.bytes);
    const DynamicAPInt most = room < 0 ? DynamicAPInt(1) : room / abs(factor) + 1;
    if (most < int64_t(shape.most[i]))
      shape.most[i] = unsigned(int64_t(most));
  }
}

/// The access of threads that are in a block of the shape.
IndexedAccess inShape(IndexedAccess access, const BlockBounds &shape) {
  for (unsigned i = 0; i < IndexForms::Dimensions; ++i)
    access.guards.push_back(constantForm(int64_t(shape.most[i]) - 1) -
                            LinearForm::ofSymbol(IndexForms::Thread + i));
  return access;
}

/// Narrows the shape until the access stays within its object, if one dimension does it.
void fitInto(const IndexedAccess &access, int64_t size, const IndexForms &forms,
             BlockBounds &shape) {
  const DynamicAPInt bytes(size);
  for (unsigned i = 0; i < IndexForms::Dimensions; ++i) {
    if (!dependsOn(access, i, forms) || isWithin(inShape(access, shape), bytes, forms))
      continue;
    BlockBounds tried = shape;
    unsigned fits = 0, fails = shape.most[i];
    while (fails - fits > 1) {
      tried.most[i] = fits + (fails - fits) / 2;
      (isWithin(inShape(access, tried), bytes, forms) ? fits : fails) = tried.most[i];
    }
    if (fits)
      shape.most[i] = fits;
  }
}

/// Extents up to which threads are, or are not, singled out by a guard.
void addGuarded(const IndexedAccess &access, const BlockBounds &shape,
                std::vector<BlockBounds> &shapes) {
  for (const LinearForm &guard : access.guards)
    for (unsigned i = 0; i < IndexForms::Dimensions; ++i) {
      if (guard.factors.size() != 1 || guard.factorOf(IndexForms::Thread + i) != -1)
        continue;
      const DynamicAPInt extent = guard.constant + 1;
      if (extent < 1 || extent >= int64_t(shape.most[i]))
        continue;
      shapes.push_back(shape);
      shapes.back().most[i] = unsigned(int64_t(extent));
    }
}

/// Otherwise in the order given.
std::vector<BlockBounds> largeBeforeSmall(ArrayRef<BlockBounds> shapes) {
  std::vector<BlockBounds> sorted;
  for (const bool large : {true, false})
    for (const BlockBounds &shape : shapes)
      if ((shape.threads() >= MinThreadsOfSome) == large)
        sorted.push_back(shape);
  return sorted;
}

} // namespace

IntervalProofs::IntervalProofs(Function &kernel, SharedObjects known,
                               ArrayRef<KernelAccess> accesses, AsmDecoder &decoder,
                               FunctionAnalysisManager &analyses, PairOracle *oracle)
    : kernel(kernel), analyses(analyses),
      evolution(analyses.getResult<ScalarEvolutionAnalysis>(kernel)), oracle(oracle),
      uniformity(kernel), intervals(kernel, decoder, uniformity), objects(std::move(known)) {
  for (const KernelAccess &access : accesses)
    addAccess(access);
  erase_if(targets, [&](const Target &target) {
    const bool isKnown = objects.isKnown(*target.object);
    if (!isKnown)
      open.insert(target.access.check);
    return !isKnown;
  });
  if (targets.empty() || targets.size() > MaxTargets)
    return;
  proofShape = launchBounds(kernel);
  const std::vector<bool> always = provedFor(proofShape);
  std::vector<bool> proved = proofShape.isExact ? always : provedInShape(always);
  if (oracle && is_contained(proved, false))
    askOracle(proved);
  prove(always, proved);
  if (is_contained(proved, false))
    proveWithin(provedFor(proofShape, /*asksInCode=*/true));
}

/// Each shape costs seconds: the one at hand is asked about, and if it is none, that which
/// promises most.
void IntervalProofs::askOracle(std::vector<bool> &proved) {
  std::vector<BlockBounds> candidates{proofShape};
  if (!proofShape.isExact && proofShape == launchBounds(kernel))
    candidates = largeBeforeSmall(shapes(proofShape));
  asksOracle = true;
  for (const BlockBounds &shape : ArrayRef(candidates).take_front(MaxOracleShapes)) {
    const std::vector<bool> found = provedFor(shape);
    if (count(found, true) > count(proved, true)) {
      proved = found;
      proofShape = shape;
    }
    if (!is_contained(proved, false))
      return;
  }
}

/// All targets of an access must be proved.
void IntervalProofs::prove(const std::vector<bool> &always, const std::vector<bool> &proved) {
  for (unsigned i = 0; i < targets.size(); ++i) {
    const CallInst *check = targets[i].access.check;
    // How large an unsized array is shows at launch: bounds=1 asks for that.
    const bool isInShape = !always[i] || !sizeOf(*targets[i].object);
    Validity validity = isInShape ? Validity::InShape : Validity::Always;
    if (!proved[i] || open.contains(check))
      validity = Validity::None;
    auto [row, isNew] = proofs.try_emplace(check, validity);
    row->second = std::min(row->second, validity);
  }
  isShaped = any_of(proofs, [](const auto &row) { return row.second == Validity::InShape; });
}

/// What is proved for accesses that are asked at run time whether they stay within their
/// object, which takes a comparison and no check.
void IntervalProofs::proveWithin(const std::vector<bool> &proved) {
  for (const auto &[target, isProved] : zip(targets, proved)) {
    const CallInst *check = target.access.check;
    if (!isProved || proofs.lookup(check) != Validity::None || !isOnlyTarget(target))
      continue;
    proofs[check] = Validity::InShape;
    limits[check] = target.object;
    isShaped = true;
  }
}

/// Of an access that goes nowhere else.
bool IntervalProofs::isOnlyTarget(const Target &target) const {
  const CallInst *check = target.access.check;
  return !open.contains(check) &&
         count_if(targets, [&](const Target &other) { return other.access.check == check; }) == 1;
}

/// An address that is not plainly one of an object may be one of all it comes from.
void IntervalProofs::addAccess(const KernelAccess &access) {
  Target target;
  target.access = access;
  const DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(kernel);
  const BasicBlock &block = *access.check->getParent();
  const auto guards = guardsOf(block, tree);
  for (const Guard &guard : ArrayRef(guards).take_front(MaxGuards))
    target.guards.push_back(guard);
  copy_if(edgesInto(block, tree), std::back_inserter(target.edges),
          [&](const BasicBlockEdge &edge) { return uniformity.isLeftTogether(*edge.getStart()); });
  const size_t before = targets.size();
  if (addTargets(std::move(target), *access.pointer))
    return;
  targets.resize(before);
  objects.forgetObjectsOf(*access.pointer);
}

bool IntervalProofs::addByTurns(const Target &target, const Alternation &turns) {
  Target even = target, odd = target;
  even.turns.push_back({turns.loop, /*isOdd=*/false});
  odd.turns.push_back({turns.loop, /*isOdd=*/true});
  return addTargets(std::move(even), *turns.even) && addTargets(std::move(odd), *turns.odd);
}

bool IntervalProofs::addChoice(Target target, const Value &pointer, Value &condition, bool holds) {
  append_range(target.guards,
               comparisonsOf(condition, holds, analyses.getResult<DominatorTreeAnalysis>(kernel)));
  return addTargets(std::move(target), pointer);
}

/// The branch in front of all ways tells which one it was, or nothing is known. (Round a
/// loop it would be a value of the round before.)
bool IntervalProofs::addByEdges(const Target &target, const PHINode &phi) {
  const DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(kernel);
  const auto *node = tree.getNode(phi.getParent());
  if (!node || any_of(phi.blocks(), [&](const BasicBlock *block) {
        return tree.dominates(phi.getParent(), block);
      }))
    return false;
  const BasicBlock *fork = node->getIDom()->getBlock();
  auto *branch = dyn_cast<BranchInst>(fork->getTerminator());
  return all_of(phi.operands(), [&](const Use &pointer) {
    Target other = target;
    for (unsigned side : {0, 1})
      if (branch && branch->isConditional() &&
          tree.dominates(BasicBlockEdge(fork, branch->getSuccessor(side)), pointer))
        append_range(other.guards, comparisonsOf(*branch->getCondition(), side == 0, tree));
    return addTargets(std::move(other), *pointer);
  });
}

bool IntervalProofs::addTargets(Target target, const Value &pointer) {
  constexpr unsigned MaxSteps = 8;
  const SCEV *address = evolution.getSCEV(const_cast<Value *>(&pointer));
  auto *unknown = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
  const SCEV *offset = evolution.removePointerBase(address);
  if (!unknown || isa<SCEVCouldNotCompute>(offset) || target.offsets.size() == MaxSteps ||
      targets.size() > MaxTargets)
    return false;
  target.offsets.push_back(offset);
  Value *base = unknown->getValue();
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(base))
    return addTargets(std::move(target), *cast->getPointerOperand());
  if (const auto turns = alternationOf(*base, analyses.getResult<LoopAnalysis>(kernel)))
    return addByTurns(target, *turns);
  if (auto *phi = dyn_cast<PHINode>(base))
    return addByEdges(target, *phi);
  if (auto *choice = dyn_cast<SelectInst>(base))
    return addChoice(target, *choice->getTrueValue(), *choice->getCondition(), true) &&
           addChoice(target, *choice->getFalseValue(), *choice->getCondition(), false);
  target.object = dyn_cast<GlobalVariable>(base);
  if (!target.object)
    return false;
  if (objects.isKnown(*target.object))
    targets.push_back(std::move(target));
  else
    open.insert(target.access.check);
  return true;
}

IndexedAccess IntervalProofs::formOf(const Target &target, IndexForms &forms) const {
  IndexedAccess access;
  access.bytes = target.access.bytes.value_or(0);
  for (const Comparison &guard : reverse(target.guards)) // the nearest is the first
    addGuard(guard, evolution, forms, access.guards);
  for (const Turn &turn : target.turns) {
    const LinearForm parity = forms.parityOf(*turn.loop);
    access.guards.push_back(turn.isOdd ? parity - constantForm(1) : parity * DynamicAPInt(-1));
  }
  for (const SCEV *offset : target.offsets)
    access.offset += forms.congruentWhere(offset, access.guards);
  return access;
}

IntervalProofs::View IntervalProofs::viewFor(const BlockBounds &bounds) {
  View view{bounds, IndexForms(kernel, uniformity, bounds, analyses), {}};
  for (const Target &target : targets)
    view.accesses.push_back(formOf(target, view.forms));
  return view;
}

bool IntervalProofs::mayConflict(const Target &a, const Target &b) const {
  return a.object == b.object && (a.access.writes || b.access.writes) &&
         !(a.access.isStrong && b.access.isStrong);
}

/// All values of the symbol that two threads may see in a common interval are one.
bool IntervalProofs::isShared(const IndexForms::Symbol &symbol, ArrayRef<unsigned> common,
                              const CallInst &a, const CallInst &b) {
  return symbol.isUniform && all_of(symbol.definitions, [&](const Instruction *definition) {
           return all_of(common, [&](unsigned interval) {
             return intervals.haveRunAlike(interval, *definition, a, b);
           });
         });
}

/// Whether one thread may be at `a` and another at `b` in the interval, for all that the
/// branches say which all threads take alike.
bool IntervalProofs::areOnOneWay(unsigned interval, const Target &a, const Target &b) {
  return none_of(a.edges, [&](const BasicBlockEdge &edge) {
    return any_of(b.edges, [&](const BasicBlockEdge &other) {
      if (edge.getStart() != other.getStart() || edge.getEnd() == other.getEnd())
        return false;
      return intervals.haveRunAlike(interval, *edge.getStart()->getTerminator(), *a.access.check,
                                    *b.access.check);
    });
  });
}

SmallVector<unsigned, 8> IntervalProofs::commonIntervals(const Target &a, const Target &b) {
  SmallVector<unsigned, 8> common;
  for (unsigned i = 0; i < intervals.count(); ++i)
    if (intervals.contains(i, *a.access.check) && intervals.contains(i, *b.access.check) &&
        areOnOneWay(i, a, b))
      common.push_back(i);
  return common;
}

bool IntervalProofs::mayRace(const View &view, unsigned a, unsigned b) {
  if (!mayRaceLinearly(view, a, b))
    return false;
  return !asksOracle ||
         oracle->mayRace(view.bounds, *targets[a].access.check, *targets[b].access.check);
}

/// But for the size of arrays that the launch gives one.
bool IntervalProofs::staysWithin(const View &view, unsigned target) {
  const int64_t size = sizeOf(*targets[target].object).value_or(MostSharedMemory);
  if (isWithin(view.accesses[target], DynamicAPInt(size), view.forms))
    return true;
  return asksOracle && oracle->staysWithin(view.bounds, *targets[target].access.check);
}

bool IntervalProofs::mayRaceLinearly(const View &view, unsigned a, unsigned b) {
  const Target &first = targets[a], &second = targets[b];
  if (!mayConflict(first, second))
    return false;
  const SmallVector<unsigned, 8> common = commonIntervals(first, second);
  if (common.empty())
    return false;
  if (!first.access.bytes || !second.access.bytes || ++questions > MaxQuestions)
    return true;
  DenseMap<unsigned, bool> known;
  const auto isSharedSymbol = [&](unsigned symbol) {
    auto [row, isNew] = known.try_emplace(symbol, false);
    if (isNew)
      row->second =
          isShared(view.forms.symbol(symbol), common, *first.access.check, *second.access.check);
    return row->second;
  };
  return mayOverlap(view.accesses[a], view.accesses[b], view.forms, isSharedSymbol);
}

/// Targets that need no check in blocks within the bounds.
std::vector<bool> IntervalProofs::provedFor(const BlockBounds &bounds, bool asksInCode) {
  const View view = viewFor(bounds);
  std::vector<bool> proved(targets.size());
  for (unsigned i = 0; i < targets.size(); ++i) {
    const IndexedAccess &access = view.accesses[i];
    const int64_t size = sizeOf(*targets[i].object).value_or(MostSharedMemory);
    const bool isAsked = asksInCode && sizeOf(*targets[i].object) &&
                         int64_t(access.bytes) <= size && view.forms.isExactOffset(access.offset);
    proved[i] = targets[i].access.bytes && (isAsked || staysWithin(view, i));
  }
  for (unsigned i = 0; i < targets.size(); ++i)
    for (unsigned k = i; k < targets.size(); ++k)
      if ((proved[i] || proved[k]) && mayRace(view, i, k))
        proved[i] = proved[k] = false;
  return proved;
}

/// Shapes that the addresses suggest, without and with one dimension only: those that
/// suit all accesses first, then those of single writes.
std::vector<BlockBounds> IntervalProofs::shapes(const BlockBounds &widest) {
  std::vector<BlockBounds> shapes;
  BlockBounds flat = widest;
  flat.most[1] = flat.most[2] = 1;
  for (const BlockBounds &bounds : {widest, flat}) {
    const View view = viewFor(bounds);
    const auto narrow = [&](BlockBounds &shape, unsigned i) {
      if (const std::optional<int64_t> size = sizeOf(*targets[i].object))
        fitInto(view.accesses[i], *size, view.forms, shape);
    };
    BlockBounds all = bounds;
    for (unsigned i = 0; i < targets.size(); ++i)
      suit(view.accesses[i], targets[i].access.writes, view.forms, all);
    for (unsigned i = 0; i < targets.size(); ++i)
      narrow(all, i);
    shapes.push_back(all);
    for (const IndexedAccess &access : view.accesses)
      addGuarded(access, all, shapes);
    for (unsigned i = 0; i < targets.size(); ++i) {
      if (!targets[i].access.writes)
        continue;
      suit(view.accesses[i], true, view.forms, shapes.emplace_back(bounds));
      narrow(shapes.back(), i);
    }
  }
  // Indices that wrap in larger blocks show nothing there.
  for (const Target &target : targets)
    if (const auto size = sizeOf(*target.object); size && target.access.bytes) {
      shapes.push_back(flat);
      unsigned &most = shapes.back().most[0];
      most = std::min<uint64_t>(most, *size / std::max<uint64_t>(*target.access.bytes, 1));
    }
  shapes.push_back(flat);
  return shapes;
}

/// Whether all blocks of `inner` are blocks of `outer`.
static bool contains(const BlockBounds &outer, const BlockBounds &inner) {
  return all_of(zip(outer.most, inner.most),
                [](auto pair) { return std::get<0>(pair) >= std::get<1>(pair); });
}

/// Chooses the shape that proves most, for as many blocks as possible.
std::vector<bool> IntervalProofs::provedInShape(const std::vector<bool> &always) {
  const BlockBounds widest = proofShape;
  std::vector<BlockBounds> tried;
  std::vector<bool> best = always;
  for (const BlockBounds &shape : largeBeforeSmall(shapes(widest))) {
    if (shape.threads() < MinThreads || is_contained(tried, shape))
      continue;
    if (tried.size() == MaxShapes || questions > MaxQuestions || !is_contained(best, false))
      break;
    tried.push_back(shape);
    std::vector<bool> proved = provedFor(shape);
    for (unsigned i = 0; i < targets.size(); ++i)
      proved[i] = proved[i] || always[i];
    const auto gain = count(proved, true) - count(best, true);
    const bool isSmall = shape.threads() < MinThreadsOfSome && is_contained(proved, false);
    if (isSmall || gain < 0 || (gain == 0 && !contains(shape, proofShape)))
      continue;
    best = std::move(proved);
    proofShape = shape;
  }
  return best;
}

} // namespace warpsan
