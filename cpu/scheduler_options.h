//===- scheduler_options.h - How the CPU target interleaves threads --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace warpsan::cpu {

enum class Policy : uint8_t {
  Lockstep, ///< first in, first out: lanes of a warp advance in step
  Random,   ///< seeded choice
  Pct,      ///< seeded priorities with a few changes (Burckhardt et al., ASPLOS 2010)
};

struct SchedulerOptions {
  Policy policy = Policy::Lockstep;
  uint64_t seed = 0;
  /// Yield points between switches; the random policy draws 1 .. fuel for each
  /// turn, 0 lets it choose a range for each launch.
  uint32_t fuel = 0;
  /// Threads alive at once; 0: the whole grid up to WholeGridThreads, else
  /// DefaultThreads.
  uint32_t residentThreads = 0;
  uint64_t maxSteps = 0; ///< switches per launch, 0: no limit
  /// Schedules under which each launch runs, with seeds from `seed` on.
  uint32_t runs = 1;
  uint32_t depth = 3; ///< Pct: steps that must come in one order, at most
  /// Launch, from 1, that runs under a seed of its own; 0: none.
  uint64_t replayLaunch = 0;
  uint64_t replaySeed = 0;

  static constexpr uint32_t WholeGridThreads = 65536;
  static constexpr uint32_t DefaultThreads = 4096;

  /// Name of the schedule in verdicts: "lockstep", the seed, or "first..last".
  std::string name() const;
  /// The options that give launch `launch` the schedule it had under
  /// `launchSeed`, and all others the one they have; empty in lockstep.
  std::string replay(uint64_t launchSeed, uint64_t launch) const;
};

/// From the text of WARPSAN_OPTIONS. Keys of other parts are theirs to check; a
/// bad value ends the process.
SchedulerOptions parseSchedulerOptions(std::string_view text);

/// From WARPSAN_OPTIONS; read once.
const SchedulerOptions &schedulerOptions();

} // namespace warpsan::cpu
