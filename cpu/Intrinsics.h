//===- Intrinsics.h - llvm.nvvm.* on the CPU ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class CallInst;
} // namespace llvm

namespace warpsan::cpu {

class DeviceModule;

/// Replaces the call of an intrinsic, if it is one that NVPTX alone knows.
/// llvm.nvvm.X becomes a call of nvvm.X of the device library; only what needs
/// its own IR is lowered here.
void lowerIntrinsic(DeviceModule &device, llvm::CallInst &call);

} // namespace warpsan::cpu
