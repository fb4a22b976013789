//===- cache_misses.cpp - Words that lost their history --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/cache_misses.h"

namespace warpsan::rt {

bool CacheMisses::prepare(abi::LaunchRecord &record) {
  void *&counter = counters[{record.module, record.kernel}];
  if (!counter)
    counter = device.allocateDevice(sizeof(uint64_t));
  record.cacheMisses = reinterpret_cast<uint64_t>(counter);
  return counter;
}

uint64_t CacheMisses::count(bool deviceUsable) {
  uint64_t sum = earlier;
  for (const auto &[kernel, counter] : counters) {
    uint64_t value = 0;
    if (!deviceUsable || !counter || device.copyFromDevice(&value, counter, sizeof value) != 0)
      continue;
    sum += value;
  }
  known = sum > known ? sum : known;
  return known;
}

void CacheMisses::forgetDevice() {
  earlier = count(true);
  counters.clear();
}

} // namespace warpsan::rt
