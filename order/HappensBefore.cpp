//===- HappensBefore.cpp - Order between threads of one launch -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "order/HappensBefore.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace warpsan::order {

using namespace abi;

namespace {

/// Releases and acquires looked at for one question.
constexpr size_t MaxSteps = 1u << 20;

bool isDeviceScope(uint8_t scope) { return scope >= uint8_t(Scope::Device); }

bool reaches(const OrderEvent &event, bool deviceScope) {
  return !deviceScope || isDeviceScope(event.scope);
}

std::vector<uint32_t> numbered(size_t count) {
  std::vector<uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0u);
  return indices;
}

} // namespace

Position positionOfEvent(const OrderEvent &event) {
  return {event.thread, event.clocks.block, event.clocks.warp, uint64_t(event.clocks.sync) * 2};
}

Position positionOfAccess(uint64_t thread, const ThreadClocks &clocks) {
  return {thread, clocks.block, clocks.warp, uint64_t(clocks.sync) * 2 + 1};
}

bool precedesInBlock(const Position &first, const Position &second) {
  if (first.block() != second.block())
    return false;
  if (first.thread == second.thread)
    return first.step <= second.step;
  if (first.blockClock != second.blockClock)
    return first.blockClock < second.blockClock;
  return first.warp() == second.warp() && first.warpClock < second.warpClock;
}

//===--- Preparation -------------------------------------------------------===//

HappensBefore::HappensBefore(const std::vector<OrderEvent> &rows) {
  std::vector<Event> events;
  for (size_t moment = 0; moment < rows.size(); ++moment)
    if (SyncKind(rows[moment].kind) != SyncKind::GivenUp)
      events.push_back({&rows[moment], moment});
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tie(a.row->thread, a.row->clocks.sync) <
           std::tie(b.row->thread, b.row->clocks.sync);
  });
  for (size_t begin = 0; begin < events.size();) {
    size_t end = begin;
    while (end < events.size() && events[end].row->thread == events[begin].row->thread)
      ++end;
    addThread(&events[begin], events.data() + end);
    begin = end;
  }
  sortReleases();
  sortAcquires();
  seen.assign(acquires.size(), 0);
}

/// The latest source that reaches that far: its own release, or the last fence.
void HappensBefore::addRelease(const Event &event, const Event *fence, bool deviceScope) {
  const bool byItself = event.row->flags & SyncRelease;
  if (!reaches(*event.row, deviceScope) || (!byItself && !fence))
    return;
  const OrderEvent &source = byItself ? *event.row : *fence->row;
  releases.push_back(
      {positionOfEvent(source), event.row->location, event.row->ticket, deviceScope});
}

void HappensBefore::addAcquire(const Event &event, const Event *fence, bool deviceScope) {
  const bool byItself = event.row->flags & (SyncAcquire | SyncPoll);
  if (!reaches(*event.row, deviceScope) || (!byItself && !fence))
    return;
  const Event &target = byItself ? event : *fence;
  const bool isSequential =
      (event.row->flags & SyncPoll) || (!byItself && fence->row->flags & SyncSequential);
  acquires.push_back({positionOfEvent(*target.row), event.row->location, event.row->ticket,
                      deviceScope, false, isSequential, target.moment});
}

void HappensBefore::addWrite(const Event &event) {
  writes.push_back({positionOfEvent(*event.row), event.row->location, event.row->ticket,
                    isDeviceScope(event.row->scope)});
}

