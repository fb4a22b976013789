//===- Regions.h - Code between barriers that can run again -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

class AsmDecoder;
struct SharedBlock;
struct SharedVariables;

/// Makes each thread of a twin kernel run what lies between two barriers of the block as
/// often as the run time wants, from the same state (docs/privatization.md). Checks of
/// accesses become those of mode ld. The twin has no obstacles.
void formRegions(llvm::Function &twin, const SharedBlock &fixed, const SharedVariables &variables,
                 AsmDecoder &decoder);

} // namespace warpsan
