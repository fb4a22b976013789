// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same work per element for more and more of them: the cost of a check must not
// depend on how many threads a launch has, nor on how much memory it touches.
#include "../kernel_bench.h"
#include "rt/bit_budget.h"
#include "warpsan/module_info.h"

/// Every eighth size tells the course as well as every one does.
constexpr unsigned LeastBits = 10, MostBits = 28, Step = 3;

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

/// Barriers and many sites take bits from a cell. Of `out`, thread i stores element
/// i ^ 16, reads i ^ 17, and stores i ^ 18.
__global__ void phasesKernel(const unsigned *index, const unsigned *in, unsigned *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[index[i]] = in[i];
  __syncthreads();
  const unsigned other = out[index[i ^ 1]];
  __syncthreads();
  out[index[i ^ 2]] = other + in[i ^ 1];
}

/// For all sizes, and never destroyed: to make them takes longer than to measure. The
/// first n elements of the largest permutation are one of n.
struct Buffers {
  DeviceArray<unsigned> index{size_t(1) << MostBits}, out{size_t(1) << MostBits};
  Buffers() {
    indexKernel<<<1024, 256>>>(index.data, 1u << MostBits);
    CHECK(cudaDeviceSynchronize());
  }
};

static Buffers &buffers() {
  static auto *made = new Buffers;
  return *made;
}

/// What a kernel puts into cells.
struct CellNeed {
  unsigned sites;
  unsigned flags; ///< abi::KernelFlags
};

/// For the plot: where a cell has no room for something any more.
static void noteCells(benchmark::State &state, unsigned blocks, unsigned threads,
                      const CellNeed &need) {
  const auto layout = warpsan::rt::chooseGlobalLayout({threads, blocks, need.sites, need.flags});
  if (!layout)
    return;
  state.counters["thread_bits"] = layout->thread;
  state.counters["site_bits"] = layout->site;
  state.counters["other_site_bits"] = layout->otherSite;
  state.counters["clock_bits"] = layout->blockClock;
}

/// `last` is what the last element of n becomes.
template <typename Launch>
static void grow(benchmark::State &state, unsigned last, const Launch &launch) {
  const auto n = size_t(state.range(0));
  const Buffers &memory = buffers();
  CHECK(cudaMemset(memory.out.data, 0, n * sizeof(unsigned)));
  timeKernel(state, [&] { launch(memory.index.data, memory.out.data, unsigned(n)); });
  if (memory.out.at(n - 1) != last)
    state.SkipWithError("wrong element");
}

static void growIn(benchmark::State &state, unsigned blocks, unsigned threads) {
  grow(state, unsigned(state.range(0)), [&](const unsigned *index, unsigned *out, unsigned n) {
    growthKernel<<<blocks, threads>>>(index, index, out, n);
  });
  noteCells(state, blocks, threads, {3, 0});
}

/// A thread for each element.
template <unsigned Block>
static void growThreads(benchmark::State &state) {
  growIn(state, unsigned(state.range(0)) / Block, Block);
}

/// The same threads for all sizes.
static void growData(benchmark::State &state) { growIn(state, 1024, 256); }

static void growPhases(benchmark::State &state) {
  constexpr unsigned Threads = 256;
  const unsigned n = unsigned(state.range(0));
  grow(state, 2 * ((n - 1) ^ 3), [](const unsigned *index, unsigned *out, unsigned size) {
    phasesKernel<<<size / Threads, Threads>>>(index, index, out);
  });
  noteCells(state, n / Threads, Threads, {8, warpsan::abi::KernelBlockBarrier});
}

void addGrowth() {
  for (unsigned bits = LeastBits; bits <= MostBits; bits += Step) {
    add("growth_blocks_of_64", growThreads<64>)->Arg(1 << bits);
    add("growth_blocks_of_1024", growThreads<1024>)->Arg(1 << bits);
    add("growth_phases", growPhases)->Arg(1 << bits);
    if (1 << bits >= 1024 * 256)
      add("growth_data", growData)->Arg(1 << bits);
  }
}
