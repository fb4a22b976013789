// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread has its own elements.
#include "../kernel_bench.h"

__global__ void streamKernel(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

static void stream(benchmark::State &state) {
  const int n = 1 << 26;
  DeviceArray<float> a(ramp(n)), b(ramp(n)), c(n);
  timeKernel(state, [&] { streamKernel<<<n / 256, 256>>>(a.data, b.data, c.data, n); });
  if (c.at(5) != 2.5f)
    state.SkipWithError("wrong sum");
}

__global__ void float4Kernel(const float4 *a, const float4 *b, float4 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float4 left = a[i], right = b[i];
  c[i] = make_float4(left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w);
}

static void float4s(benchmark::State &state) {
  const int n = 1 << 24;
  const std::vector<float4> ones(n, make_float4(1, 2, 3, 4));
  DeviceArray<float4> a(ones), b(ones), c(n);
  timeKernel(state, [&] { float4Kernel<<<n / 256, 256>>>(a.data, b.data, c.data, n); });
  if (c.at(5).w != 8.0f)
    state.SkipWithError("wrong sum");
}

__global__ void bytesKernel(const unsigned char *a, unsigned char *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] ^ 0x55;
}

static void bytes(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<unsigned char> a(std::vector<unsigned char>(n, 0x0f)), c(n);
  timeKernel(state, [&] { bytesKernel<<<n / 256, 256>>>(a.data, c.data, n); });
  if (c.at(5) != 0x5a)
    state.SkipWithError("wrong byte");
}

/// Few threads, each with many elements.
__global__ void strideKernel(float *a, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    a[i] = a[i] * factor;
}

static void gridStride(benchmark::State &state) {
  const int n = 1 << 24;
  DeviceArray<float> a(std::vector<float>(n, 2.0f));
  timeKernel(state, [&] { strideKernel<<<1024, 256>>>(a.data, 1.0f, n); });
  if (a.at(5) != 2.0f)
    state.SkipWithError("wrong product");
}

/// Neighbours, in global memory.
__global__ void stencilKernel(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const int at = y * width + x;
  out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}

static void stencil(benchmark::State &state) {
  const int n = 4096;
  DeviceArray<float> in(std::vector<float>(n * n, 1.0f)), out(n * n);
  timeKernel(state,
             [&] { stencilKernel<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in.data, out.data, n, n); });
  if (out.at(n + 1) < 0.99f || out.at(n + 1) > 1.01f)
    state.SkipWithError("wrong mean");
}

void addStreams() {
  add("stream", stream);
  add("float4", float4s);
  add("bytes", bytes);
  add("grid_stride", gridStride);
  add("stencil", stencil);
}
