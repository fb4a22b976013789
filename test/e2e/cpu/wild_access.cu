// A wild access ends the grid and not the process: error 700, the thread and the
// line. What was found before is reported, and the program goes on.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --exit 3 %t null | FileCheck %s -DLINE=22
// RUN: %check_run --exit 3 %t far | FileCheck %s -DLINE=22
// RUN: %check_run --exit 3 %t read | FileCheck %s -DLINE=27
// RUN: %warpsanxx_cpu -O0 -g %s -o %t.0
// RUN: %check_run --exit 3 %t.0 far | FileCheck %s -DLINE=22
// RUN: %check_run --exit 66 --options bounds=1 %t far | FileCheck %s -DLINE=22 --check-prefixes CHECK,BOUNDS
// CHECK: 700 an illegal memory access was encountered
// CHECK-NEXT: after reset: 0
// CHECK: WarpSan: illegal address {{.*}} in kernel {{write|read}}({{.*}}), block (1,0,0), thread (2,0,0), at {{.*}}wild_access.cu:[[LINE]]
// BOUNDS: WARNING: WarpSan: out of bounds
// CHECK: WarpSan: verdict=
#include <cstdio>
#include <cstring>

__global__ void write(int *to, long far) {
  to[8 + blockIdx.x * 4 + threadIdx.x] = 2;
  if (blockIdx.x == 1 && threadIdx.x == 2)
    to += far;
  to[blockIdx.x * 4 + threadIdx.x] = 1;
}

__global__ void read(int *to, const int *from) {
  if (blockIdx.x == 1 && threadIdx.x == 2)
    to[threadIdx.x] = from[1000];
}

int main(int, char **arguments) {
  int *memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  if (!strcmp(arguments[1], "null"))
    write<<<2, 4>>>(memory, -(reinterpret_cast<long>(memory) / 4));
  if (!strcmp(arguments[1], "far"))
    write<<<2, 4>>>(memory, 1l << 44);
  if (!strcmp(arguments[1], "read"))
    read<<<2, 4>>>(memory, nullptr);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d %s\n", error, cudaGetErrorString(error));
  cudaDeviceReset();
  printf("after reset: %d\n", cudaDeviceSynchronize());
  return 3;
}
