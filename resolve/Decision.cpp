//===- Decision.cpp - Which accesses of a launch cannot race --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses of which one writes may race if their bytes overlap, as far as it is
// known where they lie. Accesses that overlap with a write, directly or by others, are
// one group; it is harmless if all of the group are apart between threads, or else the
// two of each pair.
//===----------------------------------------------------------------------===//
#include "resolve/Decision.h"
#include "resolve/Encounter.h"
#include "resolve/Evaluation.h"
#include "resolve/OneToOne.h"
#include <cstdlib>
#include <deque>
#include <numeric>

namespace warpsan::resolve {

using namespace abi;

namespace {

/// All pairs are looked at: beyond it nothing is resolved.
constexpr size_t MostForms = 512;
/// Closely, which takes some time. Beyond it none is known not to race.
constexpr size_t MostPairs = 64;

struct Access {
  uint32_t root;
  bool writes;
  uint32_t wideBytes; ///< size of an atomic of device scope, else 0
  uint32_t draws;     ///< tickets of that number; 0: none
  uint32_t amount;    ///< that it adds then
  bool followsDraw;
  uint64_t intervals; ///< FormInfo's
  bool drawsOnce;
  Interval bytes;             ///< all that it may touch
  std::optional<Touch> touch; ///< if it is known and within its allocation
  std::optional<Placement> placement;
};

/// Every byte from base on.
Interval bytesOf(const Placement &placement) {
  return {placement.base, Wide(placement.base) + placement.bytes - 1};
}

/// Addresses count modulo 2^64: one that is far off may lead there, too.
bool mayWrap(const Interval &addresses, const std::optional<Placement> &placement) {
  const Wide turn = Wide(1) << 64;
  const Interval goal = placement ? bytesOf(*placement) : Interval{0, turn - 1};
  return addresses.low <= goal.high - turn || addresses.high >= goal.low + turn;
}

class Decision {
public:
  explicit Decision(const LaunchFacts &facts)
      : launch(facts), pointers(facts.roots.size()), racy(facts.roots.size()) {}

  Resolution resolve();

private:
  bool readPointers();
  bool addAccess(const FormInfo &form);
  Evaluation &evaluationOf(const FormInfo &form);
  std::optional<Touch> touchOf(const FormInfo &form, Evaluation &evaluation,
                               const std::optional<Placement> &placement) const;
  Interval objectOf(const Access &access) const;
  bool mayMeet(const Access &left, const Access &right) const;
  bool areAliases(const Access &left, const Access &right) const;
  std::optional<Difference> differenceOf(const Access &left, const Access &right) const;
  std::optional<int64_t> leastBetween(uint32_t ticket, uint32_t otherTicket) const;
  const Access *drawOf(uint32_t ticket) const;
  bool isBounded(const Access &draw) const;
  Wide threadCount() const;
  void groupAccesses();
  size_t leaderOf(size_t access) const;
  void decide(const std::vector<size_t> &group);
  bool isHarmless(const std::vector<size_t> &group) const;
  bool mayRace(const Access &left, const Access &right);
  bool isDirect(uint32_t root) const;

