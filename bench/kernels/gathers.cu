// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses that depend on data, or are the same for all threads.
#include "../kernel_bench.h"

__global__ void gatherKernel(const float *a, const int *index, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[index[i]];
}

static void gather(benchmark::State &state) {
  const int n = 1 << 24;
  std::vector<int> index(n);
  unsigned seed = 1;
  for (int &i : index)
    i = int((seed = seed * 1664525u + 1013904223u) >> 8) % n;
  DeviceArray<float> a(ramp(n)), c(n);
  DeviceArray<int> where(index);
  timeKernel(state, [&] { gatherKernel<<<n / 256, 256>>>(a.data, where.data, c.data, n); });
  if (c.at(7) != float(index[7] % 97) * 0.25f)
    state.SkipWithError("wrong element");
}

__global__ void scatterKernel(const float *a, const int *index, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[index[i]] = a[i];
}

static void scatter(benchmark::State &state) {
  const int n = 1 << 24;
  const std::vector<int> index = shuffled(n);
  DeviceArray<float> a(ramp(n)), c(n);
  DeviceArray<int> where(index);
  timeKernel(state, [&] { scatterKernel<<<n / 256, 256>>>(a.data, where.data, c.data, n); });
  if (c.at(index[7]) != 7 * 0.25f)
    state.SkipWithError("wrong element");
}

__global__ void broadcastKernel(const float *table, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += table[k];
  if (i < n)
    c[i] = sum;
}

static void broadcast(benchmark::State &state) {
  const int n = 1 << 20;
  DeviceArray<float> table(std::vector<float>(64, 0.5f)), c(n);
  timeKernel(state, [&] { broadcastKernel<<<n / 256, 256>>>(table.data, c.data, n); });
  if (c.at(9) != 32.0f)
    state.SkipWithError("wrong sum");
}

void addGathers() {
  add("gather", gather);
  add("scatter", scatter);
  add("broadcast", broadcast);
}
