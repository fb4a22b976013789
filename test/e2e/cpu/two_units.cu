// Two translation units with equal names inside, compiled apart and together.
// RUN: %clang_cpu -O2 -c %s -o %t.first.o
// RUN: %clang_cpu -O2 -c %S/Inputs/second_unit.cu -o %t.second.o
// RUN: %clang_cpu %t.first.o %t.second.o -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s %S/Inputs/second_unit.cu -o %t.0 && %t.0 | FileCheck %s
// CHECK: first: 10 1
// CHECK: second: 20 2
#include <cstdio>

static __device__ int state = 10;

inline __host__ __device__ int common() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 100;
#endif
}

static __global__ void step(int *out) {
  out[0] = state;
  out[1] = common();
}

void launchSecond(int *out);

int main() {
  int *out;
  cudaMallocManaged(&out, 8);
  step<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("first: %d %d\n", out[0], out[1]);
  launchSecond(out);
  printf("second: %d %d\n", out[0], out[1]);
}
