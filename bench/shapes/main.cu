// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Usage: shapes_VARIANT [--benchmark_...] [BLOCKS...]
#include "shapes.h"

static BlockCounts blockCounts(int argc, char **argv) {
  BlockCounts counts;
  for (int i = 1; i < argc; ++i) {
    counts.push_back(std::atoi(argv[i]));
    if (counts.back() <= 0) {
      std::fprintf(stderr, "no number of blocks: %s\n", argv[i]);
      std::exit(1);
    }
  }
  return counts;
}

int main(int argc, char **argv) {
  return runBenchmarks(argc, argv, [](int count, char **arguments) {
    const BlockCounts counts = blockCounts(count, arguments);
    addScans(counts);
    addNumerics(counts);
    addGraphs(counts);
    addLearning(counts);
  });
}
