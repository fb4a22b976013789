//===- explorer.h - Exhaustive product of a detector and the oracle --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breadth-first over every sequence of accesses and barriers, up to renaming of
// equivalent threads. A world holds real clocks and the detector's real cell;
// worlds that differ only in the absolute values of clocks are one. A race is
// judged and not followed: the cell then restarts as that access alone, which
// is checked, and that world is visited anyway.
//===----------------------------------------------------------------------===//
#pragma once
#include "oracle.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <unordered_set>

namespace explorer {

using oracle::History;
using oracle::Model;
using oracle::Unit;

/// Barriers passed by each unit; a group's count restarts at wider barriers.
struct Clocks {
  std::array<uint8_t, oracle::MaxThreads> group{}, warp{}, block{};
};

template <class Detector>
struct World {
  History history;
  Clocks clocks;
  Detector detector;
};

struct Mode {
  std::string name;
  Model model;
  std::vector<Unit> barriers;
  int depth; ///< 0: to the fixpoint
  bool stopAtFault = false;
};

struct Result {
  size_t worlds = 0, races = 0, misses = 0, falseAlarms = 0, wrongBlames = 0, unknownLines = 0;
  size_t badRestarts = 0;
  int depth = 0;
  bool fixpoint = false;
  std::string example; ///< of the first fault

