//===- oracle.cpp - Which accesses of an execution race --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/oracle.h"
#include <algorithm>
#include <map>

namespace warpsan::oracle {

namespace {

constexpr uint64_t NoAddress = ~uint64_t(0);

/// Scopes of `a` and `b` include the other one's thread (8.6, morally strong).
bool reachEachOther(const Event &a, const Event &b) {
  return a.block == b.block || (a.reach == Reach::Device && b.reach == Reach::Device);
}

/// A transitive relation between events.
class Relation {
public:
  explicit Relation(size_t count) : words((count + 63) / 64), before(count * words, 0) {}

  bool holds(uint32_t first, uint32_t second) const {
    return before[second * words + first / 64] >> (first % 64) & 1;
  }
  /// `earlier`, and all that came before it, came before `event`.
  void add(uint32_t earlier, uint32_t event) {
    for (size_t w = 0; w < words; ++w)
      before[event * words + w] |= before[earlier * words + w];
    before[event * words + earlier / 64] |= uint64_t(1) << (earlier % 64);
  }

private:
  size_t words;
  std::vector<uint64_t> before; ///< bit j of row i: j before i
};

constexpr uint32_t NoEvent = ~0u;

class Graph {
public:
  /// `without`: an address whose accesses order nothing.
  Graph(const std::vector<Event> &rows, const Rules &asked, uint64_t without = NoAddress)
      : events(rows), rules(asked), ignored(without), causality(rows.size()), barriers(rows.size()),
        previous(rows.size(), NoEvent) {
    for (const Event &e : events)
      if (e.type == Event::Arrive)
        lastArrival[{e.barrier, e.thread}] = e.generation;
    for (uint32_t i = 0; i < events.size(); ++i)
      add(i);
  }

  bool precedes(uint32_t first, uint32_t second) const { return causality.holds(first, second); }
  /// By program order and full barriers.
  bool precedesByBarriers(uint32_t first, uint32_t second) const {
    return barriers.holds(first, second);
  }
  bool precedesAccess(uint32_t first, uint32_t second) const;
  /// The strong read has seen the strong write.
  bool observes(uint32_t read, uint32_t write) const;
  bool isRelease(uint32_t source, uint32_t write) const;

private:
  void add(uint32_t i);
  bool hasExited(const Event &leave, const Event &earlier) const;
  void acquire(uint32_t i);
  void acquireFrom(uint32_t i, uint32_t read);
  void acquireFences(uint32_t i);
  bool isForced(uint32_t fence, uint32_t later) const;
  bool isOrderedBy(uint32_t i, uint32_t read) const;

