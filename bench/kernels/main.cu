// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../kernel_bench.h"

int main(int argc, char **argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "kernel bench: no GPU, nothing measured\n");
    return 77;
  }
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  benchmark::AddCustomContext("card", properties.name);
  benchmark::Initialize(&argc, argv);
  addStreams();
  addGathers();
  addTiles();
  addAtomics();
  addGrowth();
  addLaunches();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
