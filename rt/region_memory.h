//===- region_memory.h - Where copies of shared memory lie ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of launches in mode ld (core/region_block.h): slots in device memory, one for each
// block that can be resident, and copies in shared memory where there is room for them.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/region_block.h"
#include "rt/backend.h"
#include "rt/shared_cells.h"
#include "rt/streams.h"
#include "warpsan/abi.h"
#include <map>
#include <vector>

namespace warpsan::rt {

/// Copies that `members` warps or threads can have in `mostBytes` (0: no limit), with the place
/// of the union; 0: fewer than are needed to tell two of them apart.
uint32_t copiesWithin(const SharedWindow &window, uint32_t members, uint64_t mostBytes);

/// Mode det: bytes for a copy for each.
uint64_t allCopyBytes(const SharedWindow &window, uint32_t members);
/// Bytes for the fewest copies.
uint64_t leastCopyBytes(const SharedWindow &window, uint32_t members);

/// What the copies of a block need.
struct CopyNeed {
  uint32_t copyBytes;    ///< LaunchRecord::copyBytes
  uint32_t sharedCopies; ///< LaunchRecord's, if they lie in shared memory
  uint64_t bytes;        ///< of all copies of a block
  size_t dynamic;        ///< what a launch with copies in shared memory asks for
};

CopyNeed needOf(const SharedWindow &window, uint32_t copies, const CopyExtras &extras);

/// Power of two; enough for `bytes`.
uint32_t bufferLinesFor(uint64_t bytes);

/// One pool for each stream, as SharedPools has them.
class RegionPools {
public:
  explicit RegionPools(Backend &backend) : device(backend) {}

  /// Slots of `stride` bytes, as many as the record has of shared memory. False: out of memory.
  bool prepare(StreamId stream, uint64_t stride, abi::LaunchRecord &record);
  /// Nothing is in flight.
  void releaseUnused();
  void forgetDevice();
  /// In use.
  uint64_t bytes() const;

private:
  struct Pool {
    void *memory = nullptr;
    uint64_t bytes = 0;
    uint64_t stride = 0;
  };

  Backend &device;
  std::map<StreamId, Pool> pools;
  std::vector<void *> unused;
};

} // namespace warpsan::rt
