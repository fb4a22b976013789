//===- CostWriter.h - Costs of kernels as text -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/KernelCosts.h"
#include <vector>

namespace warpsan::report {

/// A table with a row for each kernel, for people; then lines of keys and values that start
/// with `WarpSan: kernel="NAME"`. No key occurs twice for a kernel.
std::string writeCosts(const std::vector<KernelCosts> &kernels);

/// One line of keys and values.
std::string writeCosts(const MemoryCosts &memory);

} // namespace warpsan::report
