// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of the benchmark share. The same files are compiled plain and
// instrumented (bench/CMakeLists.txt); bench/run.sh runs all variants in one call on
// one card, so ratios compare like with like. Times are kernel times by CUDA events;
// every result is verified.
#pragma once
#include "device_array.h"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#ifndef WARPSAN_BENCH_VARIANT
#define WARPSAN_BENCH_VARIANT "plain"
#endif

/// Times one launch per iteration with events; the launch itself is not timed.
template <typename Launch>
void timeKernel(benchmark::State &state, Launch launch) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  launch();
  CHECK(cudaDeviceSynchronize());
  for (auto _ : state) {
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    state.SetIterationTime(milliseconds * 1e-3);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaGetLastError());
}

inline std::vector<float> ramp(size_t n) {
  std::vector<float> values(n);
  for (size_t i = 0; i < n; ++i)
    values[i] = float(i % 97) * 0.25f;
  return values;
}

/// The numbers below n in an order that no cache likes.
inline std::vector<int> shuffled(int n) {
  std::vector<int> index(n);
  unsigned seed = 1;
  for (int i = 0; i < n; ++i) {
    index[i] = i;
    std::swap(index[i], index[(seed = seed * 1664525u + 1013904223u) % unsigned(i + 1)]);
  }
  return index;
}

/// How often and how long is for who runs the program (bench/run.sh).
inline auto *add(const char *name, void (*body)(benchmark::State &)) {
  const std::string full = std::string(name) + "/" WARPSAN_BENCH_VARIANT;
  return benchmark::RegisterBenchmark(full.c_str(), body)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

/// `addAll` gets what the library leaves of the command line.
template <typename AddAll>
int runBenchmarks(int argc, char **argv, AddAll addAll) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::fprintf(stderr, "kernel bench: no GPU, nothing measured\n");
    return 77;
  }
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  benchmark::AddCustomContext("card", properties.name);
  benchmark::Initialize(&argc, argv);
  addAll(argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

void addStreams();
void addGathers();
void addTiles();
void addAtomics();
void addGrowth();
void addLaunches();
