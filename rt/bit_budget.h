//===- bit_budget.h - Cell layout of a launch ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/history.h"
#include <optional>

namespace warpsan::rt {

struct LayoutRequest {
  uint64_t threadsPerBlock = 1;
  uint64_t blocks = 1;
  uint32_t sites = 1;       ///< numbers that the checked sites of the kernel span
  uint32_t kernelFlags = 0; ///< abi::KernelFlags: which clocks are needed
  bool isOrdered = false;   ///< for histories (core/history.h): their fields are fixed
  unsigned clockBits = 12;  ///< fewest for all clocks together: a loop of 64 rounds with a
                            ///< barrier of each kind
  bool isCached = false;    ///< cells of global memory have a tag
};

/// Layout of the cells of global memory, or nothing when an 8-byte cell is too
/// small for the launch.
std::optional<CellLayout> chooseGlobalLayout(const LayoutRequest &request);

/// Cells of shared memory: threads of one block only.
std::optional<CellLayout> chooseSharedLayout(const LayoutRequest &request);

} // namespace warpsan::rt
