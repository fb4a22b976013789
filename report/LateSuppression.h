//===- LateSuppression.h - Suppressions for runs that are over -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"
#include "report/Suppressions.h"

namespace warpsan::report {

/// Suppresses the races of the run that the rules name, as the run itself would have, but for
/// what merging has left out: a race of two kernels is named by the one that is shown.
void suppress(RunReport &run, const Suppressions &rules);

} // namespace warpsan::report
