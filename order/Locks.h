//===- Locks.h - Regions that a lock protects ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock is taken by a compare-and-swap or exchange and given back by a strong
// write. It protects from the first fence behind the taking on, and for threads
// within the scope of that fence. A region without such a fence may still be
// ordered before the next one, because giving back releases: by luck, since in
// the other order of the two it is a race. What ends with a compare-and-swap, or not
// at all, is taken for a list that needs no lock, and never for a faulty lock.
//===----------------------------------------------------------------------===//
#pragma once
#include "order/HappensBefore.h"

namespace warpsan::order {

class Locks {
public:
  explicit Locks(const std::vector<abi::OrderEvent> &events);

  enum class Region : uint8_t { Any, Faulty };
  /// Both accesses lie in regions of one lock; Faulty: and the first one's does
  /// not protect it from the second. The lock's location, or 0.
  uint64_t commonLock(const Position &first, const Position &second, Region kind) const;

  /// In a region that ends, of any lock: what is never given back is no lock.
  bool isLocked(const Position &position) const;

private:
  /// Steps as in Position; NoStep: never.
  struct Held {
    uint64_t location;
    uint64_t taken;
    uint64_t blockFence;
    uint64_t deviceFence;
    uint64_t givenBack;
    bool isLock; ///< not given back by a compare-and-swap, as lists are that threads push to
  };
  static constexpr uint64_t NoStep = UINT64_MAX;

  void add(const abi::OrderEvent &event);
  static bool holds(const Held &region, const Position &position);

  std::unordered_map<uint64_t, std::vector<Held>> regions; ///< by thread
};

} // namespace warpsan::order
