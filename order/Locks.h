//===- Locks.h - Regions that a lock protects ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock is taken by a compare-and-swap or exchange and given back by a strong
// write. It protects from the first fence behind the taking on up to the last one
// before the giving back, and for threads within the scope of those fences. Two
// regions may still be ordered where the earlier one lacks the first fence, or the
// later one the last: by luck, since the other way round they race. What ends with a compare-and-swap, or not
// at all, is taken for a list that needs no lock, and never for a faulty lock.
//===----------------------------------------------------------------------===//
#pragma once
#include "order/HappensBefore.h"

namespace warpsan::order {

class Locks {
public:
  explicit Locks(const std::vector<abi::OrderEvent> &events);

  enum class Region : uint8_t { Any, Faulty };
  /// Both accesses of `word` lie in regions of one lock; Faulty: and would be
  /// unordered if these came the other way round. The lock's location, or 0.
  uint64_t commonLock(const Position &first, const Position &second, uint64_t word,
                      Region kind) const;

  /// In a region that ends, of any lock: what is never given back is no lock.
  bool isLocked(const Position &position) const;

private:
  /// Steps as in Position; NoStep: never.
  static constexpr uint64_t NoStep = UINT64_MAX;

  /// The first and the last fence of a region that reach a scope.
  struct Fences {
    uint64_t first = NoStep;
    uint64_t last = 0;
    void add(uint64_t step);
  };
  struct Held {
    uint64_t location;
    uint64_t taken;
    uint64_t givenBack = NoStep;
    bool isLock = false; ///< given back, and not by a compare-and-swap, as lists are
                         ///< that threads push to
    Fences block = {}, device = {};
    void fence(const abi::OrderEvent &event);
  };

  struct OfThread {
    std::vector<Held> rows;     ///< in the order of taking
    std::vector<uint32_t> open; ///< not given back yet
    /// When the last row up to there is given back, of those that are.
    std::vector<uint64_t> latest;
    std::vector<uint32_t> endless; ///< never given back: the first of each location
  };

  void add(const abi::OrderEvent &event);
  static void finish(OfThread &thread);
  std::vector<const Held *> heldAt(const Position &position) const;
  static bool holds(const Held &region, const Position &position);
  static bool isFaulty(const Held &earlier, const Position &first, const Held &later,
                       const Position &second, uint64_t word);

  std::unordered_map<uint64_t, OfThread> threads;
};

} // namespace warpsan::order
