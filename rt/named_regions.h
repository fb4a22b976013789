//===- named_regions.h - Parts of allocations that have names --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::rt {

/// What an allocator of the program has given out (warpsan_region() in
/// include/warpsan/annotations.h), with the launches it lived through.
struct NamedRegion {
  uint64_t base = 0;
  uint64_t size = 0;
  std::string name;
  const void *caller = nullptr;
  uint32_t firstLaunch = 0;
  uint32_t lastLaunch = UINT32_MAX;

  bool holds(uint64_t address) const { return address - base < size; }
};

class NamedRegions {
public:
  /// `region.firstLaunch`: number of the next launch, as below. A region of the same
  /// address ends.
  void add(NamedRegion region);
  void remove(uint64_t base, uint32_t launch);
  /// All that start in the range.
  void removeWithin(uint64_t base, uint64_t size, uint32_t launch);
  /// The smallest one that held the address at that launch.
  std::optional<NamedRegion> find(uint64_t address, uint32_t launch) const;

private:
  using Living = std::map<uint64_t, NamedRegion>;
  Living::iterator end(Living::iterator region, uint32_t launch);

  Living living; ///< by base
  std::vector<NamedRegion> past;
};

} // namespace warpsan::rt
