//===- JsonWriter.h - Reports for programs ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::report {

/// JSON Lines: one object a line, the first says which run it is, the last is
/// the verdict. Schema: docs/report.schema.json.
std::string writeJson(const RunReport &run);

} // namespace warpsan::report
