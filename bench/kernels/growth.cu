// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same work per element for more and more of them: the cost of a check must not
// depend on how many threads a launch has, nor on how much memory it touches.
#include "../kernel_bench.h"

/// A permutation that only the data knows, so that no proof takes the checks out;
/// neighbours stay neighbours, so that caches do as for a stream.
__global__ void indexKernel(unsigned *index, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    index[i] = i ^ 16;
}

__global__ void growthKernel(const unsigned *index, const unsigned *in, unsigned *out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[index[i]] = in[i] + 1;
}

static void grow(benchmark::State &state, unsigned blocks, unsigned threads) {
  const unsigned n = unsigned(state.range(0));
  DeviceArray<unsigned> index(n), out(n);
  indexKernel<<<1024, 256>>>(index.data, n);
  timeKernel(state,
             [&] { growthKernel<<<blocks, threads>>>(index.data, index.data, out.data, n); });
  if (out.at(5) != 6)
    state.SkipWithError("wrong element");
  state.counters["threads"] = double(blocks) * threads;
}

/// A thread for each element.
template <unsigned Block>
static void growThreads(benchmark::State &state) {
  grow(state, unsigned(state.range(0)) / Block, Block);
}

/// The same threads for all sizes.
static void growData(benchmark::State &state) { grow(state, 1024, 256); }

void addGrowth() {
  constexpr int Least = 10, Most = 28;
  for (int bits = Least; bits <= Most; ++bits) {
    add("growth_blocks_of_64", growThreads<64>)->Arg(1 << bits);
    add("growth_blocks_of_1024", growThreads<1024>)->Arg(1 << bits);
    if (1 << bits >= 1024 * 256)
      add("growth_data", growData)->Arg(1 << bits);
  }
}
