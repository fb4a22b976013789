//===- YieldPoints.h - Where threads may be switched -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace warpsan::cpu {

class DeviceModule;

/// Puts a yield point in front of every atomic and volatile access of the
/// program; the detector's own accesses have to stay indivisible. Runs after
/// the lowering of intrinsics and inline PTX, whose atomics count.
void insertYieldPoints(DeviceModule &device);

} // namespace warpsan::cpu
