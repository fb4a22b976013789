// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of all blocks update the same words.
#include "../kernel_bench.h"

constexpr int Bins = 256;

/// Counted in shared memory, then added up.
__global__ void histogramKernel(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned local[Bins];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

static void histogram(benchmark::State &state) {
  const int n = 1 << 24;
  std::vector<unsigned char> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = (unsigned char)(i * 7);
  DeviceArray<unsigned char> in(values);
  DeviceArray<unsigned> bins(std::vector<unsigned>(Bins, 0));
  timeKernel(state, [&] { histogramKernel<<<1024, Bins>>>(in.data, bins.data, n); });
  if (bins.at(7) % (n / Bins) != 0 || bins.at(7) == 0)
    state.SkipWithError("wrong count");
}

__global__ void countersKernel(const int *index, unsigned *counters, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counters[index[i] >> 4], 1u);
}

static void counters(benchmark::State &state) {
  const int n = 1 << 22;
  DeviceArray<int> index(shuffled(n));
  DeviceArray<unsigned> counts(std::vector<unsigned>(n / 16, 0));
  timeKernel(state, [&] { countersKernel<<<n / 256, 256>>>(index.data, counts.data, n); });
  if (counts.at(7) % 16 != 0 || counts.at(7) == 0)
    state.SkipWithError("wrong count");
}

void addAtomics() {
  add("histogram", histogram);
  add("counters", counters);
}
