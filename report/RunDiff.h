//===- RunDiff.h - Findings that came and went -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/FindingList.h"

namespace warpsan::report {

/// By id.
struct RunDiff {
  std::vector<Finding> added; ///< not in the baseline
  std::vector<Finding> gone;  ///< only there
  std::vector<Finding> same;
};

RunDiff diffRuns(const RunReport &baseline, const RunReport &run);

/// A line for each finding, then one with the numbers.
std::string writeText(const RunDiff &diff);

} // namespace warpsan::report
