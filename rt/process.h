//===- process.h - Which run a report is of --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::rt {

/// Early: the program may go to another folder.
report::Process describeProcess();

} // namespace warpsan::rt
