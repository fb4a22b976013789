//===- Repeatability.h - Whether code may run twice -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

class AsmDecoder;

/// What keeps mode ld from running parts of a twin kernel again on copies of shared
/// memory: abi::Obstacle bits. What is not known to be harmless is an obstacle.
uint32_t obstaclesOf(llvm::Function &twin, AsmDecoder &decoder);

} // namespace warpsan
