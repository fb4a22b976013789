//===- record_table.h - Host side of the set of races ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Decode.h"
#include "rt/backend.h"
#include <map>

namespace warpsan::rt {

/// Records and counters lie in pinned memory and can be read at any time, also
/// after the device is lost; only the counts per race need the device.
class RecordTable {
public:
  RecordTable(Backend &backend, uint64_t wantedRecords);

  /// Makes the buffers at the first launch. False: out of memory.
  bool prepare(abi::LaunchRecord &record);
  bool anyRace() const;
  /// Everything recorded since the buffers were made.
  std::vector<report::ObservedRace> read(bool deviceUsable);
  /// Those, and forgets them.
  std::vector<report::ObservedRace> take();
  /// Records made since the last call came about under this schedule.
  void nameSchedule(const std::string &name);
  abi::Counters counters() const;
  /// The device was reset; counters go on from where they were.
  void forgetDevice();

private:
  bool allocate();
  std::vector<uint64_t> readCounts(bool deviceUsable);

  Backend &device;
  uint32_t capacity;
  abi::RaceRecord *records = nullptr;
  uint64_t *keys = nullptr;   ///< device memory, see LaunchRecord::recordKeys
  uint64_t *counts = nullptr; ///< device memory, see LaunchRecord::recordCounts
  uint32_t *wild = nullptr;   ///< device memory, see LaunchRecord::wildLaunch
  abi::Counters *live = nullptr;
  abi::Counters earlier{};
  std::map<uint32_t, std::string> schedules; ///< by index of the record
};

} // namespace warpsan::rt
