//===- Redirection.h - Accesses on copies -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

class RegionViews;
enum class RegionRuns : uint8_t;

/// Sends all accesses of a twin kernel that other threads might see to the copies of shared
/// memory and to the write buffer of the block (docs/privatization.md). Where regions run once,
/// stores say which bytes of a copy they wrote.
void redirectAccesses(llvm::Function &twin, RegionRuns runs, const RegionViews &views);

} // namespace warpsan
