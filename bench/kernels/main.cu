// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../kernel_bench.h"

int main(int argc, char **argv) {
  return runBenchmarks(argc, argv, [](int, char **) {
    addStreams();
    addGathers();
    addTiles();
    addAtomics();
    addGrowth();
    addLaunches();
  });
}