  bool clean() const { return misses + falseAlarms + wrongBlames + badRestarts == 0; }
};

using Permutation = std::array<int, oracle::MaxThreads>;

/// Does the renaming respect groups, warps and blocks?
inline bool respects(const oracle::Threads &threads, const Permutation &p) {
  for (size_t t = 0; t < threads.size(); ++t)
    for (size_t u = 0; u < threads.size(); ++u)
      if (closest(threads, int(t), int(u)) != closest(threads, p[t], p[u]))
        return false;
  return true;
}

inline std::vector<Permutation> symmetries(const oracle::Threads &threads) {
  std::vector<Permutation> found;
  Permutation p{};
  std::iota(p.begin(), p.end(), 0);
  do {
    if (respects(threads, p))
      found.push_back(p);
  } while (std::next_permutation(p.begin(), p.begin() + threads.size()));
  return found;
}

/// History per thread, then what the detector says about itself.
using Key = std::array<uint64_t, oracle::MaxThreads + 1>;

/// Visited worlds are kept as 128 bits of hash: with 10^7 worlds two collide
/// with a chance below 10^-24.
struct Digest {
  uint64_t a, b;
  bool operator==(const Digest &) const = default;
};
struct DigestHash {
  size_t operator()(const Digest &d) const { return d.a; }
};

inline Digest digest(const Key &key) {
  Digest d{0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
  for (uint64_t word : key) {
    d.a = (d.a ^ word) * 0xff51afd7ed558ccdu;
    d.a ^= d.a >> 32;
    d.b = (d.b + word) * 0xc4ceb9fe1a85ec53u;
    d.b ^= d.b >> 29;
  }
  return d;
}

/// What a detector answers to one access.
struct Answer {
  bool race = false;
  bool blameHolds = true;   ///< names an access that races, or none
  bool lineUnknown = false; ///< names no line
  bool restarted = true;    ///< after a race the cell knows this access alone
};

template <class Detector>
class Explorer {
public:
  explicit Explorer(const Mode &m) : mode(m), renamings(symmetries(m.model.threads)) {}

  Result run() {
    visit({});
    while (!next.empty() && (mode.depth == 0 || result.depth < mode.depth)) {
      std::swap(frontier, next);
      next.clear();
      for (const World<Detector> &world : frontier)
        expand(world);
      ++result.depth;
      if (mode.stopAtFault && !result.clean())
        break;
    }
    result.fixpoint = next.empty();
    result.worlds = visited.size();
    return result;
  }

  /// Random histories: deeper and wider than the exhaustive runs reach. Every
  /// access possible at each step is judged, then one event is taken.
  Result walk(unsigned seed, int walks, int length) {
    std::minstd_rand random(seed);
    exhaustive = false;
    for (int w = 0; w < walks; ++w) {
      World<Detector> world{};
      for (int step = 0; step < length; ++step) {
        next.clear();
        expand(world);
        world = next[random() % next.size()];
        ++result.worlds;
      }
    }
    result.depth = length;
    return result;
  }

private:
  const Mode &mode;
  bool exhaustive = true;
  std::vector<Permutation> renamings;
  std::unordered_set<Digest, DigestHash> visited;
  std::vector<World<Detector>> frontier, next;
  Result result;

  Key keyOf(const World<Detector> &world, const Permutation &p) const {
    Key key{};
    for (size_t t = 0; t < mode.model.threads.size(); ++t)
      key[p[t]] = world.history.seen[t];
    key.back() = world.detector.key(mode, world.clocks, p);
    return key;
  }

  void visit(const World<Detector> &world) {
    if (!exhaustive)
      return next.push_back(world);
    Key least = keyOf(world, renamings[0]);
    for (const Permutation &p : renamings)
      least = std::min(least, keyOf(world, p));
    if (visited.insert(digest(least)).second)
      next.push_back(world);
  }

  void expand(const World<Detector> &world) {
    for (Unit unit : mode.barriers)
      for (int number = 0; number < oracle::MaxThreads; ++number)
        pass(world, unit, number);
    for (int t = 0; t < int(mode.model.threads.size()); ++t)
      for (int a = 0; a < int(mode.model.accesses.size()); ++a)
        access(world, t, a);
  }

  void pass(World<Detector> world, Unit unit, int number) {
    const oracle::Threads &threads = mode.model.threads;
    bool exists = false;
    std::array<bool, oracle::MaxThreads> groups{};
    for (int t = 0; t < int(threads.size()); ++t)
      if (unitOf(threads, t, unit) == number)
        exists = groups[threads[t].group] = true;
    if (!exists)
      return;
    mode.model.barrier(world.history, unit, number);
    for (int g = 0; g < oracle::MaxThreads; ++g)
      if (groups[g])
        world.clocks.group[g] = unit == oracle::Group ? world.clocks.group[g] + 1 : 0;
    if (unit == oracle::Warp)
      ++world.clocks.warp[number];
    if (unit == oracle::Block)
      ++world.clocks.block[number];
    world.detector.barrier(mode, unit, number);
    visit(world);
  }

  void access(World<Detector> world, int thread, int a) {
    const bool truth = mode.model.races(world.history, thread, a);
    const Answer answer = world.detector.access(mode, world.history, world.clocks, thread, a);
    result.misses += truth && !answer.race;
    result.falseAlarms += !truth && answer.race;
    if (truth && answer.race) {
      ++result.races;
      result.wrongBlames += !answer.blameHolds;
      result.unknownLines += answer.lineUnknown;
      result.badRestarts += !answer.restarted;
    }
    if (!result.clean() && result.example.empty())
      result.example = describe(world, thread, a);
    if (truth || answer.race)
      return;
    world.history.set(thread, a, oracle::Self);
    visit(world);
  }

  std::string describe(const World<Detector> &world, int thread, int a) const {
    std::string text;
    for (int t = 0; t < int(mode.model.threads.size()); ++t)
      for (int b = 0; b < int(mode.model.accesses.size()); ++b)
        if (const int seen = world.history.get(t, b))
          text += "t" + std::to_string(t) + ".a" + std::to_string(b) + " seen by unit " +
                  std::to_string(seen) + "; ";
    return text + "now t" + std::to_string(thread) + ".a" + std::to_string(a) + "; " +
           world.detector.describe();
  }
};

inline std::string line(const Mode &mode, const Result &r) {
  std::ostringstream out;
  out << mode.name << ": threads " << mode.model.threads.size() << ", worlds " << r.worlds
      << ", depth " << r.depth << (r.fixpoint ? " (fixpoint)" : "") << ", races " << r.races
      << ", line unknown " << r.unknownLines << ", misses " << r.misses << ", false alarms "
      << r.falseAlarms << ", wrong blames " << r.wrongBlames << ", bad restarts " << r.badRestarts;
  return out.str();
}

} // namespace explorer
