//===- barrier_table.cpp - Host side of barrier divergence -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/barrier_table.h"
#include <atomic>
#include <cstring>

namespace warpsan::rt {

using namespace abi;

bool BarrierTable::allocate() {
  if (!notes)
    notes = static_cast<BarrierNotes *>(device.allocateDevice(sizeof(BarrierNotes)));
  if (!rows) {
    constexpr size_t bytes = DivergenceCapacity * sizeof(Divergence);
    rows = static_cast<Divergence *>(device.allocatePinned(bytes));
    if (rows)
      std::memset(static_cast<void *>(rows), 0, bytes);
  }
  return notes && rows;
}

void BarrierTable::prepare(LaunchRecord &record) {
  if (!allocate())
    return;
  record.barrierNotes = reinterpret_cast<uint64_t>(notes);
  record.divergences = reinterpret_cast<uint64_t>(rows);
}

std::vector<Divergence> BarrierTable::read() const {
  std::vector<Divergence> found = earlier;
  for (uint32_t i = 0; rows && i < DivergenceCapacity; ++i)
    // Pairs with the device's release store: the rest of the row is written.
    if (std::atomic_ref(rows[i].complete).load(std::memory_order_acquire))
      found.push_back(rows[i]);
  return found;
}

void BarrierTable::forgetDevice() {
  earlier = read();
  notes = nullptr;
  rows = nullptr;
}

} // namespace warpsan::rt
