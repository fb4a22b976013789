//===- Coherence.h - Order of the accesses to one word ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that has seen a strong write by a strong read of the same word needs
// no fence to access that word again: all agree on the order of its writes. The
// last block of a grid so resets the counter that told it to be the last.
//===----------------------------------------------------------------------===//
#pragma once
#include "order/HappensBefore.h"

namespace warpsan::order {

class Coherence {
public:
  explicit Coherence(const std::vector<abi::OrderEvent> &events);

  /// `first`, if it is a strong write, was seen before `second` in its block.
  bool isSeen(const Position &first, const Position &second, uint64_t word) const;

private:
  struct Event {
    Position position;
    uint64_t location;
    uint32_t ticket;
    bool deviceScope;
  };
  const Event *writeOf(const Position &access, uint64_t word) const;

  std::unordered_map<uint64_t, std::vector<Event>> writes; ///< by thread
  /// By location and block.
  std::map<std::pair<uint64_t, uint64_t>, std::vector<Event>> reads;
};

} // namespace warpsan::order
