//===- clear_memory.h - Zeroing large ranges -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>

namespace warpsan::cpu {

/// Zeroes private anonymous memory. Whole pages go back to the system, which
/// gives zeroed ones when they are touched again.
void clearMemory(void *memory, size_t bytes);

} // namespace warpsan::cpu
