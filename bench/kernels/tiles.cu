// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of a block exchange values in shared memory.
#include "../kernel_bench.h"
#include <cmath>

__global__ void reductionKernel(const float *in, float *out, int n) {
  __shared__ float partial[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  partial[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 128; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
}

static void reduction(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<float> in(std::vector<float>(n, 1.0f)), out(n / 256);
  timeKernel(state, [&] { reductionKernel<<<n / 256, 256>>>(in.data, out.data, n); });
  if (out.at(3) != 256.0f)
    state.SkipWithError("wrong sum");
}

/// Sums of all elements up to each, within a block.
__global__ void scanKernel(const int *in, int *out) {
  __shared__ int sums[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  sums[0][t] = in[i];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2, from = 1 - from) {
    const int mine = sums[from][t];
    sums[1 - from][t] = t >= distance ? mine + sums[from][t - distance] : mine;
    __syncthreads();
  }
  out[i] = sums[from][t];
}

static void scan(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<int> in(std::vector<int>(n, 1)), out(n);
  timeKernel(state, [&] { scanKernel<<<n / 256, 256>>>(in.data, out.data); });
  if (out.at(256 + 100) != 101)
    state.SkipWithError("wrong sum");
}

/// Eight steps of a three-point mean in a tile that stays in shared memory.
__global__ void sweepsKernel(const float *in, float *out) {
  __shared__ float cells[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  cells[t] = in[i];
  __syncthreads();
  for (int step = 0; step < 8; ++step) {
    const float left = t > 0 ? cells[t - 1] : cells[t], right = t < 255 ? cells[t + 1] : cells[t];
    const float mean = (left + cells[t] + right) / 3;
    __syncthreads();
    cells[t] = mean;
    __syncthreads();
  }
  out[i] = cells[t];
}

static void sweeps(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<float> in(std::vector<float>(n, 3.0f)), out(n);
  timeKernel(state, [&] { sweepsKernel<<<n / 256, 256>>>(in.data, out.data); });
  if (out.at(9) < 2.99f || out.at(9) > 3.01f)
    state.SkipWithError("wrong mean");
}

constexpr int Side = 32;

__global__ void transposeKernel(const float *in, float *out, int n) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  for (int row = 0; row < Side; row += 8)
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  x = blockIdx.y * Side + threadIdx.x;
  y = blockIdx.x * Side + threadIdx.y;
  for (int row = 0; row < Side; row += 8)
    out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
}

static void transpose(benchmark::State &state) {
  const int n = 4096;
  DeviceArray<float> in(ramp(size_t(n) * n)), out(size_t(n) * n);
  timeKernel(state, [&] {
    transposeKernel<<<dim3(n / Side, n / Side), dim3(Side, 8)>>>(in.data, out.data, n);
  });
  if (out.at(3 * n) != 0.75f)
    state.SkipWithError("wrong element");
}

constexpr int Tile = 16;

__global__ void matrixKernel(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[Tile][Tile], tileB[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int k = 0; k < n; k += Tile) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < Tile; ++j)
      sum += tileA[y][j] * tileB[j][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

static void matrix(benchmark::State &state) {
  const int n = 2048;
  DeviceArray<float> a(std::vector<float>(n * n, 1.0f)), b(std::vector<float>(n * n, 0.5f)),
      c(n * n);
  const dim3 grid(n / Tile, n / Tile), block(Tile, Tile);
  timeKernel(state, [&] { matrixKernel<<<grid, block>>>(a.data, b.data, c.data, n); });
  if (c.at(n + 1) != 0.5f * n)
    state.SkipWithError("wrong product");
}

constexpr int Points = 512;

/// Butterflies of a Fourier transform of 512 points: each thread takes two, in each stage others.
__global__ void butterfliesKernel(const float2 *in, const float2 *roots, float2 *out) {
  __shared__ float2 points[Points];
  const int t = threadIdx.x, base = blockIdx.x * Points;
  points[__brev(t) >> 23] = in[base + t];
  points[__brev(t + Points / 2) >> 23] = in[base + t + Points / 2];
  __syncthreads();
  for (int half = 1; half < Points; half *= 2) {
    const int within = t & (half - 1), even = 2 * (t - within) + within, odd = even + half;
    const float2 a = points[even], b = points[odd], w = roots[within * (Points / 2 / half)];
    const float2 turned = {b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x};
    points[even] = {a.x + turned.x, a.y + turned.y};
    points[odd] = {a.x - turned.x, a.y - turned.y};
    __syncthreads();
  }
  out[base + t] = points[t];
  out[base + t + Points / 2] = points[t + Points / 2];
}

static void butterflies(benchmark::State &state) {
  const int n = 1 << 23;
  std::vector<float2> cosines(Points / 2);
  for (int i = 0; i < Points / 2; ++i)
    cosines[i] = {std::cos(-2 * float(M_PI) * i / Points), std::sin(-2 * float(M_PI) * i / Points)};
  DeviceArray<float2> in(std::vector<float2>(n, {1, 0})), roots(cosines), out(n);
  timeKernel(state,
             [&] { butterfliesKernel<<<n / Points, Points / 2>>>(in.data, roots.data, out.data); });
  if (out.at(Points).x != Points || std::abs(out.at(Points + 5).x) > 1e-3f)
    state.SkipWithError("wrong transform");
}

void addTiles() {
  add("reduction", reduction);
  add("scan", scan);
  add("sweeps", sweeps);
  add("transpose", transpose);
  add("matrix", matrix);
  add("butterflies", butterflies);
}