/// Fences pair with the writes behind them and the reads in front of them.
void HappensBefore::addThread(const Event *begin, const Event *end) {
  const Event *blockFence = nullptr, *deviceFence = nullptr;
  const auto noteFence = [&](const Event *event) {
    blockFence = event;
    if (isDeviceScope(event->row->scope))
      deviceFence = event;
  };
  for (const Event *event = begin; event != end; ++event) {
    const auto kind = SyncKind(event->row->kind);
    if (kind == SyncKind::Fence)
      noteFence(event);
    if (kind == SyncKind::Fence && event->row->flags & SyncSequential) {
      fences.push_back(positionOfEvent(*event->row));
      if (isDeviceScope(event->row->scope))
        deviceFences.push_back(positionOfEvent(*event->row));
    }
    if (kind == SyncKind::Write) {
      addWrite(*event);
      addRelease(*event, blockFence, false);
      addRelease(*event, deviceFence, true);
    }
    if (kind == SyncKind::Arrive)
      releases.push_back(
          {positionOfEvent(*event->row), event->row->location, event->row->ticket, false});
  }
  blockFence = deviceFence = nullptr;
  for (const Event *event = end; event-- != begin;) {
    const auto kind = SyncKind(event->row->kind);
    if (kind == SyncKind::Fence)
      noteFence(event);
    if (kind == SyncKind::Read) {
      addAcquire(*event, blockFence, false);
      addAcquire(*event, deviceFence, true);
    }
    if (kind == SyncKind::Wait)
      acquires.push_back({positionOfEvent(*event->row), event->row->location, event->row->ticket,
                          false, true, false, event->moment});
  }
}

namespace {

/// Keys by which the lists of releases are sorted.
auto blockKey(const Position &p) { return std::tuple(p.block(), p.blockClock); }
auto warpKey(const Position &p) { return std::tuple(p.warp(), p.blockClock, p.warpClock); }
auto threadKey(const Position &p) { return std::tuple(p.thread, p.step); }

} // namespace

void HappensBefore::sortReleases() {
  const auto sorted = [](const std::vector<Release> &rows, auto key) {
    std::vector<uint32_t> list = numbered(rows.size());
    std::sort(list.begin(), list.end(),
              [&](uint32_t a, uint32_t b) { return key(rows[a].source) < key(rows[b].source); });
    return list;
  };
  byBlock = sorted(releases, blockKey);
  byWarp = sorted(releases, warpKey);
  byThread = sorted(releases, threadKey);
  writesByBlock = sorted(writes, blockKey);
  writesByWarp = sorted(writes, warpKey);
}

template <typename Key>
void HappensBefore::sortList(AcquireList &list, bool deviceOnly, Key key) {
  list.items = numbered(acquires.size());
  std::erase_if(list.items, [&](uint32_t i) { return deviceOnly && !acquires[i].deviceScope; });
  std::sort(list.items.begin(), list.items.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(key(acquires[a]), acquires[a].moment) <
           std::tuple(key(acquires[b]), acquires[b].moment);
  });
  for (size_t i = 0; i < list.items.size(); ++i) {
    const Acquire &acquire = acquires[list.items[i]];
    const bool isFirst = i == 0 || key(acquires[list.items[i - 1]]) != key(acquire);
    list.highest.push_back(isFirst ? acquire.ticket
                                   : std::max(acquire.ticket, list.highest.back()));
  }
}

void HappensBefore::sortAcquires() {
  sortList(byPlace, false,
           [](const Acquire &a) { return std::tuple(a.location, a.target.block()); });
  sortList(byLocation, true, [](const Acquire &a) { return a.location; });
}

//===--- Questions ---------------------------------------------------------===//

namespace {

/// What follows a position in a list: a tail of those for which `isIn` holds.
template <typename Span, typename Rows, typename Before, typename IsIn>
Span tailOf(const Rows &rows, const std::vector<uint32_t> &list, Before isBefore, IsIn isIn) {
  const auto begin = std::partition_point(list.begin(), list.end(),
                                          [&](uint32_t i) { return isBefore(rows[i].source); });
  const auto end =
      std::partition_point(begin, list.end(), [&](uint32_t i) { return isIn(rows[i].source); });
  return {size_t(begin - list.begin()), size_t(end - list.begin())};
}

template <typename Span, typename Rows>
Span blockTail(const Rows &rows, const std::vector<uint32_t> &list, const Position &position) {
  return tailOf<Span>(
      rows, list, [&](const Position &p) { return blockKey(p) <= blockKey(position); },
      [&](const Position &p) { return p.block() <= position.block(); });
}

template <typename Span, typename Rows>
Span warpTail(const Rows &rows, const std::vector<uint32_t> &list, const Position &position) {
  return tailOf<Span>(
      rows, list, [&](const Position &p) { return warpKey(p) <= warpKey(position); },
      [&](const Position &p) { return p.warp() <= position.warp(); });
}

} // namespace