  const std::vector<Event> &events;
  const Rules &rules;
  uint64_t ignored;
  Relation causality;
  Relation barriers;
  std::vector<uint32_t> previous; ///< event of the same thread
  /// Generation, by barrier and thread.
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> lastArrival;
};

/// A full barrier waits for threads to arrive or to exit: the thread of `earlier`
/// did the latter.
bool Graph::hasExited(const Event &leave, const Event &earlier) const {
  if (leave.ofBlock ? earlier.block != leave.block : earlier.warp != leave.warp)
    return false;
  const auto last = lastArrival.find({leave.barrier, earlier.thread});
  return last == lastArrival.end() || last->second < leave.generation;
}

bool Graph::precedesAccess(uint32_t first, uint32_t second) const {
  const uint32_t before = rules.acquiresBehind ? previous[second] : second;
  return before != NoEvent && (first == before || causality.holds(first, before));
}

/// Observation order (8.8.2): the read takes the value of the write, or of an
/// update that has observed it.
bool Graph::observes(uint32_t read, uint32_t write) const {
  const Event &r = events[read];
  const Event &w = events[write];
  if (write >= read || !w.writes || w.fails || !w.strong || w.address != r.address ||
      w.address == ignored || !reachEachOther(r, w))
    return false;
  if (rules.seesAllWrites)
    return true;
  uint32_t source = read;
  while (source-- > write) {
    const Event &s = events[source];
    const bool hits = s.type == Event::Access && s.writes && s.address < r.address + r.bytes &&
                      r.address < s.address + s.bytes;
    if (!hits)
      continue;
    if (source == write)
      return w.bytes == r.bytes;
    const bool isUpdate = s.strong && s.reads && s.address == r.address && s.bytes == r.bytes;
    return isUpdate && reachEachOther(s, r) && observes(source, write);
  }
  return false;
}

/// The first operation of a release pattern on the write (8.8.3).
bool Graph::isRelease(uint32_t source, uint32_t write) const {
  const Event &s = events[source];
  const Event &w = events[write];
  if (s.thread != w.thread || source > write)
    return false;
  if (s.type == Event::Fence)
    return true;
  return s.type == Event::Access && s.release && s.address == w.address;
}

/// The read belongs to an acquire pattern that ends with event i.
bool Graph::isOrderedBy(uint32_t i, uint32_t read) const {
  const Event &e = events[i];
  if (events[read].thread != e.thread || !events[read].strong || !events[read].reads)
    return false;
  if (e.type == Event::Fence)
    return read < i;
  const bool byItself = e.acquire || (e.poll && rules.pollAcquires);
  return byItself && (read == i || (e.acquire && events[read].address == e.address));
}

void Graph::acquireFrom(uint32_t i, uint32_t read) {
  for (uint32_t write = 0; write < read; ++write) {
    if (!observes(read, write))
      continue;
    for (uint32_t source = 0; source <= write; ++source)
      if (isRelease(source, write) && reachEachOther(events[source], events[i]))
        causality.add(source, i);
  }
}

void Graph::acquire(uint32_t i) {
  for (uint32_t read = 0; read <= i; ++read)
    if (events[read].type == Event::Access && isOrderedBy(i, read))
      acquireFrom(i, read);
}

/// Sequentially consistent fences are in one order that causality respects
/// (8.9.4): here what was written after `fence` was seen before `later`, so
/// `fence` came first. A poll is taken for one. Only what barriers put behind the
/// fence counts, and what the later one's own thread has seen: a poll by itself.
bool Graph::isForced(uint32_t fence, uint32_t later) const {
  for (uint32_t read = 0; read <= later; ++read) {
    const Event &r = events[read];
    if (r.type != Event::Access || !r.reads || !r.strong || r.thread != events[later].thread ||
        (events[later].poll && read != later))
      continue;
    for (uint32_t write = fence + 1; write < read; ++write)
      if (precedesByBarriers(fence, write) && observes(read, write))
        return true;
  }
  return false;
}

void Graph::acquireFences(uint32_t i) {
  const Event &e = events[i];
  const bool isFence = (e.type == Event::Fence && e.sequential) || (e.poll && rules.pollAcquires);
  for (uint32_t fence = 0; isFence && fence < i; ++fence) {
    const Event &f = events[fence];
    if (f.type == Event::Fence && f.sequential && !precedes(fence, i) && reachEachOther(f, e) &&
        isForced(fence, i))
      causality.add(fence, i);
  }
}

void Graph::add(uint32_t i) {
  const Event &e = events[i];
  for (uint32_t j = 0; j < i; ++j) {
    const Event &earlier = events[j];
    const bool meets = e.type == Event::Leave && earlier.type == Event::Arrive &&
                       earlier.barrier == e.barrier && earlier.generation == e.generation;
    const bool exited = e.type == Event::Leave && e.isFull && hasExited(e, earlier);
    if (earlier.thread == e.thread)
      previous[i] = j;
    if (earlier.thread == e.thread || meets || exited)
      causality.add(j, i);
    if (earlier.thread == e.thread || (meets && e.isFull) || exited)
      barriers.add(j, i);
  }
  if (e.type == Event::Access || e.type == Event::Fence) {
    acquire(i);
    acquireFences(i);
  }
}

//===--- Races -------------------------------------------------------------===//

class Judge {
public:
  Judge(const std::vector<Event> &rows, const Rules &asked)
      : events(rows), rules(asked), order(rows, asked) {}
  bool isRace(uint32_t first, uint32_t second) const;
  /// Ordered, but only by a lock without a fence.
  bool isLucky(uint32_t first, uint32_t second) const;
  bool isCertain(uint32_t first, uint32_t second, bool isRace) const;

private:
  static bool overlap(const Event &a, const Event &b);
  bool conflict(const Event &a, const Event &b) const;
  bool sameRange(const Event &a, const Event &b) const;
  bool isSeen(uint32_t first, uint32_t second) const;
  uint64_t lockOf(uint32_t first, uint32_t second) const;
  bool isProtected(uint32_t access, const Event &other, uint64_t lock) const;
  bool endsProtected(uint32_t access, const Event &other, uint64_t lock) const;
  bool isInside(uint32_t access, uint64_t lock, uint32_t &taken) const;

