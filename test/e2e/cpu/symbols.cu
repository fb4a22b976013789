// __constant__ and __device__ variables seen from the host, parameters by
// value, device functions through pointers and vtables, device heap.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// CHECK: constants: 30
// CHECK: variable: 7 then 12, 4 bytes
// CHECK: not a symbol: cudaErrorInvalidSymbol
// CHECK: structure: 17.5
// CHECK: calls: 49 8 120
// CHECK: heap: 28
#include <cstdio>

__constant__ int factors[4] = {1, 1, 1, 1};
__device__ int tally = 7;
static int hostOnly;

struct Large {
  int numbers[5];
  double fraction;
  char last;
};

struct Shape {
  __device__ virtual int corners() const { return 4; }
};
struct Octagon : Shape {
  __device__ int corners() const override { return 8; }
};

__device__ int square(int x) { return x * x; }
__device__ int (*operation)(int) = square;
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__global__ void useConstants(int *out) {
  for (int i = 0; i < 4; ++i)
    *out += factors[i] * (i + 1);
  tally += 5;
}
__global__ void useStructure(short a, Large large, double *out) {
  large.numbers[0] += a; // a copy of this thread
  *out = large.numbers[0] + large.numbers[4] + large.fraction + large.last;
}
__global__ void useCalls(int *out, int n) {
  const Octagon octagon;
  const Shape *shape = &octagon;
  out[0] = operation(n);
  out[1] = shape->corners();
  out[2] = factorial(n - 2);
}
__global__ void useHeap(int *out) {
  int *values = static_cast<int *>(malloc(blockDim.x * sizeof(int)));
  for (unsigned i = 0; i < blockDim.x; ++i)
    values[i] = i;
  int sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i)
    sum += values[i];
  free(values);
  atomicMax(out, sum);
}

int main() {
  int *out, value = 0;
  size_t bytes = 0;
  cudaMallocManaged(&out, 64);
  const int host[] = {2, 3, 4};
  cudaMemcpyToSymbol(factors, host, sizeof host, sizeof(int));
  cudaMemcpyFromSymbol(&value, tally, sizeof value);
  useConstants<<<1, 1>>>(out);
  printf("constants: %d\n", *out);
  printf("variable: %d then ", value);
  int *address;
  cudaGetSymbolAddress(reinterpret_cast<void **>(&address), tally);
  cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost);
  cudaGetSymbolSize(&bytes, tally);
  printf("%d, %zu bytes\n", value, bytes);
  printf("not a symbol: %s\n", cudaGetErrorName(cudaMemcpyFromSymbol(&value, hostOnly, 4)));
  double *real;
  cudaMallocManaged(&real, sizeof *real);
  useStructure<<<1, 1>>>(-3, Large{{10, 0, 0, 0, 5}, 2.5, 3}, real);
  cudaDeviceSynchronize();
  printf("structure: %.1f\n", *real);
  useCalls<<<1, 1>>>(out, 7);
  cudaDeviceSynchronize();
  printf("calls: %d %d %d\n", out[0], out[1], out[2]);
  *out = 0;
  useHeap<<<2, 8>>>(out);
  cudaDeviceSynchronize();
  printf("heap: %d\n", *out);
}
