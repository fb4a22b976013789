//===- Decisions.cpp - Which conflicts of a launch are races ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/Decisions.h"
#include "core/history.h"
#include "order/Coherence.h"
#include "order/Hypotheses.h"
#include "order/Locks.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace warpsan::order {

using namespace abi;

namespace {

/// Pairs of threads to ask about, for one launch.
constexpr size_t MaxPairs = size_t(1) << 24;

/// Races of one kind to tell of, for one launch: that there is no order takes the
/// longest search, and one more is no news.
constexpr unsigned MaxRaces = 64;

/// An access that has left the history of its word.
struct GivenUp {
  OrderEvent row;
  uint64_t moment; ///< rows of the log before it
};

/// By word, then by what they do with which of its bytes; each in the order of the log.
/// With no bytes: that malloc gave the word out anew.
using GivenUpOf = std::map<std::pair<uint8_t, uint8_t>, std::vector<GivenUp>>;
using GivenUpByWord = std::unordered_map<uint64_t, GivenUpOf>;

/// What was logged of one launch.
struct LaunchLog {
  std::vector<OrderEvent> events; ///< all rows: their places are moments
  GivenUpByWord givenUp;
  std::vector<const Conflict *> conflicts;
};

bool hasPolls(const std::vector<OrderEvent> &events) {
  return std::any_of(events.begin(), events.end(), [](const OrderEvent &event) {
    return SyncKind(event.kind) == SyncKind::Read && (event.flags & SyncPoll);
  });
}

class LaunchDecider {
public:
  LaunchDecider(const LaunchLog &log, std::vector<Decision> &into)
      : order(log.events), hypotheses(log.events), coherence(log.events), locks(log.events),
        isLenient(hasPolls(log.events)), givenUp(log.givenUp), decisions(into) {}

  void add(const Conflict &conflict);

private:
  /// Two sites, and whether the threads are of one block, of one warp.
  using Kind = std::tuple<uint32_t, uint32_t, bool, bool>;
  static Kind kindOf(const Conflict &pair);

  /// False if the two are not known to be ordered; then a decision tells.
  bool ask(const Conflict &pair);
  void askEach(Conflict pair);
  void askStrictly(const Conflict &pair, const Position &first, const Position &second);
  uint8_t causeOf(const Conflict &pair, const Position &first, const Position &second,
                  bool isLockFault);
  uint8_t causeOfLockFault(const Conflict &pair, const Position &first, const Position &second);
  uint8_t causeOfRace(const Conflict &pair, const Position &first, const Position &second);
  void askGivenUp(const Conflict &access);
  void askGivenUp(const Conflict &access, const std::vector<GivenUp> &list, uint64_t start);

