//===- BarrierDivergence.cpp - Lanes of a warp at different barriers -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/BarrierDivergence.h"
#include <algorithm>
#include <tuple>

namespace warpsan::report {

namespace {

/// Which of the two barriers was seen first is chance.
auto keyOf(const BarrierDivergence &each) {
  return std::tuple(each.kernel, std::min(each.barrier, each.otherBarrier),
                    std::max(each.barrier, each.otherBarrier));
}

} // namespace

std::optional<BarrierDivergence> decodeDivergence(const ModuleView &module,
                                                  const abi::Divergence &row) {
  if (!module.hasKernel(row.kernel) || row.barrier >= module.barrierCount() ||
      row.otherBarrier >= module.barrierCount())
    return std::nullopt;
  return BarrierDivergence{kernelName(module, row.kernel),
                           row.launch,
                           {row.blockIndex[0], row.blockIndex[1], row.blockIndex[2]},
                           row.warp,
                           row.lanes,
                           locationOfBarrier(module, row.barrier),
                           locationOfBarrier(module, row.otherBarrier)};
}

std::vector<BarrierDivergence> mergeDivergences(std::vector<BarrierDivergence> found) {
  std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
    return std::tuple(keyOf(a), a.launch) < std::tuple(keyOf(b), b.launch);
  });
  const auto end = std::unique(found.begin(), found.end(),
                               [](const auto &a, const auto &b) { return keyOf(a) == keyOf(b); });
  found.erase(end, found.end());
  return found;
}

} // namespace warpsan::report
