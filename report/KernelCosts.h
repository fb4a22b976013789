//===- KernelCosts.h - Where the cost of checking a kernel is --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/ModuleView.h"
#include <array>
#include <optional>

namespace warpsan::report {

/// Names of the rows of elisions.def: what switches the proof off.
inline constexpr const char *ElisionNames[] = {
#define WARPSAN_ELISION(Name, Switch, Doc) Switch,
#include "warpsan/elisions.def"
};

/// Sites of a kernel and of all it calls, as the compiler left them.
struct SiteCounts {
  uint64_t checked = 0;
  uint64_t notAnalysed = 0;
  std::array<uint64_t, std::size(ElisionNames)> proved{}; ///< by elision

  uint64_t allProved() const;
  uint64_t all() const { return checked + notAnalysed + allProved(); }
};

/// Launches of one function, the kernel's own or its twin.
struct LaunchCosts {
  uint64_t launches = 0;
  uint64_t threads = 0;
  std::optional<uint64_t> nanoseconds; ///< on the device, of all launches
};

/// What a function takes of a multiprocessor.
struct FunctionCosts {
  uint32_t registers = 0;   ///< of a thread
  uint32_t localBytes = 0;  ///< of a thread: spills, and variables with addresses
  uint32_t sharedBytes = 0; ///< static
  uint32_t blocks = 0;      ///< that fit at once, in the shape of the last launch
};

/// What is not known is not set, and nobody guesses it.
struct KernelCosts {
  std::string name; ///< demangled
  uint64_t launches = 0;
  LaunchCosts checked; ///< launches of the twin
  LaunchCosts own;     ///< of the program's own kernel, since nothing in them can race
  SiteCounts sites;
  std::optional<abi::KernelCounters> counters;
  std::optional<FunctionCosts> ownFunction;
  std::optional<FunctionCosts> twin;
};

/// Memory of the detector on the device, at its largest.
struct MemoryCosts {
  uint64_t trackedBytes = 0;      ///< of the program, global
  uint64_t shadowBytes = 0;       ///< for those
  uint64_t sharedShadowBytes = 0; ///< of shared memory, but for cells that lie there themselves
  uint64_t orderLogBytes = 0;
  // Modes ld and det:
  uint64_t copyBytes = 0;       ///< of shared memory, of a block at most
  uint64_t regionSlotBytes = 0; ///< write buffers, and copies that do not lie in shared memory
  uint64_t gridTableBytes = 0;
};

/// Everything that the module itself tells of a kernel.
KernelCosts staticCosts(const ModuleView &module, uint32_t kernel);

} // namespace warpsan::report
