//===- Privatize.h - Twins whose regions run on copies ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modes ld and det: docs/privatization.md. A twin that is not made so stays that of mode fsm.
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

class AsmDecoder;
enum class Mode : uint8_t;
enum class RegionRuns : uint8_t;

/// What these make of a twin kernel.
struct Privatization {
  bool isWanted = false;  ///< accesses may race, and nothing is in the way
  uint32_t obstacles = 0; ///< abi::Obstacle bits
};

/// Checks that are proved are gone.
Privatization planPrivatization(llvm::Function &twin, AsmDecoder &decoder);

/// For a twin for which that is wanted; its checks have their sites.
void privatize(llvm::Function &twin, AsmDecoder &decoder, RegionRuns runs);

RegionRuns runsIn(Mode mode);

} // namespace warpsan