HappensBefore::Tails HappensBefore::after(const Position &position) const {
  return {blockTail<Span>(releases, byBlock, position), warpTail<Span>(releases, byWarp, position),
          tailOf<Span>(
              releases, byThread,
              [&](const Position &p) { return threadKey(p) < threadKey(position); },
              [&](const Position &p) { return p.thread <= position.thread; })};
}

/// Acquires at the location by the block, up to the moment of the question.
HappensBefore::Span HappensBefore::local(uint64_t location, uint64_t block) const {
  const auto key = [&](uint32_t i) {
    return std::tuple(acquires[i].location, acquires[i].target.block());
  };
  const auto &items = byPlace.items;
  const auto begin = std::partition_point(
      items.begin(), items.end(), [&](uint32_t i) { return key(i) < std::tuple(location, block); });
  const auto end = std::partition_point(begin, items.end(), [&](uint32_t i) {
    return key(i) == std::tuple(location, block) && acquires[i].moment < goal.moment;
  });
  return {size_t(begin - items.begin()), size_t(end - items.begin())};
}

HappensBefore::Span HappensBefore::device(uint64_t location) const {
  const auto &items = byLocation.items;
  const auto begin = std::partition_point(
      items.begin(), items.end(), [&](uint32_t i) { return acquires[i].location < location; });
  const auto end = std::partition_point(begin, items.end(), [&](uint32_t i) {
    return acquires[i].location == location && acquires[i].moment < goal.moment;
  });
  return {size_t(begin - items.begin()), size_t(end - items.begin())};
}

bool HappensBefore::observes(const Acquire &acquire, const Release &release) const {
  if (acquire.exact ? acquire.ticket != release.ticket : acquire.ticket < release.ticket)
    return false;
  return acquire.target.block() == release.source.block() ||
         (acquire.deviceScope && release.deviceScope);
}

/// The latest first: they know most.
HappensBefore::Heard HappensBefore::hear(uint64_t location, bool deviceScope) const {
  Heard found;
  const Span span = local(location, goal.position.block());
  for (size_t end = span.end; end > span.begin; --end) {
    if (int64_t(byPlace.highest[end - 1]) <= found.ticket)
      break;
    const Acquire &acquire = acquires[byPlace.items[end - 1]];
    if (!precedesInBlock(acquire.target, goal.position) || (deviceScope && !acquire.deviceScope))
      continue;
    if (acquire.exact)
      found.generations.insert(acquire.ticket);
    else
      found.ticket = std::max(found.ticket, int64_t(acquire.ticket));
  }
  return found;
}

/// Most order is direct, and the search finds that last.
bool HappensBefore::reachesDirectly(const Release &release) {
  const bool deviceScope = release.source.block() != goal.position.block();
  if (release.location == goal.without || (deviceScope && !release.deviceScope))
    return false;
  const auto [place, isNew] = heard.try_emplace({release.location, deviceScope});
  if (isNew)
    place->second = hear(release.location, deviceScope);
  return int64_t(release.ticket) <= place->second.ticket ||
         place->second.generations.contains(release.ticket);
}

bool HappensBefore::reachesDirectly(const Tails &tails) {
  const auto any = [&](const std::vector<uint32_t> &list, Span tail) {
    return std::any_of(list.begin() + ptrdiff_t(tail.begin), list.begin() + ptrdiff_t(tail.end),
                       [&](uint32_t i) { return reachesDirectly(releases[i]); });
  };
  return any(byThread, tails.thread) || any(byWarp, tails.warp) || any(byBlock, tails.block);
}

