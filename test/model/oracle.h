//===- oracle.h - Happens-before by definition, for model tests ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers, for every thread and kind of access, how far the last such access
// has been seen. Shares no code with core/ on purpose: own alphabet, own
// conflict relation, own notion of order.
//===----------------------------------------------------------------------===//
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace oracle {

/// Units of the hierarchy, smallest first; also "how far an access was seen".
enum Unit { Self = 1, Group, Warp, Block, Grid };

struct Placement {
  int group, warp, block; ///< numbers that are unique in the grid
};
using Threads = std::vector<Placement>;

inline int unitOf(const Threads &threads, int t, Unit unit) {
  const Placement &p = threads[t];
  switch (unit) {
  case Self:
    return t;
  case Group:
    return p.group;
  case Warp:
    return p.warp;
  case Block:
    return p.block;
  case Grid:
    return 0;
  }
  return -1;
}

inline bool together(const Threads &threads, int t, int u, Unit unit) {
  return unitOf(threads, t, unit) == unitOf(threads, u, unit);
}

/// Smallest unit that holds both threads.
inline Unit closest(const Threads &threads, int t, int u) {
  for (Unit unit : {Self, Group, Warp, Block})
    if (together(threads, t, u, unit))
      return unit;
  return Grid;
}

/// An access by its properties; `line` tells lines of one kind apart.
struct Access {
  bool atomic, write, deviceScope;
  int line;
};

/// Two accesses by different threads that nothing orders.
inline bool conflict(const Access &a, const Access &b, bool sameBlock) {
  if (!a.write && !b.write)
    return false;
  const bool bothStrong = a.atomic && b.atomic;
  const bool bothSeeEachOther = sameBlock || (a.deviceScope && b.deviceScope);
  return !(bothStrong && bothSeeEachOther);
}

constexpr int MaxThreads = 8;
constexpr int MaxAccesses = 12;

/// Nibble a of word t: how far thread t's last access of kind a was seen, or 0.
struct History {
  std::array<uint64_t, MaxThreads> seen{};

  Unit get(int thread, int access) const { return Unit(seen[thread] >> (4 * access) & 15); }
  void set(int thread, int access, Unit unit) {
    seen[thread] &= ~(uint64_t(15) << (4 * access));
    seen[thread] |= uint64_t(unit) << (4 * access);
  }
};

struct Model {
  Threads threads;
  std::vector<Access> accesses;

  /// Whether `now`, by `thread`, races with the remembered access (t, a).
  bool races(const History &h, int t, int a, int thread, int now) const {
    const Unit seen = h.get(t, a);
    return seen != 0 && !together(threads, t, thread, seen) &&
           conflict(accesses[a], accesses[now], together(threads, t, thread, Block));
  }

  bool races(const History &h, int thread, int now) const {
    for (int t = 0; t < int(threads.size()); ++t)
      for (int a = 0; a < int(accesses.size()); ++a)
        if (races(h, t, a, thread, now))
          return true;
    return false;
  }

  /// Every thread of the unit passes a barrier.
  void barrier(History &h, Unit unit, int number) const {
    for (int t = 0; t < int(threads.size()); ++t)
      for (int a = 0; a < int(accesses.size()); ++a)
        if (unitOf(threads, t, unit) == number && h.get(t, a) != 0 && h.get(t, a) < unit)
          h.set(t, a, unit);
  }
};

} // namespace oracle
