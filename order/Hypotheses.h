//===- Hypotheses.h - What the order of a launch would be if ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same question with other rules or a mended program: does an order rest on
// a lenient rule, and what is missing where there is none?
//===----------------------------------------------------------------------===//
#pragma once
#include "order/HappensBefore.h"
#include "order/Locks.h"
#include <array>
#include <memory>

namespace warpsan::order {

enum class Hypothesis : uint8_t {
  StrictPolls, ///< polls need a fence behind them
  WideFences,  ///< all fences have device scope
  WideScopes,  ///< and so have all atomics
  MoreFences,  ///< strong writes release and strong reads acquire, as with fences around them
  Count
};

/// `events` must outlive it. What nobody asks costs nothing.
class Hypotheses {
public:
  explicit Hypotheses(const std::vector<abi::OrderEvent> &events) : events(events) {}

  Answer ask(Hypothesis hypothesis, const Position &first, const Position &second, uint64_t moment);
  /// Ordered, and not by luck with a lock.
  bool orders(Hypothesis hypothesis, const Position &first, const Position &second, uint64_t moment,
              uint64_t word);

private:
  struct World {
    explicit World(const std::vector<abi::OrderEvent> &rows) : order(rows), locks(rows) {}
    HappensBefore order;
    Locks locks;
  };
  World &world(Hypothesis hypothesis);

  const std::vector<abi::OrderEvent> &events;
  std::array<std::unique_ptr<World>, size_t(Hypothesis::Count)> worlds;
};

} // namespace warpsan::order
