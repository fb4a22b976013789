//===- RunMerge.h - Reports of several processes as one --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings of one id become one, with the sum of their counts and the ranks that
// saw it. A kernel or a site is the same one in two processes if its name, or
// place and kind, is; it counts as analysed if it is in every process that ran
// it. Objects that are not instrumented are those of the process with the most.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/RunReport.h"

namespace warpsan::report {

/// Of at least one run, in their order.
RunReport mergeRuns(const std::vector<RunReport> &runs);

} // namespace warpsan::report
