// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host pays for a launch. Kernels are as short as can be, and nobody waits
// for them.
#include "../kernel_bench.h"
#include <chrono>

__global__ void emptyKernel() {}

/// The launch tells that it cannot race.
__global__ void sumKernel(const float *a, const float *b, float *c, unsigned n) {
  if (threadIdx.x < n)
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

/// Where it stores is in the data, so its checks stay.
__global__ void placeKernel(const unsigned *index, const float *a, float *c) {
  c[index[threadIdx.x]] = a[threadIdx.x];
}

/// Host time of a launch. A burst fits into the queue of a stream, so that the host
/// never waits for the device.
template <typename Launch>
static void timeLaunches(benchmark::State &state, Launch launch) {
  using Clock = std::chrono::steady_clock;
  constexpr int Burst = 500;
  launch();
  CHECK(cudaDeviceSynchronize());
  for (auto _ : state) {
    const auto start = Clock::now();
    for (int i = 0; i < Burst; ++i)
      launch();
    const std::chrono::duration<double> seconds = Clock::now() - start;
    CHECK(cudaDeviceSynchronize());
    state.SetIterationTime(seconds.count() / Burst);
  }
  CHECK(cudaGetLastError());
}

constexpr unsigned Threads = 32;

static void launchEmpty(benchmark::State &state) {
  timeLaunches(state, [] { emptyKernel<<<1, Threads>>>(); });
}

/// Each launch has `Step` elements more than the one before; threads do not.
template <unsigned Step>
static void launchResolved(benchmark::State &state) {
  DeviceArray<float> a(ramp(Threads)), b(ramp(Threads)), c(Threads);
  unsigned n = Threads;
  timeLaunches(state, [&] { sumKernel<<<1, Threads>>>(a.data, b.data, c.data, n += Step); });
  if (c.at(5) != 2.5f)
    state.SkipWithError("wrong sum");
}

static void launchTwin(benchmark::State &state) {
  DeviceArray<float> a(ramp(Threads)), c(Threads);
  std::vector<unsigned> backwards;
  for (unsigned i = 0; i < Threads; ++i)
    backwards.push_back(Threads - 1 - i);
  DeviceArray<unsigned> where(backwards);
  timeLaunches(state, [&] { placeKernel<<<1, Threads>>>(where.data, a.data, c.data); });
  if (c.at(Threads - 6) != 1.25f)
    state.SkipWithError("wrong element");
}

/// 10,000 launches each.
void addLaunches() {
  constexpr int Bursts = 20;
  add("launches_empty", launchEmpty)->Iterations(Bursts);
  add("launches_resolved", launchResolved<0>)->Iterations(Bursts);
  add("launches_new_sizes", launchResolved<1>)->Iterations(Bursts);
  add("launches_twin", launchTwin)->Iterations(Bursts);
}
