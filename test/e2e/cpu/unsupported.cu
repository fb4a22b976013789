// What cannot run on the CPU warns when it is compiled and stops when it runs;
// code that is not reached does no harm. CUDA functions fail by name.
// RUN: %clang_cpu -O2 -g %s -o %t 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: %t 2>&1 | FileCheck %s
// COMPILE: unsupported.cu:[[#@LINE+12]]:{{.*}}warning:{{.*}}not supported by the CPU target: inline PTX: movmatrix.sync.aligned
// COMPILE-NOT: error
// CHECK: not reached: no error
// CHECK: WarpSan: not supported by the CPU target: inline PTX: movmatrix.sync{{.*}} at {{.*}}unsupported.cu:[[#@LINE+9]] in kernel mayFail(bool), block (0,0,0), thread (0,0,0)
// CHECK: reached: unspecified launch failure
// CHECK: WarpSan: cudaGraphCreate is not supported by the CPU target
// CHECK: graph: operation not supported
#include <cstdio>

__global__ void mayFail(bool reached) {
  __shared__ unsigned word;
  if (reached)
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(word) : "r"(word));
}

int main() {
  mayFail<<<1, 1>>>(false);
  printf("not reached: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  fflush(stdout);
  mayFail<<<1, 1>>>(true);
  printf("reached: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  fflush(stdout);
  cudaGraph_t graph;
  printf("graph: %s\n", cudaGetErrorString(cudaGraphCreate(&graph, 0)));
}
