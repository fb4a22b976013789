//===- named_regions.cpp - Parts of allocations that have names ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/named_regions.h"

namespace warpsan::rt {

/// Those that no launch has seen are of no use: programs may name each block of a pool.
NamedRegions::Living::iterator NamedRegions::end(Living::iterator region, uint32_t launch) {
  region->second.lastLaunch = launch - 1;
  if (region->second.firstLaunch < launch)
    past.push_back(std::move(region->second));
  return living.erase(region);
}

void NamedRegions::add(NamedRegion region) {
  remove(region.base, region.firstLaunch);
  if (region.size)
    living[region.base] = std::move(region);
}

void NamedRegions::remove(uint64_t base, uint32_t launch) {
  if (const auto found = living.find(base); found != living.end())
    end(found, launch);
}

void NamedRegions::removeWithin(uint64_t base, uint64_t size, uint32_t launch) {
  for (auto region = living.lower_bound(base);
       region != living.end() && region->first - base < size;)
    region = end(region, launch);
}

std::optional<NamedRegion> NamedRegions::find(uint64_t address, uint32_t launch) const {
  const NamedRegion *smallest = nullptr;
  const auto consider = [&](const NamedRegion &each) {
    const bool isIt =
        each.holds(address) && each.firstLaunch <= launch && launch <= each.lastLaunch;
    if (isIt && (!smallest || each.size < smallest->size))
      smallest = &each;
  };
  for (const NamedRegion &each : past)
    consider(each);
  for (const auto &[base, each] : living)
    consider(each);
  return smallest ? std::optional(*smallest) : std::nullopt;
}

} // namespace warpsan::rt
