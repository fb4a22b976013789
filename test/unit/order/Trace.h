//===- Trace.h - Events of made-up threads ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "order/HappensBefore.h"
#include <map>

namespace warpsan::test {

using abi::Scope;
using abi::SyncKind;

/// Writes events as the device would, in the order of the calls.
class Trace {
public:
  static constexpr uint32_t Launch = 3;

  struct Thread {
    uint32_t block = 0;
    uint32_t thread = 0;
  };

  void fence(Thread at, Scope scope, uint8_t flags = 0) {
    log(at, SyncKind::Fence, 0, 0, scope, flags);
  }
  void write(Thread at, uint64_t location, Scope scope, uint8_t flags = 0) {
    log(at, SyncKind::Write, location, ++tickets[location], scope, flags);
  }
  void read(Thread at, uint64_t location, Scope scope, uint8_t flags = 0) {
    log(at, SyncKind::Read, location, tickets[location], scope, flags);
  }
  void arrive(Thread at, uint64_t location, uint32_t generation) {
    log(at, SyncKind::Arrive, location, generation, Scope::Block, 0);
  }
  void wait(Thread at, uint64_t location, uint32_t generation) {
    log(at, SyncKind::Wait, location, generation, Scope::Block, 0);
  }
  /// An access that has left the history of its word.
  void giveUp(Thread at, uint64_t word, uint32_t site, uint8_t usage, uint8_t bytes) {
    events.push_back(
        {number(at), word, Launch, site, now(at), uint8_t(SyncKind::GivenUp), usage, bytes, 0});
  }
  /// A barrier of all threads of a block, as one of them sees it.
  void barrier(Thread at) {
    abi::ThreadClocks &own = clocks[number(at)];
    ++own.block;
    own.warp = 0;
  }

  uint64_t number(Thread at) const { return uint64_t(at.block) << 32 | at.thread; }
  abi::ThreadClocks now(Thread at) { return clocks[number(at)]; }
  /// An access at this point.
  order::Position access(Thread at) { return order::positionOfAccess(number(at), now(at)); }
  uint64_t moment() const { return events.size(); }

  order::Answer ask(const order::Position &first, const order::Position &second) {
    return order::HappensBefore(events).ask(first, second, moment());
  }

  std::vector<abi::OrderEvent> events;

private:
  void log(Thread at, SyncKind kind, uint64_t location, uint32_t ticket, Scope scope,
           uint8_t flags) {
    abi::ThreadClocks &own = clocks[number(at)];
    ++own.sync;
    events.push_back(
        {number(at), location, Launch, ticket, own, uint8_t(kind), uint8_t(scope), flags, 0});
  }

  std::map<uint64_t, abi::ThreadClocks> clocks;
  std::map<uint64_t, uint32_t> tickets;
};

} // namespace warpsan::test
