//===- barrier_table.h - Host side of barrier divergence -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "rt/backend.h"
#include "warpsan/abi.h"
#include <vector>

namespace warpsan::rt {

/// Rows lie in pinned memory and can be read at any time, also after the device
/// is lost.
class BarrierTable {
public:
  explicit BarrierTable(Backend &backend) : device(backend) {}

  /// Without memory nothing is looked for.
  void prepare(abi::LaunchRecord &record);
  /// Everything recorded so far.
  std::vector<abi::Divergence> read() const;
  /// The device is about to be reset.
  void forgetDevice();

private:
  bool allocate();

  Backend &device;
  abi::BarrierNotes *notes = nullptr; ///< device memory
  abi::Divergence *rows = nullptr;
  std::vector<abi::Divergence> earlier; ///< before the reset
};

} // namespace warpsan::rt
