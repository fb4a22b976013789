//===- PtxLowering.h - Inline PTX to IR --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class CallInst;
} // namespace llvm

namespace warpsan::cpu {

class DeviceModule;

/// Replaces a call of inline assembly by IR. An instruction without a lowering
/// rejects the whole text.
void lowerInlineAsm(DeviceModule &device, llvm::CallInst &call);

} // namespace warpsan::cpu
