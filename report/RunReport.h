//===- RunReport.h - All that is reported of a run -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data, as in Report.h: what the session of the runtime collects, the
// writers of text, JSON and SARIF show, and warpsan-report reads and merges.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/BarrierDivergence.h"
#include "report/CoverageRows.h"
#include "report/OutOfBounds.h"
#include "report/Verdict.h"
#include <algorithm>

namespace warpsan::report {

struct Process {
  std::string version; ///< of WarpSan
  uint64_t number = 0;
  std::optional<std::string> rank; ///< of MPI
  std::vector<std::string> command;
  std::string directory; ///< in which it was started
  SeenBy merged;         ///< of reports of several processes
};

struct Suppression {
  SuppressionRule rule;
  uint64_t hits = 0; ///< races and accesses out of bounds of the run that it names
};

struct RunReport {
  Process process;
  std::vector<Report> races;            ///< those that are suppressed, too
  std::vector<OutOfBounds> outOfBounds; ///< the same
  std::vector<BarrierDivergence> divergences;
  CoverageRows coverage;
  std::vector<Suppression> suppressions;
  std::vector<std::string> notes; ///< what else the user should know
  RunSummary summary;
  std::optional<int> exitCode; ///< that replaces the program's own
};

/// Of races or accesses out of bounds.
template <typename Found>
uint64_t countSuppressed(const std::vector<Found> &found) {
  return uint64_t(
      std::ranges::count_if(found, [](const Found &each) { return each.suppressed.has_value(); }));
}
template <typename Found>
uint64_t countShown(const std::vector<Found> &found) {
  return found.size() - countSuppressed(found);
}

} // namespace warpsan::report
