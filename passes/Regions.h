//===- Regions.h - Code between barriers that can run again -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

class AsmDecoder;
struct SharedBlock;
struct SharedVariables;

struct SharedParts {
  const SharedBlock &fixed;
  const SharedVariables &variables;
};

enum class RegionRuns : uint8_t {
  Once,     ///< mode det: nothing is put back, no access checked
  Repeated, ///< mode ld: as often as the run time wants, from the same state
};

/// Makes what each thread of a twin kernel runs between two barriers of the block a region
/// (docs/privatization.md). Checks of accesses become those of the mode. The twin has no
/// obstacles.
void formRegions(llvm::Function &twin, const SharedParts &shared, RegionRuns runs,
                 AsmDecoder &decoder);

} // namespace warpsan
