//===- LaneStride.h - How far apart lanes of a warp are ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class SCEV;
} // namespace llvm

namespace warpsan {

/// By how much the value grows with threadIdx.x, lane by lane of a warp. A guess that pays
/// where it is right: nothing is known of values from elsewhere, which are taken to be the
/// same for all lanes, nor of wrapping.
std::optional<int64_t> laneStride(const llvm::SCEV &value);

/// Whether all lanes of a warp likely have the same value, made of nothing from elsewhere but
/// what the launch gives.
bool isSameForLanes(const llvm::SCEV &value);

} // namespace warpsan
