//===- Hypotheses.h - What the order of a launch would be if ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same question with other rules or a mended program: does an order rest on
// a lenient rule, and what is missing where there is none?
//===----------------------------------------------------------------------===//
#pragma once
#include "order/HappensBefore.h"
#include <array>
#include <memory>

namespace warpsan::order {

enum class Hypothesis : uint8_t {
  StrictPolls, ///< polls need a fence behind them
  Count
};

/// `events` must outlive it. What nobody asks costs nothing.
class Hypotheses {
public:
  explicit Hypotheses(const std::vector<abi::OrderEvent> &events) : events(events) {}

  Answer ask(Hypothesis hypothesis, const Position &first, const Position &second, uint64_t moment);

private:
  const std::vector<abi::OrderEvent> &events;
  std::array<std::unique_ptr<HappensBefore>, size_t(Hypothesis::Count)> orders;
};

} // namespace warpsan::order