  const std::vector<Event> &events;
  const Rules &rules;
  Graph order;
};

bool Judge::sameRange(const Event &a, const Event &b) const {
  if (a.address == b.address && a.bytes == b.bytes)
    return true;
  return rules.comparesWithinWords && a.bytes >= 4 && b.bytes >= 4;
}

bool Judge::overlap(const Event &a, const Event &b) {
  return a.type == Event::Access && b.type == Event::Access && a.address < b.address + b.bytes &&
         b.address < a.address + a.bytes;
}

bool Judge::conflict(const Event &a, const Event &b) const {
  if (a.thread == b.thread || !overlap(a, b) || !(a.writes || b.writes))
    return false;
  return !(a.strong && b.strong && reachEachOther(a, b) && sameRange(a, b));
}

bool Judge::isSeen(uint32_t first, uint32_t second) const {
  if (!rules.seenIsOrdered || !events[first].writes || !events[first].strong)
    return false;
  bool releases = events[first].release;
  for (uint32_t source = 0; source < first; ++source)
    releases |= events[source].thread == events[first].thread &&
                (events[source].type == Event::Fence || events[source].takes);
  for (uint32_t read = first + 1; releases && read < second; ++read) {
    const Event &r = events[read];
    if (r.type == Event::Access && r.reads && r.strong && order.observes(read, first) &&
        order.precedesByBarriers(read, second))
      return true;
  }
  return false;
}

/// `access` stands between its thread's taking of the lock and the next write to it.
bool Judge::isInside(uint32_t access, uint64_t lock, uint32_t &taken) const {
  bool inside = false;
  for (uint32_t i = 0; i < access; ++i) {
    const Event &e = events[i];
    if (e.type != Event::Access || e.thread != events[access].thread || e.address != lock ||
        e.fails)
      continue;
    inside = e.takes;
    if (e.takes)
      taken = i;
  }
  return inside;
}

/// A lock that both hold.
uint64_t Judge::lockOf(uint32_t first, uint32_t second) const {
  for (uint32_t i = 0; i < first; ++i) {
    uint32_t taken = 0;
    if (events[i].takes && events[i].thread == events[first].thread &&
        isInside(first, events[i].address, taken) && isInside(second, events[i].address, taken))
      return events[i].address;
  }
  return NoAddress;
}

bool Judge::isProtected(uint32_t access, const Event &other, uint64_t lock) const {
  uint32_t taken = 0;
  isInside(access, lock, taken);
  for (uint32_t i = taken; i < access; ++i) {
    const Event &e = events[i];
    const bool fences = e.type == Event::Fence || (i == taken && e.acquire);
    if (fences && e.thread == events[access].thread &&
        (e.block == other.block || e.reach == Reach::Device))
      return true;
  }
  return false;
}

/// A fence for the other's block stands between the access and the giving back. What
/// is given back never, or by taking it again, is no lock.
bool Judge::endsProtected(uint32_t access, const Event &other, uint64_t lock) const {
  if (events[access].address == lock) // it gives the lock back itself
    return true;
  for (uint32_t i = access + 1; i < events.size(); ++i) {
    const Event &e = events[i];
    if (e.thread != events[access].thread)
      continue;
    const bool gives = e.type == Event::Access && e.address == lock && e.writes && e.strong;
    const bool fences = e.type == Event::Fence || (gives && e.release);
    if (fences && (e.block == other.block || e.reach == Reach::Device))
      return true;
    if (gives && !e.fails)
      return e.takes;
  }
  return true;
}

bool Judge::isRace(uint32_t first, uint32_t second) const {
  return conflict(events[first], events[second]) && !isSeen(first, second) &&
         !order.precedesAccess(first, second);
}

bool Judge::isLucky(uint32_t first, uint32_t second) const {
  if (!rules.lockNeedsFence || !conflict(events[first], events[second]) || isSeen(first, second))
    return false;
  const uint64_t lock = lockOf(first, second);
  return lock != NoAddress &&
         !(isProtected(first, events[second], lock) &&
           endsProtected(second, events[first], lock)) &&
         !Graph(events, rules, lock).precedesAccess(first, second);
}

bool Judge::isCertain(uint32_t first, uint32_t second, bool isRace) const {
  for (uint32_t i = first + 1; i < second; ++i)
    if (overlap(events[first], events[i]) && (!isRace || isSeen(first, i)))
      return false;
  return true;
}

} // namespace

std::vector<Race> findRaces(const std::vector<Event> &events, const Rules &rules) {
  const Judge judge(events, rules);
  std::vector<Race> races;
  for (uint32_t second = 0; second < events.size(); ++second)
    for (uint32_t first = 0; first < second; ++first) {
      const bool isRace = judge.isRace(first, second);
      if (isRace || judge.isLucky(first, second))
        races.push_back({first, second, !isRace, judge.isCertain(first, second, isRace)});
    }
  return races;
}

} // namespace warpsan::oracle
