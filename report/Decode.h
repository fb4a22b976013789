//===- Decode.h - Race records to reports ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/ModuleView.h"
#include "report/Report.h"
#include <functional>
#include <variant>

namespace warpsan::report {

struct ObservedRace {
  abi::RaceRecord record{};
  uint64_t count = 1;
  bool countKnown = true;
  std::string schedule;    ///< see Report
  bool isReserved = false; ///< in shared memory of the system, not of the program
};

/// A conflict that is no report, because something that is not modelled may
/// have ordered it. Both sites count as not analysed.
struct SetAside {
  uint32_t site = abi::UnknownSite;
  uint32_t previousSite = abi::UnknownSite;
  abi::Reason reason = abi::Reason::None;
  uint64_t count = 0;
};

/// Names the memory of a record (allocations and variables are the host's to know).
using ObjectLookup = std::function<Object(const abi::RaceRecord &)>;

/// A conflict of volatile accesses that is meant (passes/VolatileUse.h).
struct NoRace {};

using Decoded = std::variant<Report, SetAside, NoRace>;

/// `module` must be the record's module, and its indices in range
/// (isDecodable). `kernelReasons`: what the run found out about the kernel.
Decoded decode(const ModuleView &module, const ObservedRace &race, uint32_t kernelReasons,
               const ObjectLookup &lookup);

/// False for a record damaged by a crash.
bool isDecodable(const ModuleView &module, const abi::RaceRecord &record);

/// The inner end of an inline chain, in headers of the toolchain. A chain that never leaves them
/// is kept as it is.
std::vector<Frame> takeToolchainFrames(std::vector<Frame> &frames);

/// The first reason in the mask, or None.
abi::Reason firstReason(uint64_t mask);

/// "file:line" of the innermost frame of the program, or "function access N" without debug info.
std::string locationOf(const Access &access);

/// The same as something to sort by: lines are numbers.
struct Line {
  std::string where; ///< file, else function
  uint32_t number;   ///< of the line, else of the access
  auto operator<=>(const Line &) const = default;
};
Line lineOf(const Access &access);

/// The access of a site, without a thread.
Access accessOf(const ModuleView &module, uint32_t site);

/// The later access of a record, with its thread.
Access currentAccess(const ModuleView &module, const abi::RaceRecord &record);

/// Demangled.
std::string kernelName(const ModuleView &module, uint32_t kernel);

/// "file:line" as for an access, or "function NAME" without debug info.
std::string locationOfBarrier(const ModuleView &module, uint32_t barrier);

Launch launchOf(const ModuleView &module, const abi::RaceRecord &record);

} // namespace warpsan::report
