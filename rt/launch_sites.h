//===- launch_sites.h - Where the program launched from ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <iterator>
#include <map>

namespace warpsan::rt {

class LaunchSites {
public:
  /// Launches come in the order of their numbers. Kept only where the site
  /// changes: most programs launch from a loop.
  void note(uint32_t launch, const void *returnAddress) {
    if (sites.empty() || sites.rbegin()->second != returnAddress)
      sites.insert_or_assign(launch, returnAddress);
  }

  /// Return address of the launch in the program; null if it is not known.
  const void *find(uint32_t launch) const {
    const auto next = sites.upper_bound(launch);
    return next == sites.begin() ? nullptr : std::prev(next)->second;
  }

private:
  std::map<uint32_t, const void *> sites; ///< up to the next one's launch
};

} // namespace warpsan::rt
