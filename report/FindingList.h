//===- FindingList.h - Findings of a run, one line each --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::report {

/// What counts: a race or an access out of bounds that is not suppressed.
struct Finding {
  std::string id;
  std::string kind;  ///< class of the race, or "out-of-bounds"
  std::string lines; ///< "racy.cu:17 <-> racy.cu:20"
  std::string kernel;
  std::string times; ///< "12", "12+"
  SeenBy seenBy;
};

std::vector<Finding> listFindings(const RunReport &run);

} // namespace warpsan::report
