//===- shared_pool.h - Cells for the shared memory of resident blocks ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "rt/backend.h"
#include "rt/streams.h"
#include "warpsan/abi.h"
#include <map>
#include <vector>

namespace warpsan::rt {

struct SharedNeed {
  uint32_t words = 0;     ///< of shared memory a block can address
  bool bytes = false;     ///< byte cells too
  bool histories = false; ///< instead of cells
  uint32_t slots = 0;     ///< blocks resident at once
  uint64_t blocks = 0;
};

/// One pool for each stream: launches of one stream follow each other, so they
/// can share slots and the block table. A pool only grows, and a slot keeps
/// its place and size, because its generation speaks for the cells in it.
/// Histories have pools of their own: the lock of one must be open when a block
/// gets its slot, and a cell may have anything in that place.
class SharedPools {
public:
  explicit SharedPools(Backend &backend) : device(backend) {}

  /// False: out of memory; the launch then has no cells for shared memory.
  bool prepare(StreamId stream, const SharedNeed &need, abi::LaunchRecord &record);
  /// The stream was destroyed; its launches may still run.
  void drop(StreamId stream);
  /// Nothing is in flight.
  void releaseUnused();
  void forgetDevice();
  /// That launches use.
  uint64_t bytes() const;

private:
  struct Pool {
    void *slots = nullptr;
    void *cells = nullptr;
    uint64_t stride = 0;
    uint32_t count = 0;
    void *blockSlots = nullptr;
    uint64_t blocks = 0;
  };

  void retire(const Pool &pool);
  bool growCells(Pool &pool, uint64_t stride, uint32_t count);
  bool growBlocks(Pool &pool, uint64_t blocks);
  void retire(void *memory);

  Backend &device;
  std::map<StreamId, Pool> pools; ///< of cells
  std::map<StreamId, Pool> historyPools;
  std::vector<void *> unused;
};

} // namespace warpsan::rt