/// Who has seen a release has seen those before it: a later one leads nowhere else,
/// other than at a barrier. Hence the earliest first.
void HappensBefore::follow(const AcquireList &list, Span span, const Release &release,
                           bool sequential) {
  if (span.begin == span.end)
    return;
  uint64_t &lowest =
      followed.try_emplace({&list, span.begin, sequential}, UINT64_MAX).first->second;
  if (release.ticket >= lowest && !acquires[list.items[span.begin]].exact)
    return;
  lowest = std::min(lowest, uint64_t(release.ticket));
  const auto highest = list.highest.begin();
  const auto first = std::lower_bound(highest + ptrdiff_t(span.begin),
                                      highest + ptrdiff_t(span.end), release.ticket);
  for (size_t i = size_t(first - highest); i < span.end && steps < MaxSteps; ++i, ++steps) {
    const uint32_t number = list.items[i];
    if (seen[number] == question || !observes(acquires[number], release) ||
        (sequential && !acquires[number].sequential))
      continue;
    seen[number] = question;
    work.push_back(number);
  }
}

/// The tail, less what an earlier position has expanded of the same list.
void HappensBefore::expand(const Part &part) {
  const Span tail = part.tail;
  if (tail.begin == tail.end)
    return;
  size_t &done =
      expanded.try_emplace({&part.list, tail.end, part.deviceScope}, tail.end).first->second;
  for (size_t i = tail.begin; i < done; ++i) {
    const Release &release = part.rows[part.list[i]];
    if (++steps >= MaxSteps)
      return;
    if (release.location == goal.without)
      continue;
    if (!part.sequential && reachesDirectly(release)) {
      isReached = true;
      return;
    }
    follow(byPlace, local(release.location, release.source.block()), release, part.sequential);
    if (release.deviceScope && part.deviceScope)
      follow(byLocation, device(release.location), release, part.sequential);
  }
  done = std::min(done, tail.begin);
}

void HappensBefore::expand(const Position &position, const Tails &tails) {
  expand({releases, byThread, tails.thread, true, false});
  expand({releases, byWarp, tails.warp, true, false});
  expand({releases, byBlock, tails.block, true, false});
  expandFence(deviceFences, position, true);
  expandFence(fences, position, false);
}

/// What other threads of the block write behind the next fence of the thread.
void HappensBefore::expandFence(const std::vector<Position> &list, const Position &position,
                                bool deviceScope) {
  const auto fence = std::partition_point(list.begin(), list.end(), [&](const Position &each) {
    return threadKey(each) < threadKey(position);
  });
  if (fence == list.end() || fence->thread != position.thread)
    return;
  expand({writes, writesByWarp, warpTail<Span>(writes, writesByWarp, *fence), deviceScope, true});
  expand(
      {writes, writesByBlock, blockTail<Span>(writes, writesByBlock, *fence), deviceScope, true});
}

Answer HappensBefore::ask(const Position &first, const Position &second, uint64_t moment,
                          uint64_t without) {
  if (precedesInBlock(first, second))
    return Answer::Ordered;
  goal = {second, moment, without};
  heard.clear();
  const Tails tails = after(first);
  if (reachesDirectly(tails))
    return Answer::Ordered;
  ++question;
  steps = 0;
  work.clear();
  expanded.clear();
  followed.clear();
  isReached = false;
  expand(first, tails);
  for (size_t i = 0; i < work.size() && steps < MaxSteps && !isReached; ++i) {
    const Position &reached = acquires[work[i]].target;
    if (precedesInBlock(reached, second))
      return Answer::Ordered;
    expand(reached, after(reached));
  }
  if (isReached)
    return Answer::Ordered;
  return steps >= MaxSteps ? Answer::Unknown : Answer::Unordered;
}

} // namespace warpsan::order
