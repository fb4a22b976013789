//===- SpinLoops.h - Loops that wait for memory to change --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace warpsan::cpu {

class DeviceModule;

/// Tells the scheduler of iterations that changed nothing: a loop that only
/// reads memory, or tries an atomic in vain, goes round for ever unless another
/// thread writes. When all threads do so nobody will, which makes a deadlock
/// certain instead of likely. Runs before insertYieldPoints.
void markSpinLoops(DeviceModule &device);

} // namespace warpsan::cpu
