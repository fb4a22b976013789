//===- UnitLinker.h - One blob for the units of a device module -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/ModuleView.h"
#include <vector>

namespace warpsan::report {

/// A blob with the rows of all units, one unit after the other, in which the
/// sites, flags and reasons of a kernel include those of the functions of other
/// units that it may call. A called function that no unit has adds nothing: it
/// is reported when it runs.
std::vector<char> linkUnits(const std::vector<const ModuleView *> &units);

} // namespace warpsan::report
