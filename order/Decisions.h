//===- Decisions.h - Which conflicts of a launch are races -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "order/HappensBefore.h"

namespace warpsan::order {

struct Decision {
  abi::Conflict conflict; ///< a Pair
  Answer answer;          ///< Unordered: a race. Ordered: by the lenient rule for polls only
};

/// Everything that was logged, of any number of launches.
struct Log {
  std::vector<abi::OrderEvent> events;
  std::vector<abi::Conflict> conflicts; ///< those of one word in their order
};

/// One for each pair of accesses that may be unordered, except for those that
/// are ordered; and once for each pair of sites one that is only because polls
/// acquire without a fence.
std::vector<Decision> decide(const Log &log);

} // namespace warpsan::order
