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

/// Pairs with accesses that have left the history of a word, for one launch.
constexpr size_t MaxGivenUpPairs = size_t(1) << 24;

bool hasPolls(const std::vector<OrderEvent> &events) {
  return std::any_of(events.begin(), events.end(),
                     [](const OrderEvent &event) { return event.flags & SyncPoll; });
}

class LaunchDecider {
public:
  LaunchDecider(const std::vector<OrderEvent> &events, std::vector<Decision> &into)
      : order(events), hypotheses(events), coherence(events), locks(events),
        isLenient(hasPolls(events)), decisions(into) {}

  void add(const Conflict &conflict);

private:
  void ask(const Conflict &pair);
  void askStrictly(const Conflict &pair, const Position &first, const Position &second);
  uint8_t causeOf(const Conflict &pair, const Position &first, const Position &second,
                  bool isLockFault);
  uint8_t causeOfLockFault(const Conflict &pair, const Position &first, const Position &second);
  uint8_t causeOfRace(const Conflict &pair, const Position &first, const Position &second);
  void askGivenUp(const Conflict &access);
  void askGivenUp(const Conflict &access, const std::vector<Conflict> &list);

  HappensBefore order;
  Hypotheses hypotheses;
  Coherence coherence;
  Locks locks;
  bool isLenient;
  std::set<std::pair<uint32_t, uint32_t>> lenientSites;
  /// RaceFlags by sites, whether of one block, whether a fault of a lock.
  std::map<std::tuple<uint32_t, uint32_t, bool, bool>, uint8_t> causes;
  std::vector<Decision> &decisions;
  /// By word, then by what they do with which of its bytes.
  std::unordered_map<uint64_t, std::map<std::pair<uint8_t, uint8_t>, std::vector<Conflict>>>
      givenUp;
  size_t pairs = 0;
};

/// Order that only a lock gives is no order if the lock was not held properly.
/// The same fault leaves a pair unordered when the threads come the other way
/// round.
void LaunchDecider::ask(const Conflict &pair) {
  const Position first = positionOfAccess(pair.previousThread, pair.previousClocks);
  const Position second = positionOfAccess(pair.thread, pair.clocks);
  if (!isPlain(AccessClass(pair.previousUsage)) && coherence.isSeen(first, second, pair.word))
    return;
  const Answer answer = order.ask(first, second, pair.moment);
  const bool isOrdered = answer == Answer::Ordered;
  const uint64_t lock =
      locks.commonLock(first, second, isOrdered ? Locks::Region::Faulty : Locks::Region::Any);
  if (isOrdered && (!lock || order.ask(first, second, pair.moment, lock) == Answer::Ordered))
    return askStrictly(pair, first, second);
  decisions.push_back({pair, isOrdered ? Answer::Unordered : answer});
  if (decisions.back().answer == Answer::Unordered)
    decisions.back().conflict.flags |= causeOf(pair, first, second, lock != 0);
}

/// Asked once for the same lines, since it may search for long.
uint8_t LaunchDecider::causeOf(const Conflict &pair, const Position &first, const Position &second,
                               bool isLockFault) {
  const bool sameBlock = first.block() == second.block();
  const auto [known, isNew] =
      causes.try_emplace(std::tuple(pair.previousSite, pair.site, sameBlock, isLockFault));
  if (isNew)
    known->second =
        isLockFault ? causeOfLockFault(pair, first, second) : causeOfRace(pair, first, second);
  return known->second;
}

uint8_t LaunchDecider::causeOfLockFault(const Conflict &pair, const Position &first,
                                        const Position &second) {
  return hypotheses.orders(Hypothesis::WideScopes, first, second, pair.moment)
             ? RaceLock | RaceNarrowFence
             : RaceLock;
}

/// The cheapest repair first.
uint8_t LaunchDecider::causeOfRace(const Conflict &pair, const Position &first,
                                   const Position &second) {
  const auto wouldOrder = [&](Hypothesis hypothesis) {
    return hypotheses.orders(hypothesis, first, second, pair.moment);
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
  return locked != 0 ? RaceNoCommonLock : 0;
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

/// Whether accesses like `earlier` may conflict, by threads of the same block or not.
bool mayConflict(const Conflict &access, const Conflict &earlier, bool sameBlock) {
  return (access.bytes & earlier.previousBytes) &&
         conflict(AccessClass(access.usage), AccessClass(earlier.previousUsage), sameBlock,
                  access.bytes == earlier.previousBytes);
}

bool mayConflict(const Conflict &access, const Conflict &earlier) {
  return access.thread != earlier.previousThread &&
         mayConflict(access, earlier, access.thread >> 32 == earlier.previousThread >> 32);
}

/// The strong accesses of a flag are many, and do not conflict with each other.
void LaunchDecider::askGivenUp(const Conflict &access) {
  for (const auto &[kind, list] : givenUp[access.word])
    if (mayConflict(access, list.front(), true) || mayConflict(access, list.front(), false))
      askGivenUp(access, list);
}

void LaunchDecider::askGivenUp(const Conflict &access, const std::vector<Conflict> &list) {
  for (const Conflict &earlier : list) {
    if (!mayConflict(access, earlier))
      continue;
    Conflict pair = access;
    pair.kind = uint8_t(ConflictKind::Pair);
    pair.previousThread = earlier.previousThread;
    pair.previousClocks = earlier.previousClocks;
    pair.previousSite = earlier.previousSite;
    pair.previousUsage = earlier.previousUsage;
    pair.previousBytes = earlier.previousBytes;
    if (++pairs <= MaxGivenUpPairs)
      ask(pair);
    else
      decisions.push_back({pair, Answer::Unknown});
  }
}

void LaunchDecider::add(const Conflict &conflict) {
  switch (ConflictKind(conflict.kind)) {
  case ConflictKind::Pair:
    return ask(conflict);
  case ConflictKind::GivenUp:
    givenUp[conflict.word][{conflict.previousUsage, conflict.previousBytes}].push_back(conflict);
    return;
  case ConflictKind::AskGivenUp:
    return askGivenUp(conflict);
  }
}

} // namespace

std::vector<Decision> decide(const Log &log) {
  std::map<uint32_t, std::vector<OrderEvent>> events;
  for (const OrderEvent &event : log.events)
    events[event.launch].push_back(event);
  std::map<uint32_t, std::vector<const Conflict *>> conflicts;
  for (const Conflict &conflict : log.conflicts)
    conflicts[conflict.launch].push_back(&conflict);
  std::vector<Decision> decisions;
  for (const auto &[launch, list] : conflicts) {
    LaunchDecider decider(events[launch], decisions);
    for (const Conflict *conflict : list)
      decider.add(*conflict);
  }
  return decisions;
}

} // namespace warpsan::order
