//===- SarifWriter.h - Reports for code scanning services ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::report {

/// SARIF 2.1.0: one document with a run for each of them.
std::string writeSarif(const std::vector<RunReport> &runs);

} // namespace warpsan::report
