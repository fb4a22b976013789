//===- oracle.h - Which accesses of an execution race ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of the PTX memory model (PTX ISA 8.9) applied to the events of one
// launch in the order in which they were executed, by a graph: every event knows
// all that happened before it. Slow, plain, and nothing of it is shared with
// core/ or order/, which it is there to check.
//
// Rules that are WarpSan's and not PTX's, all documented in docs/design.md and
// docs/limits.md, are each one field of Rules.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace warpsan::oracle {

/// System scope is device scope here: one grid.
enum class Reach : uint8_t { Block, Device };

struct Event {
  enum Type : uint8_t { Access, Fence, Arrive, Leave };
  Type type = Access;
  uint32_t thread = 0; ///< in the grid
  uint32_t block = 0;
  uint32_t warp = 0; ///< in the grid

  // Access
  uint64_t address = 0; ///< shared memory of blocks apart from each other
  uint32_t bytes = 0;
  bool reads = false; ///< and somebody looks at the value
  bool writes = false;
  bool strong = false;
  bool acquire = false;
  bool release = false;
  bool poll = false;  ///< a loop ends on the value
  bool takes = false; ///< compare-and-swap of a lock
  bool fails = false; ///< one that leaves memory as it is: it may race, but releases nothing

  bool sequential = false; ///< fence
  Reach reach = Reach::Device;

  // Arrive, Leave
  uint64_t barrier = 0;    ///< which
  uint32_t generation = 0; ///< of its uses
  bool isFull = false;     ///< of all threads of the block, or lanes of the warp
  bool ofBlock = false;    ///< of the block
};

struct Rules {
  /// A strong read sees all strong writes to its address that came before, not
  /// only the last one and the chain of updates it belongs to.
  bool seesAllWrites = true;
  /// A poll acquires without a fence.
  bool pollAcquires = true;
  /// Who has seen a strong write that is a release, or comes behind a fence or the
  /// taking of a lock, may access that word, and so may what full barriers order
  /// behind the reader. Not in kernels without fences, which run without an order log.
  bool seenIsOrdered = true;
  /// What an acquire orders comes behind its own read: which write that sees is luck.
  bool acquiresBehind = true;
  /// Order by a lock counts only if the earlier region began with a fence and the
  /// later one ends with one, where both accesses stand in regions of that lock.
  bool lockNeedsFence = true;
  /// Strong accesses of one word race if they differ within it only.
  bool comparesWithinWords = true;
};

/// Indices of events; the later one second.
struct Race {
  uint32_t first;
  uint32_t second;
  /// Ordered in this run, but only by a lock that was not held properly.
  bool byLock;
  /// A history may have forgotten the first access: it has lost against one that
  /// has seen it, or another one stands for it where only the lock is wrong.
  bool isCertain;
};

std::vector<Race> findRaces(const std::vector<Event> &events, const Rules &rules);

} // namespace warpsan::oracle
