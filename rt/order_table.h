//===- order_table.h - Log of synchronisation, host side -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "order/Decisions.h"
#include "report/Decode.h"
#include "rt/backend.h"
#include <map>
#include <set>

namespace warpsan::rt {

/// The log of launches with LaunchOrdered, and the races that came out of it.
/// It lies in device memory and grows over launches until it is settled.
class OrderTable {
public:
  OrderTable(Backend &backend, uint64_t wantedBytes) : device(backend), bytes(wantedBytes) {}

  /// False: out of memory.
  bool prepare(const LaunchShape &shape, abi::LaunchRecord &record);
  /// The device is idle, or as good as that: decides what was logged so far and
  /// empties the log.
  void settle();
  /// The device is lost, and the log with it.
  void giveUp();
  void forgetDevice();
  /// Memory that it takes; 0 as long as no launch has needed it.
  uint64_t logBytes() const;

  /// Races of everything settled.
  const std::vector<report::ObservedRace> &races() const { return found.list; }
  /// What would be one if polls needed a fence to acquire.
  const std::vector<report::ObservedRace> &lenient() const { return ordered.list; }

  /// Those, and forgets them.
  std::vector<report::ObservedRace> take();

  struct Undecided {
    uint32_t module;
    uint32_t kernel;
    auto operator<=>(const Undecided &) const = default;
  };
  /// Kernels of which something was lost, or too long to decide.
  const std::set<Undecided> &undecided() const { return unknown; }

private:
  struct Launch {
    Undecided kernel;
    uint32_t grid[3];
    uint32_t block[3];
  };

  /// As much of `bytes` as there is.
  bool allocate();
  bool allocateParts(uint64_t part);
  template <typename Row>
  std::vector<Row> read(uint64_t rows, uint64_t capacity, uint64_t count);
  void addUndecided();
  /// Distinct ones, each with its count.
  struct Races {
    std::map<std::string, size_t> keys; ///< of the list
    std::vector<report::ObservedRace> list;
  };
  void settle(const abi::OrderLog &log);
  void decide(const order::Log &rows);
  void add(const abi::Conflict &conflict, Races &races);
  abi::RaceRecord recordOf(const abi::Conflict &conflict, const Launch &launch) const;

  Backend &device;
  uint64_t bytes;
  abi::OrderLog empty{};              ///< as after allocation
  abi::OrderLog *head = nullptr;      ///< device memory
  uint64_t ticketsUsed = 0;           ///< at most
  std::map<uint32_t, Launch> pending; ///< launches since the log was emptied
  Races found;
  Races ordered; ///< by the lenient rule only
  std::set<Undecided> unknown;
};

} // namespace warpsan::rt
