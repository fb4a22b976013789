//===- RaceId.h - What a finding is called in every run --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash, 16 hex digits, of what stays when the source around a race changes:
// class, functions, lines from the first line of their function on, kernel and
// variable. Not of kinds, threads, counts, files and the order of the two
// accesses. docs/reports.md promises this to users.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/OutOfBounds.h"
#include "report/Report.h"

namespace warpsan::report {

/// No two findings of a run get one id: the second of equal ones is another one.
void setIds(std::vector<Report> &races, std::vector<OutOfBounds> &outOfBounds);

} // namespace warpsan::report
