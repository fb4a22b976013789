//===- BarrierDivergence.h - Lanes of a warp at different barriers ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Decode.h"
#include <optional>

namespace warpsan::report {

inline constexpr const char *DivergenceReason =
    "lanes of one warp wait for each other at different block barriers, which CUDA leaves "
    "undefined";

/// Plain data, as in Report.h.
struct BarrierDivergence {
  std::string kernel; ///< demangled
  uint32_t launch = 0;
  Index3 block{};
  uint32_t warp = 0;   ///< in the block
  uint32_t lanes = 0;  ///< that came to `barrier` together
  std::string barrier; ///< "file:line", or a function
  std::string otherBarrier;
};

/// None for a damaged row. Barriers of one line (of two units) are told too: the
/// kernel has been ended because of them.
std::optional<BarrierDivergence> decodeDivergence(const ModuleView &module,
                                                  const abi::Divergence &row);

/// One for each kernel and pair of lines, sorted; the example is that of the
/// earliest launch.
std::vector<BarrierDivergence> mergeDivergences(std::vector<BarrierDivergence> found);

} // namespace warpsan::report
