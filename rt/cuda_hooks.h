//===- cuda_hooks.h - Binding of the redirected CUDA functions -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "warpsan/host_abi.h"

namespace warpsan::rt {

/// Notes the program's own function and points its slot to the hook. Rows
/// with an unknown name stay as they are.
void bindHook(const WarpsanHookRow &row);

} // namespace warpsan::rt
