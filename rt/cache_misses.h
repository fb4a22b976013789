//===- cache_misses.h - Words that lost their history ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "rt/backend.h"
#include "warpsan/abi.h"
#include <map>
#include <utility>

namespace warpsan::rt {

/// One counter for each kernel, in device memory: with shadow=cached a kernel
/// may count at every access. That a kernel has counted at all is also a reason
/// in pinned memory (CacheMiss), which survives the device.
class CacheMisses {
public:
  explicit CacheMisses(Backend &backend) : device(backend) {}

  /// False: out of memory.
  bool prepare(abi::LaunchRecord &record);
  /// Of all kernels; of an unusable device, what was known last.
  uint64_t count(bool deviceUsable);
  /// The device is about to be reset.
  void forgetDevice();

private:
  Backend &device;
  std::map<std::pair<uint32_t, uint32_t>, void *> counters; ///< by module and kernel
  uint64_t known = 0;
  uint64_t earlier = 0; ///< before the reset
};

} // namespace warpsan::rt