  const LaunchFacts &launch;
  std::vector<uint64_t> pointers;
  std::vector<bool> racy;             ///< roots
  std::deque<Evaluation> evaluations; ///< for each list of guards
  std::vector<Access> accesses;
  std::vector<size_t> leaders; ///< of accesses: another of the group, or the access itself
  size_t pairs = 0;            ///< that were looked at closely
};

bool Decision::readPointers() {
  for (uint32_t root = 0; root < pointers.size(); ++root) {
    const auto pointer = readPointer(launch, root);
    if (!pointer)
      return false;
    pointers[root] = *pointer;
  }
  return true;
}

/// The address, if it is known and does not wrap. Tickets and opaque values are not known,
/// so they are taken to lead into the allocation. Of an opaque one no more is to be learned
/// if nothing limits it.
std::optional<Touch> Decision::touchOf(const FormInfo &form, Evaluation &evaluation,
                                       const std::optional<Placement> &placement) const {
  if (form.term == NoTerm || form.bytes == 0 || launch.terms[form.term].bits != 64)
    return std::nullopt;
  const auto offset = evaluation.form(form.term);
  const auto base = AffineForm::ofConstant(pointers[form.root]);
  const auto address = offset && base ? offset->plus(*base) : std::nullopt;
  if (!address)
    return std::nullopt;
  Domain domain = evaluation.domain();
  const bool isOpaque = evaluation.isOpaque(form.term);
  if (isOpaque && (!evaluation.isLimited(*address) || mayWrap(domain.range(*address), placement)))
    return std::nullopt;
  if ((isOpaque || address->ticket()) && placement)
    domain.restrict(*address, bytesOf(*placement) + Interval{0, 1 - Wide(form.bytes)});
  const Interval first = domain.range(*address);
  if (domain.isEmpty() || first.low < 0 || first.high >= Wide(1) << 62)
    return std::nullopt;
  return Touch{*address, form.bytes, domain};
}

/// Where an access lies of which no more is known. A pointer to the end of an
/// allocation is one to the start of the next, perhaps.
Interval Decision::objectOf(const Access &access) const {
  if (!access.placement)
    return {};
  Interval object = bytesOf(*access.placement);
  const uint64_t pointer = pointers[access.root];
  if (pointer == access.placement->base)
    if (const auto before = launch.locate(pointer - 1))
      object = hull(object, bytesOf(*before));
  return object;
}

/// Accesses of a kernel mostly have the same guards.
Evaluation &Decision::evaluationOf(const FormInfo &form) {
  const auto guards = launch.guards.subspan(form.guardList, form.guardCount);
  const auto same =
      std::find_if(evaluations.begin(), evaluations.end(),
                   [&](const Evaluation &evaluation) { return evaluation.isOf(guards); });
  return same != evaluations.end() ? *same : evaluations.emplace_back(launch, guards);
}

/// False if it may write and nobody knows where.
bool Decision::addAccess(const FormInfo &form) {
  if (pointers[form.root] == 0)
    return true;
  Evaluation &evaluation = evaluationOf(form);
  if (evaluation.domain().isEmpty())
    return true;
  Access access{};
  access.root = form.root;
  access.writes = form.flags & (FormWrites | FormAtomic);
  access.wideBytes = form.flags & FormWide ? form.bytes : 0;
  access.placement = launch.locate(pointers[form.root]);
  access.draws = ticketOf(form.flags);
  access.amount = amountOf(form.flags);
  access.followsDraw = form.flags & FormFollowsDraw;
  access.intervals = form.intervals;
  access.drawsOnce = form.flags & FormDrawsOnce;
  access.touch = touchOf(form, evaluation, access.placement);
  access.bytes = objectOf(access);
  if (access.touch)
    access.bytes =
        access.touch->domain.range(access.touch->address) + Interval{0, Wide(form.bytes) - 1};
  if (!access.placement || !bytesOf(*access.placement).holds(access.bytes)) {
    access.touch.reset();
    racy[form.root] = true;
  }
  accesses.push_back(std::move(access));
  return accesses.back().placement || !accesses.back().writes;
}

bool Decision::areAliases(const Access &left, const Access &right) const {
  return left.placement && right.placement && left.placement->isAliasable &&
         right.placement->isAliasable && left.placement->base != right.placement->base;
}

/// Atomics are aligned: those of one size meet as a whole, if they do.
bool Decision::mayMeet(const Access &left, const Access &right) const {
  const bool areAtomic = left.wideBytes != 0 && left.wideBytes == right.wideBytes;
  return (left.writes || right.writes) && !areAtomic &&
         (areAliases(left, right) || left.bytes.meets(right.bytes));
}

/// The only access that draws it, from a counter that all threads have in common.
const Access *Decision::drawOf(uint32_t ticket) const {
  const Access *draw = nullptr;
  for (const Access &access : accesses) {
    if (access.draws != ticket)
      continue;
    if (draw || !access.touch || !access.touch->address.isConstant() || access.wideBytes == 0)
      return nullptr;
    draw = &access;
  }
  return draw;
}

/// Before the counter wraps, an access behind its draws would have left its allocation.
bool Decision::isBounded(const Access &draw) const {
  const Wide numbers = (Wide(1) << (8 * draw.wideBytes)) - 1 - 2 * Wide(MaxTicketAmount);
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
    const auto ticket = access.touch ? access.touch->address.ticket() : std::nullopt;
    if (!access.followsDraw || !ticket || ticketNumber(*ticket) != draw.draws)
      return false;
    const int64_t weight = std::abs(access.touch->address.coefficientOf(*ticket));
    const Wide others = access.touch->domain.range(access.touch->address.without(*ticket)).width();
    return product(numbers, weight) > sum(others, Wide(access.placement->bytes));
  });
}

Wide Decision::threadCount() const {
  Wide count = 1;
  for (size_t axis = 0; axis < 3; ++axis)
    count = product(product(count, launch.shape.block[axis]), launch.shape.grid[axis]);
  return count;
}

/// Two numbers that different threads have drawn are so far apart, if they are of one
/// counter and nothing but such draws writes to it.
std::optional<int64_t> Decision::leastBetween(uint32_t ticket, uint32_t otherTicket) const {
  const Access *first = drawOf(ticket), *second = drawOf(otherTicket);
  if (!first || !second || first->bytes.low != second->bytes.low)
    return std::nullopt;
  uint32_t least = first->amount;
  Wide most = 0; // that the counter grows in the launch
  bool areBounded = true;
  for (const Access &access : accesses) {
    if (!access.writes || !(areAliases(*first, access) || first->bytes.meets(access.bytes)))
      continue;
    const bool isDraw = access.draws != 0 && drawOf(access.draws) == &access &&
                        access.bytes.low == first->bytes.low &&
                        access.wideBytes == first->wideBytes;
    if (!isDraw)
      return std::nullopt;
    least = std::min(least, access.amount);
    areBounded &= isBounded(access);
    most = sum(most, access.drawsOnce ? product(threadCount(), access.amount) : Infinity);
  }
  const Wide numbers = Wide(1) << (8 * first->wideBytes);
  return areBounded || sum(most, least) <= numbers ? std::optional<int64_t>(least) : std::nullopt;
}

