//===- LaunchRegisters.h - Registers that do not change ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "warpsan/access_forms.h"

#include <optional>

namespace llvm {
class Value;
} // namespace llvm

namespace warpsan {

/// The register that the value is a read of, if it is one.
std::optional<abi::LaunchRegister> launchRegister(const llvm::Value &value);

/// A read of blockIdx, blockDim or gridDim.
bool isSameInBlock(const llvm::Value &value);

} // namespace warpsan
