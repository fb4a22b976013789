// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums up to each place, and what is built on them: scan, histogram of 64 bins, radix sort.
#include "shapes.h"
#include <algorithm>

constexpr int ScanThreads = 512, ScanElements = 2 * ScanThreads;

/// A place left free for each row of banks.
__host__ __device__ constexpr int padded(int i) { return i + i / 32; }

/// Sums of all elements before each, within a block: up a tree and down again.
__global__ void scanKernel(const int *in, int *out) {
  __shared__ int sums[padded(ScanElements)];
  const int t = threadIdx.x, first = blockIdx.x * ScanElements;
  sums[padded(t)] = in[first + t];
  sums[padded(t + ScanThreads)] = in[first + t + ScanThreads];
  for (int step = 1; step < ScanElements; step *= 2) {
    __syncthreads();
    const int right = (t + 1) * 2 * step - 1;
    if (right < ScanElements)
      sums[padded(right)] += sums[padded(right - step)];
  }
  if (t == 0) // who wrote it in the last step
    sums[padded(ScanElements - 1)] = 0;
  for (int step = ScanThreads; step > 0; step /= 2) {
    __syncthreads();
    const int right = (t + 1) * 2 * step - 1;
    if (right < ScanElements) {
      const int left = sums[padded(right - step)];
      sums[padded(right - step)] = sums[padded(right)];
      sums[padded(right)] += left;
    }
  }
  __syncthreads();
  out[first + t] = sums[padded(t)];
  out[first + t + ScanThreads] = sums[padded(t + ScanThreads)];
}

static void scan(benchmark::State &state) {
  const int n = blocksOf(state) * ScanElements;
  DeviceArray<int> in(std::vector<int>(n, 3)), out(n);
  timeKernel(state, [&] { scanKernel<<<blocksOf(state), ScanThreads>>>(in.data, out.data); });
  if (out.at(n - 1) != 3 * (ScanElements - 1) || out.at(n - 700) != 3 * (ScanElements - 700))
    state.SkipWithError("wrong sum");
}

constexpr int Bins = 64, HistogramThreads = 192, WordsEach = 16;

/// Each thread counts in bytes of its own, as in the CUDA SDK; then a thread adds up each bin.
__global__ void histogramKernel(const unsigned *data, unsigned *bins) {
  __shared__ unsigned words[Bins * HistogramThreads / 4];
  auto *counts = reinterpret_cast<unsigned char *>(words);
  const int t = threadIdx.x;
  for (int i = t; i < Bins * HistogramThreads / 4; i += HistogramThreads)
    words[i] = 0;
  __syncthreads();
  for (int i = 0; i < WordsEach; ++i) {
    const unsigned word = data[(blockIdx.x * WordsEach + i) * HistogramThreads + t];
    for (int shift = 2; shift < 32; shift += 8)
      ++counts[(word >> shift) % Bins * HistogramThreads + t];
  }
  __syncthreads();
  if (t >= Bins)
    return;
  unsigned sum = 0;
  for (int other = 0; other < HistogramThreads; ++other)
    sum += counts[t * HistogramThreads + other];
  bins[blockIdx.x * Bins + t] = sum;
}

static void histogram(benchmark::State &state) {
  const int each = HistogramThreads * WordsEach;
  std::vector<unsigned> data(size_t(blocksOf(state)) * each);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = unsigned(i) * 2654435761u;
  DeviceArray<unsigned> in(data), bins(size_t(blocksOf(state)) * Bins);
  timeKernel(state,
             [&] { histogramKernel<<<blocksOf(state), HistogramThreads>>>(in.data, bins.data); });
  std::vector<unsigned> expected(Bins);
  for (int i = 0; i < each; ++i)
    for (int shift = 2; shift < 32; shift += 8)
      ++expected[(data[i] >> shift) % Bins];
  if (bins.first(Bins) != expected)
    state.SkipWithError("wrong counts");
}

constexpr int SortThreads = 256, SortBits = 8;

/// Sum of the values of all threads up to this one.
__device__ int blockScan(int *sums, int value) {
  const int t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (int distance = 1; distance < SortThreads; distance *= 2) {
    const int left = t < distance ? 0 : sums[t - distance];
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  return sums[t];
}

/// A block sorts its keys, bit by bit.
__global__ void radixSortKernel(const unsigned *in, unsigned *out) {
  __shared__ int sums[SortThreads];
  __shared__ unsigned keys[SortThreads];
  const int t = threadIdx.x, i = blockIdx.x * SortThreads + t;
  keys[t] = in[i];
  for (int bit = 0; bit < SortBits; ++bit) {
    const unsigned key = keys[t];
    const bool isZero = !(key >> bit & 1);
    const int before = blockScan(sums, isZero);
    const int zeros = sums[SortThreads - 1];
    keys[isZero ? before - 1 : zeros + t - before] = key;
    __syncthreads();
  }
  out[i] = keys[t];
}

static void radixSort(benchmark::State &state) {
  const size_t n = size_t(blocksOf(state)) * SortThreads;
  std::vector<unsigned> keys(n);
  for (size_t i = 0; i < n; ++i)
    keys[i] = unsigned(i) * 2654435761u >> (32 - SortBits);
  DeviceArray<unsigned> in(keys), out(n);
  timeKernel(state, [&] { radixSortKernel<<<blocksOf(state), SortThreads>>>(in.data, out.data); });
  std::sort(keys.begin(), keys.begin() + SortThreads);
  keys.resize(SortThreads);
  if (out.first(SortThreads) != keys)
    state.SkipWithError("wrong order");
}

void addScans(const BlockCounts &counts) {
  addShape("scan", scan, 4096, counts);
  addShape("histogram64", histogram, 2067, counts);
  addShape("radix_sort", radixSort, 2048, counts);
}
