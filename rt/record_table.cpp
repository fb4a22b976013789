//===- record_table.cpp - Host side of the set of races --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/record_table.h"
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

namespace warpsan::rt {

using namespace abi;

namespace {

/// Pairs with the device's release store: the rest of the record is written.
bool isComplete(RaceRecord &record) {
  return std::atomic_ref(record.complete).load(std::memory_order_acquire) != 0;
}

} // namespace

RecordTable::RecordTable(Backend &backend, uint64_t wantedRecords)
    : device(backend), capacity(uint32_t(std::bit_ceil(wantedRecords))) {}

bool RecordTable::allocate() {
  records = static_cast<RaceRecord *>(device.allocatePinned(capacity * sizeof(RaceRecord)));
  keys = static_cast<uint64_t *>(device.allocateDevice(capacity * sizeof(uint64_t)));
  counts = static_cast<uint64_t *>(device.allocateDevice(capacity * sizeof(uint64_t)));
  wild = static_cast<uint32_t *>(device.allocateDevice(sizeof(uint32_t)));
  live = static_cast<Counters *>(device.allocatePinned(sizeof(Counters)));
  if (!records || !keys || !counts || !wild || !live)
    return false;
  std::memset(static_cast<void *>(records), 0, capacity * sizeof(RaceRecord));
  *live = {};
  return true;
}

bool RecordTable::prepare(LaunchRecord &record) {
  if (!live && !allocate())
    return false;
  record.recordCapacity = capacity;
  record.records = reinterpret_cast<uint64_t>(records);
  record.recordKeys = reinterpret_cast<uint64_t>(keys);
  record.recordCounts = reinterpret_cast<uint64_t>(counts);
  record.wildLaunch = reinterpret_cast<uint64_t>(wild);
  record.counters = reinterpret_cast<uint64_t>(live);
  return true;
}

bool RecordTable::anyRace() const {
  return live && std::any_of(records, records + capacity, isComplete);
}

std::vector<uint64_t> RecordTable::readCounts(bool deviceUsable) {
  std::vector<uint64_t> copied(capacity);
  if (!deviceUsable ||
      device.copyFromDevice(copied.data(), counts, capacity * sizeof(uint64_t)) != 0)
    copied.clear();
  return copied;
}

std::vector<report::ObservedRace> RecordTable::read(bool deviceUsable) {
  std::vector<report::ObservedRace> races;
  if (!anyRace())
    return races;
  const std::vector<uint64_t> dynamic = readCounts(deviceUsable);
  for (uint32_t i = 0; i < capacity; ++i) {
    if (!isComplete(records[i]))
      continue;
    const bool known = !dynamic.empty() && dynamic[i] != 0;
    const auto schedule = schedules.find(i);
    races.push_back({records[i], known ? dynamic[i] : 1, known,
                     schedule == schedules.end() ? "" : schedule->second});
  }
  return races;
}

std::vector<report::ObservedRace> RecordTable::take() {
  std::vector<report::ObservedRace> races = read(true);
  if (races.empty())
    return races;
  std::memset(static_cast<void *>(records), 0, capacity * sizeof(RaceRecord));
  device.clearDevice(keys, capacity * sizeof(uint64_t), nullptr);
  device.clearDevice(counts, capacity * sizeof(uint64_t), nullptr);
  return races;
}

void RecordTable::nameSchedule(const std::string &name) {
  for (uint32_t i = 0; live && i < capacity; ++i)
    if (isComplete(records[i]))
      schedules.try_emplace(i, name);
}

Counters RecordTable::counters() const {
  Counters sum = earlier;
  if (live) {
    sum.lostRaces += live->lostRaces;
    sum.threadsEntered += live->threadsEntered;
    sum.regions += live->regions;
    sum.comparedBytes += live->comparedBytes;
    sum.racingRegions += live->racingRegions;
    sum.givenUpRegions += live->givenUpRegions;
    sum.passes += live->passes;
    sum.grids += live->grids;
    sum.gridBytes += live->gridBytes;
    sum.racingGrids += live->racingGrids;
    sum.givenUpGrids += live->givenUpGrids;
  }
  return sum;
}

void RecordTable::forgetDevice() {
  earlier = counters();
  schedules.clear();
  records = nullptr;
  keys = nullptr;
  counts = nullptr;
  wild = nullptr;
  live = nullptr;
}

} // namespace warpsan::rt
