// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small kernels with one access pattern each. The same file is compiled plain
// and instrumented (bench/CMakeLists.txt); bench/run.sh runs all variants in
// one call on one card, so ratios compare like with like. Times are kernel
// times by CUDA events; every result is verified.
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#ifndef WARPSAN_BENCH_VARIANT
#define WARPSAN_BENCH_VARIANT "plain"
#endif

static void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, #call)

template <typename T>
struct DeviceArray {
  T *data = nullptr;
  size_t count;
  explicit DeviceArray(size_t n) : count(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T> &host) : DeviceArray(host.size()) {
    CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data); }
  DeviceArray(const DeviceArray &) = delete;
  T at(size_t i) const {
    T value;
    CHECK(cudaMemcpy(&value, data + i, sizeof(T), cudaMemcpyDeviceToHost));
    return value;
  }
};

/// Times one launch per iteration with events; the launch itself is not timed.
template <typename Launch>
static void timeKernel(benchmark::State &state, Launch launch) {
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

static std::vector<float> ramp(size_t n) {
  std::vector<float> values(n);
  for (size_t i = 0; i < n; ++i)
    values[i] = float(i % 97) * 0.25f;
  return values;
}

__global__ void streamKernel(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

static void stream(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<float> a(ramp(n)), b(ramp(n)), c(n);
  timeKernel(state, [&] { streamKernel<<<n / 256, 256>>>(a.data, b.data, c.data, n); });
  if (c.at(5) != 2.5f)
    state.SkipWithError("wrong sum");
}

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
  const int n = 1024;
  DeviceArray<float> a(std::vector<float>(n * n, 1.0f)), b(std::vector<float>(n * n, 0.5f)),
      c(n * n);
  const dim3 grid(n / Tile, n / Tile), block(Tile, Tile);
  timeKernel(state, [&] { matrixKernel<<<grid, block>>>(a.data, b.data, c.data, n); });
  if (c.at(n + 1) != 0.5f * n)
    state.SkipWithError("wrong product");
}

static void add(const char *name, void (*body)(benchmark::State &)) {
  const std::string full = std::string(name) + "/" WARPSAN_BENCH_VARIANT;
  benchmark::RegisterBenchmark(full.c_str(), body)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.1)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

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
  add("stream", stream);
  add("gather", gather);
  add("broadcast", broadcast);
  add("reduction", reduction);
  add("matrix", matrix);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
