//===- evaluator.h - Which statements of a kernel race ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a Kernel with all its threads and lists what each of them accesses, and between
// which barriers. Two accesses of different threads race if they have a byte in common,
// one writes, not both are atomic for both threads, and no barrier lies between. Values
// are those of one schedule: what races there is a race.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/kernel.h"
#include <set>
#include <utility>

namespace warpsan::oracle {

struct KernelAccess {
  uint32_t statement;
  uint32_t thread; ///< in the grid
  uint32_t block, warp;
  /// Barriers that the thread has passed; those of the warp count anew behind each of the block.
  uint32_t blockInterval, warpInterval;
  uint32_t object; ///< shared memory of blocks apart from each other
  uint32_t offset, bytes;
  bool writes, isAtomic, isOfBlock;
};

struct Evaluation {
  /// Else its behaviour is undefined: an index out of bounds, an overflow, a deadlock; or
  /// it runs too long.
  bool isValid = true;
  /// Threads that met were at different barriers, or some had ended.
  bool blockDiverges = false, warpDiverges = false;
  std::vector<KernelAccess> accesses;
};

enum class Barriers : uint8_t {
  Order,
  Ignored, ///< a wrong oracle, to see that the comparison can fail
};

Evaluation evaluate(const Kernel &kernel, Barriers barriers);

bool areRacing(const KernelAccess &a, const KernelAccess &b);

/// Numbers of two statements, the smaller one first.
using StatementPair = std::pair<uint32_t, uint32_t>;
std::set<StatementPair> racingPairs(const std::vector<KernelAccess> &accesses);

} // namespace warpsan::oracle
