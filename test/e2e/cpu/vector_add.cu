// Threads without synchronisation, in one and more dimensions.
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// RUN: %clang_cpu -O2 %s -o %t.2 && %t.2 | FileCheck %s
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=3 %t.2 | FileCheck %s
// CHECK: one dimension: ok
// CHECK: three dimensions: ok
#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void rank(unsigned *out) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  const unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  out[(z * height + y) * width + x] = z << 20 | y << 10 | x;
}

static bool testAdd() {
  constexpr int n = 1000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *device[3];
  for (float *&pointer : device)
    cudaMalloc(&pointer, n * sizeof(float));
  cudaMemcpy(device[0], a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device[1], b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(device[0], device[1], device[2], n);
  cudaMemcpy(c.data(), device[2], n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (c[i] != 3 * i)
      return false;
  return true;
}

static bool testRank() {
  unsigned *out;
  cudaMallocManaged(&out, 8 * 6 * 4 * sizeof(unsigned));
  rank<<<dim3(4, 3, 2), dim3(2, 2, 2)>>>(out);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < 8 * 6 * 4; ++i)
    if (out[i] != (i / 48 << 20 | i / 8 % 6 << 10 | i % 8))
      return false;
  return true;
}

int main() {
  printf("one dimension: %s\n", testAdd() ? "ok" : "wrong");
  printf("three dimensions: %s\n", testRank() ? "ok" : "wrong");
}
