//===- SummaryWriter.h - A run in a few lines ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::report {

/// For the log of a CI job: the verdict line, a table of the findings, coverage.
std::string writeSummary(const RunReport &run);

} // namespace warpsan::report
