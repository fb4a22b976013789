// clang drops __managed__ with a warning, and the program would wait for ever
// for a value that the kernel wrote elsewhere: the drivers make it an error.
// RUN: not %warpsanxx_cpu -O1 -w %s -o %t 2>&1 | FileCheck %s
// RUN: not %warpsanxx -O1 -w -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: managed_variable.cu:[[@LINE+1]]:1: error: WarpSan: clang has no __managed__ variables; use cudaMallocManaged
__managed__ __device__ int done;

__global__ void finish() { done = 1; }

int main() {
  while (!done)
    finish<<<1, 1>>>();
}
