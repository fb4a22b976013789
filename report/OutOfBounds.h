//===- OutOfBounds.h - Accesses of memory that no allocation holds ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With the option `bounds`. Plain data, as in Report.h, and one block for each
// access of the source.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/Decode.h"
#include <optional>

namespace warpsan::report {

inline constexpr const char *OutOfBoundsId = "out-of-bounds";
inline constexpr const char *OutOfBoundsTitle = "access out of bounds";
inline constexpr const char *OutOfBoundsReason = "no allocation that is known holds these bytes";

/// The allocation or variable closest to the address.
struct Neighbour {
  Object object;
  bool isBehind = false; ///< the address lies behind it, else in front
  uint64_t distance = 0; ///< bytes between the two
};

/// What the host knows about the address.
struct Surroundings {
  std::optional<Neighbour> nearest;
  std::optional<Object> freed; ///< held the address until before `freedBefore`
  uint32_t freedBefore = 0;    ///< number of a launch
};

struct OutOfBounds {
  std::string id; ///< see RaceId.h
  Access access;
  Launch launch;
  abi::Space space = abi::Space::Unknown;
  uint64_t address = 0; ///< of the first byte outside; in shared memory an offset
  Surroundings around;
  uint64_t count = 0;
  bool countKnown = true;
  std::string schedule;
  std::optional<SuppressionRule> suppressed;
  SeenBy seenBy;
};

/// The record's flags say RaceOutOfBounds; otherwise as for decode().
OutOfBounds decodeOutOfBounds(const ModuleView &module, const ObservedRace &observed,
                              const Surroundings &around);

/// One for each kind of access of a source line, sorted by location: of what is shown, and
/// behind that of what is suppressed. The example kept is that of the earliest launch.
std::vector<OutOfBounds> mergeOutOfBounds(const std::vector<OutOfBounds> &found);

} // namespace warpsan::report
