//===- step_detector.h - Drives core/check.h in a model test ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/check.h"
#include "explorer.h"

#include <iterator>

namespace explorer {

/// Five lanes and two warps are enough for the numbering; clocks and sites have
/// room for every depth explored here.
inline constexpr warpsan::CellLayout Layout{8, 6, 7, 7, 6, 6, 6, 0};
inline constexpr uint32_t Epoch = 5;

struct Column {
  warpsan::AccessClass kind;
  oracle::Access access;
};
inline constexpr Column Columns[] = {
    {warpsan::AccessClass::Read, {false, false, false, 0}},
    {warpsan::AccessClass::Write, {false, true, false, 0}},
    {warpsan::AccessClass::LoadBlock, {true, false, false, 0}},
    {warpsan::AccessClass::LoadDevice, {true, false, true, 0}},
    {warpsan::AccessClass::UpdateBlock, {true, true, false, 0}},
    {warpsan::AccessClass::UpdateDevice, {true, true, true, 0}},
};

inline warpsan::AccessClass classOf(const oracle::Access &a) {
  for (const Column &c : Columns)
    if (c.access.atomic == a.atomic && c.access.write == a.write &&
        c.access.deviceScope == a.deviceScope)
      return c.kind;
  return warpsan::AccessClass::Write;
}

inline uint32_t siteOf(const Mode &mode, int thread, int access) {
  return uint32_t(thread) * uint32_t(mode.model.accesses.size()) + uint32_t(access);
}

/// Lane = position among the threads of the warp, warps numbered in the block.
inline uint64_t threadNumber(const oracle::Threads &threads, int t) {
  int lane = 0;
  for (int u = 0; u < t; ++u)
    lane += threads[u].warp == threads[t].warp;
  const int firstWarp = std::find_if(threads.begin(), threads.end(), [&](const auto &p) {
                          return p.block == threads[t].block;
                        })->warp;
  return uint64_t(threads[t].block) << Layout.threadInBlock |
         uint64_t(32 * (threads[t].warp - firstWarp) + lane);
}

inline uint32_t groupMask(const oracle::Threads &threads, int t) {
  uint32_t mask = 0;
  for (int u = 0; u < int(threads.size()); ++u)
    if (threads[u].group == threads[t].group)
      mask |= 1u << (threadNumber(threads, u) & 31);
  return mask;
}

inline int threadOf(const oracle::Threads &threads, uint64_t number) {
  for (int t = 0; t < int(threads.size()); ++t)
    if (threadNumber(threads, t) == number)
      return t;
  return -1;
}

/// Entries of the table that were looked up, over all runs of the process.
inline std::array<bool, std::size(warpsan::FsmTable)> covered{};

struct StepDetector {
  warpsan::Cell cell = 0;

  static warpsan::Accessor accessor(const Mode &mode, const Clocks &clocks, int t, int a) {
    const oracle::Placement &p = mode.model.threads[t];
    return {threadNumber(mode.model.threads, t),
            siteOf(mode, t, a),
            clocks.block[p.block],
            clocks.warp[p.warp],
            clocks.group[p.group],
            groupMask(mode.model.threads, t)};
  }

  Answer access(const Mode &mode, const History &h, const Clocks &clocks, int t, int a) {
    const warpsan::Accessor me = accessor(mode, clocks, t, a);
    const warpsan::AccessClass kind = classOf(mode.model.accesses[a]);
    const warpsan::Step step = warpsan::step(Layout, Epoch, cell, me, kind);
    cover(me, kind);
    Answer answer;
    answer.race = step.verdict.race;
    if (answer.race) {
      answer.blameHolds = blameHolds(mode, h, t, a, step.verdict);
      answer.lineUnknown = step.verdict.site == warpsan::abi::UnknownSite;
      answer.restarted = step.next == warpsan::step(Layout, Epoch, 0, me, kind).next;
    }
    cell = step.next;
    return answer;
  }

  void cover(const warpsan::Accessor &me, warpsan::AccessClass kind) const {
    const warpsan::Payload anchor = warpsan::decode(Layout, cell);
    const warpsan::Relation relation = warpsan::relate(Layout, me, anchor.thread);
    const warpsan::Position position =
        warpsan::place(relation, warpsan::orderSince(anchor, me, relation));
    const size_t index = (warpsan::stateOf(cell) * warpsan::AccessClassCount + size_t(kind)) *
                             warpsan::PositionCount +
                         size_t(position);
    covered[index] = true;
  }

  /// Some access that truly races fits everything the verdict says.
  static bool blameHolds(const Mode &mode, const History &h, int t, int a,
                         const warpsan::Verdict &v) {
    for (int u = 0; u < int(mode.model.threads.size()); ++u)
      for (int b = 0; b < int(mode.model.accesses.size()); ++b)
        if (mode.model.races(h, u, b, t, a) && fits(mode, t, u, b, v))
          return true;
    return false;
  }

  static bool fits(const Mode &mode, int t, int u, int b, const warpsan::Verdict &v) {
    const oracle::Threads &threads = mode.model.threads;
    const Unit unit = closest(threads, t, u);
    if (int(v.relation) != int(unit) - 1)
      return false;
    if (v.site != warpsan::abi::UnknownSite && v.site != siteOf(mode, u, b))
      return false;
    switch (v.known) {
    case warpsan::abi::Known::Thread:
      return v.thread == threadNumber(threads, u);
    case warpsan::abi::Known::Warp:
      return unit <= oracle::Warp;
    case warpsan::abi::Known::Block:
      return unit == oracle::Block;
    case warpsan::abi::Known::Grid:
      return unit == oracle::Grid;
    }
    return false;
  }

  void barrier(const Mode &, Unit, int) {}

  /// The cell with threads renamed and clocks reduced to what was passed since.
  uint64_t key(const Mode &mode, const Clocks &clocks, const Permutation &p) const {
    if (cell == 0)
      return 0;
    const oracle::Threads &threads = mode.model.threads;
    const warpsan::Payload payload = warpsan::decode(Layout, cell);
    const int anchor = threadOf(threads, payload.thread);
    const oracle::Placement &place = threads[anchor];
    const bool block = clocks.block[place.block] > payload.blockClock;
    const bool warp = clocks.warp[place.warp] > payload.warpClock;
    const bool group = clocks.group[place.group] > payload.groupClock;
    const uint64_t order = block ? 3 : warp ? 2 : group;
    return uint64_t(warpsan::stateOf(cell)) << 32 | uint64_t(p[anchor]) << 28 | order << 24 |
           uint64_t(renamed(mode, payload.site, p)) << 12 | renamed(mode, payload.otherSite, p);
  }

  static uint32_t renamed(const Mode &mode, uint32_t site, const Permutation &p) {
    const uint32_t accesses = uint32_t(mode.model.accesses.size());
    if (site == warpsan::lowMask(Layout.otherSite))
      return 4095;
    return siteOf(mode, p[site / accesses], int(site % accesses));
  }

  std::string describe() const {
    const warpsan::Payload p = warpsan::decode(Layout, cell);
    return "state " + std::to_string(warpsan::stateOf(cell)) + " site " + std::to_string(p.site) +
           " other " + std::to_string(p.otherSite);
  }
};

} // namespace explorer
