// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The eleven programs of the LD paper, as kernels without a race and without anything that mode
// ld does not analyse. Each has the threads of a block and the shared memory that Table V says,
// or nearly so, and takes any number of blocks.
#pragma once
#include "../kernel_bench.h"

/// Numbers of blocks; none: each shape has its own.
using BlockCounts = std::vector<int>;

inline void addShape(const char *name, void (*body)(benchmark::State &), int own,
                     const BlockCounts &counts) {
  auto *shape = add(name, body);
  if (counts.empty())
    shape->Arg(own);
  for (const int count : counts)
    shape->Arg(count);
}

inline int blocksOf(const benchmark::State &state) { return int(state.range(0)); }

inline bool isNear(double value, double expected) {
  const double difference = value - expected;
  return difference < 1e-3 * expected && difference > -1e-3 * expected;
}

void addScans(const BlockCounts &counts);
void addNumerics(const BlockCounts &counts);
void addGraphs(const BlockCounts &counts);
void addLearning(const BlockCounts &counts);
