//===- grid_tables.h - What the blocks of a launch write --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of launches in mode ld whose blocks are compared (core/region_grid.h).
//===----------------------------------------------------------------------===//
#pragma once
#include "rt/backend.h"
#include "rt/streams.h"
#include "warpsan/abi.h"
#include <map>
#include <utility>
#include <vector>

namespace warpsan::rt {

/// Power of two: enough for what so many threads likely write, within `most` bytes.
uint32_t gridLinesFor(uint64_t threads, uint64_t most);

/// One for each stream and size: launches of a stream come one after the other, and each
/// leaves its table empty.
class GridTables {
public:
  explicit GridTables(Backend &backend) : device(backend) {}

  /// False: out of memory.
  bool prepare(StreamId stream, uint32_t lines, abi::LaunchRecord &record);
  /// Of a launch that did not come to its end.
  void abandon(const abi::LaunchRecord &record);
  /// Nothing is in flight.
  void releaseUnused();
  void forgetDevice();
  /// In use.
  uint64_t bytes() const;

private:
  Backend &device;
  std::map<std::pair<StreamId, uint32_t>, void *> tables;
  std::vector<void *> unused;
};

} // namespace warpsan::rt
