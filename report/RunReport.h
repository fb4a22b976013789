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
  uint64_t hits = 0; ///< races of the run that it matches
};

struct RunReport {
  Process process;
  std::vector<Report> races; ///< those that are suppressed, too
  std::vector<OutOfBounds> outOfBounds;
  std::vector<BarrierDivergence> divergences;
  CoverageRows coverage;
  std::vector<Suppression> suppressions;
  std::vector<std::string> notes; ///< what else the user should know
  RunSummary summary;
  std::optional<int> exitCode; ///< that replaces the program's own
};

} // namespace warpsan::report