  HappensBefore order;
  Hypotheses hypotheses;
  Coherence coherence;
  Locks locks;
  bool isLenient;
  std::set<std::pair<uint32_t, uint32_t>> lenientSites;
  /// RaceFlags by kind, and whether a fault of a lock.
  std::map<std::pair<Kind, bool>, uint8_t> causes;
  const GivenUpByWord &givenUp;
  std::vector<Decision> &decisions;
  size_t pairs = 0;
  /// Races by kind. Of accesses that were given up one is enough: a hot word has
  /// millions of pairs.
  std::map<Kind, unsigned> races;
};

LaunchDecider::Kind LaunchDecider::kindOf(const Conflict &pair) {
  return {pair.previousSite, pair.site, pair.previousThread >> 32 == pair.thread >> 32,
          pair.previousThread / 32 == pair.thread / 32};
}

/// Order that only a lock gives is no order if the lock was not held properly.
/// The same fault leaves a pair unordered when the threads come the other way
/// round.
bool LaunchDecider::ask(const Conflict &pair) {
  const Position first = positionOfAccess(pair.previousThread, pair.previousClocks);
  const Position second = positionOfAccess(pair.thread, pair.clocks);
  if (!isPlain(AccessClass(pair.previousUsage)) && coherence.isSeen(first, second, pair.word))
    return true;
  const Answer answer = order.ask(first, second, pair.moment);
  const bool isOrdered = answer == Answer::Ordered;
  const uint64_t lock = locks.commonLock(first, second, pair.word,
                                         isOrdered ? Locks::Region::Faulty : Locks::Region::Any);
  if (isOrdered && (!lock || order.ask(first, second, pair.moment, lock) == Answer::Ordered)) {
    askStrictly(pair, first, second);
    return true;
  }
  decisions.push_back({pair, isOrdered ? Answer::Unordered : answer});
  if (decisions.back().answer == Answer::Unordered) {
    decisions.back().conflict.flags |= causeOf(pair, first, second, lock != 0);
    ++races[kindOf(pair)];
  }
  return false;
}

/// Asked once for a kind, since it may search for long.
uint8_t LaunchDecider::causeOf(const Conflict &pair, const Position &first, const Position &second,
                               bool isLockFault) {
  const auto [known, isNew] = causes.try_emplace({kindOf(pair), isLockFault});
  if (isNew)
    known->second =
        isLockFault ? causeOfLockFault(pair, first, second) : causeOfRace(pair, first, second);
  return known->second;
}

uint8_t LaunchDecider::causeOfLockFault(const Conflict &pair, const Position &first,
                                        const Position &second) {
  return hypotheses.orders(Hypothesis::WideScopes, first, second, pair.moment, pair.word)
             ? RaceLock | RaceNarrowFence
             : RaceLock;
}

/// The cheapest repair first.
uint8_t LaunchDecider::causeOfRace(const Conflict &pair, const Position &first,
                                   const Position &second) {
  const auto wouldOrder = [&](Hypothesis hypothesis) {
    return hypotheses.orders(hypothesis, first, second, pair.moment, pair.word);
  };
  if (wouldOrder(Hypothesis::WideFences))
    return RaceNarrowFence;
  if (wouldOrder(Hypothesis::WideScopes))
    return RaceNarrowAtomic;
  const unsigned locked = unsigned(locks.isLocked(first)) + unsigned(locks.isLocked(second));
  if (locked == 2)
    return RaceNoCommonLock;
  if (wouldOrder(Hypothesis::MoreFences))
    return RaceNoFence;
  // One lane that holds a lock for its warp: the other lanes need a barrier.
  return locked != 0 && first.warp() != second.warp() ? RaceNoCommonLock : 0;
}

/// A search that became too long is not repeated for the same lines.
void LaunchDecider::askStrictly(const Conflict &pair, const Position &first,
                                const Position &second) {
  const std::pair sites{pair.previousSite, pair.site};
  if (!isLenient || lenientSites.contains(sites))
    return;
  const Answer answer = hypotheses.ask(Hypothesis::StrictPolls, first, second, pair.moment);
  if (answer == Answer::Ordered)
    return;
  lenientSites.insert(sites);
  if (answer == Answer::Unordered)
    decisions.push_back({pair, Answer::Ordered});
}

/// The earlier access is that of one thread, or of several in a row: one that is
/// not ordered is enough.
void LaunchDecider::askEach(Conflict pair) {
  const uint64_t last = pair.previousThread + pair.previousMore;
  for (; pair.previousThread <= last; ++pair.previousThread) {
    if (pair.previousThread == pair.thread)
      continue;
    const auto told = races.find(kindOf(pair));
    if (told != races.end() && told->second >= MaxRaces)
      continue;
    if (++pairs > MaxPairs)
      return decisions.push_back({pair, Answer::Unknown});
    if (!ask(pair))
      return;
  }
}

/// Whether accesses like `earlier` may conflict, by threads of the same block or not.
bool mayConflict(const Conflict &access, const OrderEvent &earlier, bool sameBlock) {
  return (access.bytes & earlier.flags) &&
         conflict(AccessClass(access.usage), AccessClass(earlier.scope), sameBlock,
                  access.bytes == earlier.flags);
}

bool isOfOneBlock(const Conflict &access, const OrderEvent &earlier) {
  return access.thread >> 32 == earlier.thread >> 32;
}

Conflict pairOf(const Conflict &access, const OrderEvent &earlier) {
  Conflict pair = access;
  pair.kind = uint8_t(ConflictKind::Pair);
  pair.previousThread = earlier.thread;
  pair.previousClocks = earlier.clocks;
  pair.previousSite = earlier.ticket;
  pair.previousUsage = earlier.scope;
  pair.previousBytes = earlier.flags;
  pair.previousMore = earlier.more;
  return pair;
}

/// Moment from which on the memory of the word is what the access at `moment` meets.
uint64_t startOfWord(const GivenUpOf &word, uint64_t moment) {
  const auto renewals = word.find({0, 0});
  uint64_t start = 0;
  if (renewals != word.end())
    for (const GivenUp &renewal : renewals->second)
      if (renewal.moment < moment)
        start = renewal.moment;
  return start;
}

/// The strong accesses of a flag are many, and do not conflict with each other.
void LaunchDecider::askGivenUp(const Conflict &access) {
  const auto found = givenUp.find(access.word);
  if (found == givenUp.end())
    return;
  const uint64_t start = startOfWord(found->second, access.moment);
  for (const auto &[kind, list] : found->second)
    if (mayConflict(access, list.front().row, true) || mayConflict(access, list.front().row, false))
      askGivenUp(access, list, start);
}

void LaunchDecider::askGivenUp(const Conflict &access, const std::vector<GivenUp> &list,
                               uint64_t start) {
  for (const GivenUp &earlier : list) {
    if (earlier.moment < start)
      continue;
    if (earlier.moment >= access.moment)
      return;
    const bool sameBlock = isOfOneBlock(access, earlier.row);
    const Conflict pair = pairOf(access, earlier.row);
    if (mayConflict(access, earlier.row, sameBlock) && !races.contains(kindOf(pair)))
      askEach(pair);
  }
}

void LaunchDecider::add(const Conflict &conflict) {
  if (ConflictKind(conflict.kind) == ConflictKind::Pair)
    askEach(conflict);
  else
    askGivenUp(conflict);
}

std::map<uint32_t, LaunchLog> byLaunch(const Log &log) {
  std::map<uint32_t, LaunchLog> launches;
  for (size_t i = 0; i < log.events.size(); ++i) {
    const OrderEvent &row = log.events[i];
    LaunchLog &launch = launches[row.launch];
    launch.events.push_back(row);
    if (SyncKind(row.kind) == SyncKind::GivenUp)
      launch.givenUp[row.location][{row.scope, row.flags}].push_back({row, i});
  }
  for (const Conflict &conflict : log.conflicts)
    launches[conflict.launch].conflicts.push_back(&conflict);
  return launches;
}

} // namespace

std::vector<Decision> decide(const Log &log) {
  std::vector<Decision> decisions;
  for (const auto &[number, launch] : byLaunch(log)) {
    if (launch.conflicts.empty())
      continue;
    LaunchDecider decider(launch, decisions);
    for (const Conflict *conflict : launch.conflicts)
      decider.add(*conflict);
  }
  return decisions;
}

} // namespace warpsan::order
