//===- launch_sites.h - Where the program launched from ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>

namespace warpsan::rt {

class LaunchSites {
public:
  /// Launches come in the order of their numbers; one that failed leaves its number to the
  /// next. Kept only where the site changes: many programs launch from a loop. Where it
  /// has several launches, this is all that is kept of each, so there is little of it.
  void note(uint32_t launch, const void *returnAddress) {
    if (!sites.empty() && sites.back().returnAddress == returnAddress)
      return;
    if (!sites.empty() && sites.back().launch == launch)
      sites.pop_back();
    sites.push_back({launch, returnAddress});
  }

  /// Return address of the launch in the program; null if it is not known.
  const void *find(uint32_t launch) const {
    const auto next =
        std::upper_bound(sites.begin(), sites.end(), launch,
                         [](uint32_t number, const Site &site) { return number < site.launch; });
    return next == sites.begin() ? nullptr : std::prev(next)->returnAddress;
  }

private:
  struct Site {
    uint32_t launch; ///< the first one, up to the next site's
    const void *returnAddress;
  };
  std::deque<Site> sites;
};

} // namespace warpsan::rt