std::optional<Difference> Decision::differenceOf(const Access &left, const Access &right) const {
  if (!left.touch || !right.touch)
    return std::nullopt;
  const auto first = left.touch->address.ticket(), second = right.touch->address.ticket();
  if (!first || !second || isSignedTicket(*first) != isSignedTicket(*second))
    return std::nullopt;
  const auto least = leastBetween(ticketNumber(*first), ticketNumber(*second));
  return least ? std::optional<Difference>({*first, *second, *least}) : std::nullopt;
}

size_t Decision::leaderOf(size_t access) const {
  while (leaders[access] != access)
    access = leaders[access];
  return access;
}

void Decision::groupAccesses() {
  leaders.resize(accesses.size());
  std::iota(leaders.begin(), leaders.end(), size_t(0));
  for (size_t right = 0; right < accesses.size(); ++right)
    for (size_t left = 0; left < right; ++left)
      if (mayMeet(accesses[left], accesses[right]))
        leaders[leaderOf(left)] = leaderOf(right);
}

bool Decision::isHarmless(const std::vector<size_t> &group) const {
  if (std::none_of(group.begin(), group.end(), [&](size_t each) { return accesses[each].writes; }))
    return true;
  std::vector<Touch> touches;
  for (const size_t each : group) {
    const std::optional<Touch> &touch = accesses[each].touch;
    if (!touch || std::any_of(group.begin(), group.end(), [&](size_t other) {
          return areAliases(accesses[each], accesses[other]);
        }))
      return false;
    touches.push_back(*touch);
  }
  return areApart(std::move(touches));
}

/// Of accesses that may meet.
bool Decision::mayRace(const Access &left, const Access &right) {
  if (!left.touch || !right.touch || areAliases(left, right) || pairs == MostPairs)
    return true;
  ++pairs;
  const auto difference = differenceOf(left, right);
  const auto may = [&](Threads which) {
    return mayEncounter(*left.touch, *right.touch, which, difference);
  };
  // A barrier of the block lies between two of its threads that share no interval.
  return (shareInterval(left.intervals, right.intervals) && may(Threads::OfOneBlock)) ||
         may(Threads::OfDifferentBlocks);
}

/// All of them together first, which is soon done, and then each pair.
void Decision::decide(const std::vector<size_t> &group) {
  if (group.empty() || isHarmless(group))
    return;
  for (auto right = group.begin(); right != group.end(); ++right)
    for (auto left = group.begin(); left <= right; ++left) {
      const Access &first = accesses[*left], &second = accesses[*right];
      if (mayMeet(first, second) && !(racy[first.root] && racy[second.root]) &&
          mayRace(first, second))
        racy[first.root] = racy[second.root] = true;
    }
}

/// What is written behind the root no other access meets, but writes behind it and reads in
/// other barrier intervals.
bool Decision::isDirect(uint32_t root) const {
  return std::none_of(accesses.begin(), accesses.end(), [&](const Access &written) {
    if (written.root != root || !written.writes)
      return false;
    if (written.wideBytes != 0)
      return true;
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access &other) {
      const bool isApart =
          other.writes ? other.root == root : !shareInterval(written.intervals, other.intervals);
      return !isApart && (areAliases(written, other) || written.bytes.meets(other.bytes));
    });
  });
}

Resolution Decision::resolve() {
  if (launch.kernelFlags & (KernelOpenStores | KernelOpen) || launch.forms.size() > MostForms ||
      launch.roots.size() > MaxRoots || !readPointers())
    return {};
  for (const FormInfo &form : launch.forms)
    if (!addAccess(form))
      return {};
  groupAccesses();
  std::vector<std::vector<size_t>> groups(accesses.size());
  for (size_t access = 0; access < accesses.size(); ++access)
    groups[leaderOf(access)].push_back(access);
  for (const std::vector<size_t> &group : groups)
    decide(group);
  Resolution found;
  const bool isPrivate = launch.kernelFlags & KernelPrivate;
  for (uint32_t root = 0; root < racy.size(); ++root)
    if (!racy[root]) {
      found.resolved |= uint64_t(1) << root;
      found.direct |= uint64_t(isPrivate && isDirect(root)) << root;
    }
  return found;
}

} // namespace

Resolution resolveRoots(const LaunchFacts &launch) { return Decision(launch).resolve(); }

} // namespace warpsan::resolve
