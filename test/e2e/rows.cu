// Warps that access whole lines, and all that does so in part or in another way: with
// line_cells=1 lines have cells of their own (core/line.h). Block 1 reads what block 0
// has written, or after a barrier its own block's.
// RUN: %check_twins O0 %s --run-time --flag=-mllvm --flag=-warpsan-cells=lines
// RUN: %check_twins O2 %s --run-time --flag=-mllvm --flag=-warpsan-cells=lines
// EXPECT Rows Shifted PartialWarp: a write, b read
// EXPECT RowsThenWord: c write, d read
// EXPECT RowsThenWord: d read, x write
// EXPECT WordThenRows: e write, f read
// EXPECT Tiles: g write, h read
// EXPECT Pairs Quads: i write, j read
// EXPECT MixedWidths: k write, l read
// EXPECT Bytes: m write, n read
// EXPECT AfterRace: o write, p write
// EXPECT AfterRace: q read, y write
// EXPECT Neighbours: r write, s read
// EXPECT UniformWrite: t read, u write
// EXPECT Atomics: v atomic, w read
#define FAULTS                                                                                     \
  Rows, Shifted, PartialWarp, RowsThenWord, WordThenRows, Tiles, Pairs, Quads, MixedWidths, Bytes, \
      AfterRace, Neighbours, UniformWrite, Atomics
#include "Inputs/faults.h"

constexpr int Threads = 64, Blocks = 3, Count = Blocks * Threads, Tile = 16;

/// Index of the element that the thread reads: of the next block, or mirrored in its own.
template <bool IsRacy>
__device__ int source(int shift) {
  const int block = IsRacy ? (blockIdx.x + 1) % gridDim.x : blockIdx.x;
  return int(block * blockDim.x + (threadIdx.x + shift) % blockDim.x);
}

template <bool IsRacy>
__global__ void rows(int *x, int *out, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i; // [a]
  __syncthreads();
  out[i] = x[source<IsRacy>(shift)]; // [b]
}

/// One thread of the block reads a word of each row, twice.
template <bool IsRacy>
__global__ void rowsThenWord(int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i; // [c]
  __syncthreads();
  if (threadIdx.x == 37)
    out[i] = x[source<IsRacy>(9)]; // [d]
  __syncthreads();
  x[i] = 2 * i; // [x]
}

template <bool IsRacy>
__global__ void wordThenRows(int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 37)
    x[i] = i; // [e]
  __syncthreads();
  out[i] = x[source<IsRacy>(0)]; // [f]
}

/// Half a row for half a warp.
template <bool IsRacy>
__global__ void tiles(int *x, int *out, int pitch) {
  const int row = threadIdx.x / Tile, column = blockIdx.x * Tile + threadIdx.x % Tile;
  x[row * pitch + column] = column; // [g]
  __syncthreads();
  const int other = IsRacy ? (column + Tile) % pitch : column ^ 1;
  out[row * pitch + column] = x[(row ^ 1) * pitch + other]; // [h]
}

/// 2 or 4 words a lane.
template <bool IsRacy, typename Vector>
__global__ void vectors(Vector *x, Vector *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = Vector{}; // [i]
  __syncthreads();
  out[i] = x[source<IsRacy>(32)]; // [j]
}

/// The lanes of one warp have other words of it later on.
template <bool IsRacy>
__global__ void mixedWidths(int4 *x, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = int4{i, i, i, i}; // [k]
  if (!IsRacy)
    __syncwarp();
  const int firstOfWarp = i / 32 * 32;
  out[i] = reinterpret_cast<float *>(x + firstOfWarp)[i - firstOfWarp]; // [l]
}

template <bool IsRacy>
__global__ void bytes(int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i; // [m]
  __syncthreads();
  auto *own = reinterpret_cast<unsigned char *>(x + i);
  own[1] = 1;
  const int other = IsRacy ? source<true>(0) : i;
  out[i] = reinterpret_cast<unsigned char *>(x)[4 * other + 2]; // [n]
}

/// Rows go on to be judged behind a race.
template <bool IsRacy>
__global__ void afterRace(int *x, int *out) {
  const bool isFirst = threadIdx.x < 32;
  const int i = blockIdx.x * blockDim.x + (IsRacy ? threadIdx.x % 32 : threadIdx.x);
  if (isFirst)
    x[i] = 1; // [o]
  else
    x[i] = 2; // [p]
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[i]; // [q]
  if (isFirst)
    x[i] = 3; // [y]
}

// Two ranges that share a line.
__device__ int left[Threads + 20], right[Threads + 20];

template <bool IsRacy>
__global__ void neighbours(int *out) {
  int *x = blockIdx.x ? left : right;
  const int t = threadIdx.x;
  x[t] = t; // [r]
  if (t < 20)
    x[Threads + t] = t;
  __syncthreads();
  if (IsRacy)
    x = blockIdx.x ? right : left;
  out[blockIdx.x * blockDim.x + t] = x[t ^ 1]; // [s]
}

template <bool IsRacy>
__global__ void uniform(int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[threadIdx.x] + x[0]; // [t]
  if (IsRacy && i == 0)
    x[7] = 1; // [u]
}

template <bool IsRacy>
__global__ void atomics(int *x, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&x[threadIdx.x], 1); // [v]
  __syncthreads();
  if (IsRacy)
    out[i] = x[threadIdx.x]; // [w]
}

static int *fresh() { return zeroed<int>(4 * Count); }

template <Fault F>
int run(int) {
  rows<F == Rows><<<Blocks, Threads>>>(fresh(), fresh(), 32);
  rows<F == Shifted><<<Blocks, Threads>>>(fresh(), fresh(), 5);
  rows<F == PartialWarp><<<Blocks, Threads - 12>>>(fresh(), fresh(), 32);
  rowsThenWord<F == RowsThenWord><<<Blocks, Threads>>>(fresh(), fresh());
  wordThenRows<F == WordThenRows><<<Blocks, Threads>>>(fresh(), fresh());
  tiles<F == Tiles><<<Blocks, Threads>>>(fresh(), fresh(), Blocks * Tile);
  vectors<F == Pairs><<<Blocks, Threads>>>((float2 *)fresh(), (float2 *)fresh());
  vectors<F == Quads><<<Blocks, Threads>>>((int4 *)fresh(), (int4 *)fresh());
  mixedWidths<F == MixedWidths><<<Blocks, Threads>>>((int4 *)fresh(), (float *)fresh());
  bytes<F == Bytes><<<Blocks, Threads>>>(fresh(), fresh());
  afterRace<F == AfterRace><<<Blocks, Threads>>>(fresh(), fresh());
  neighbours<F == Neighbours><<<2, Threads>>>(fresh());
  uniform<F == UniformWrite><<<Blocks, Threads>>>(fresh(), fresh());
  atomics<F == Atomics><<<Blocks, Threads>>>(fresh(), fresh());
  return done();
}

int main(int argc, char **argv) { return runArguments(argc, argv, 0); }
