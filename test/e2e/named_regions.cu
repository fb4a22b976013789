// What an allocator of the program gives out has a name, and reports say the element in it. The
// names are gone when it says so, when another region starts there, and with the allocation.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %check_run --exit 66 %t | FileCheck %s
// RUN: %clangxx_host -x c++ -DPLAIN -Wall -Werror -I%S/../../include %s -o %t.plain
// RUN: %t.plain | FileCheck %s --check-prefix PLAIN
// RUN: %clangxx_host -x c++ -DPLAIN -D__WARPSAN__ -Wall -Werror -I%S/../../include %s -o %t.linked
// RUN: %t.linked | FileCheck %s --check-prefix PLAIN
// PLAIN: DONE
#include <warpsan/annotations.h>
#ifdef PLAIN
#include <cstdio>
int main() {
  int memory[4];
  warpsan_region(memory, sizeof memory, "memory");
  warpsan_region_end(memory);
  std::puts("DONE");
}
#else
#include "Inputs/done.h"

__global__ void positions(int *pool) { pool[128 + threadIdx.x] = pool[129 + threadIdx.x]; }
// CHECK-DAG: Memory: region 'positions' ({{.*}}named_regions.cu:{{[0-9]+}}), 512 bytes, byte {{[0-9]+}} (element

__global__ void velocities(int *pool) { pool[128 + threadIdx.x] = pool[129 + threadIdx.x]; }
// CHECK-DAG: Memory: region 'velocities' ({{.*}}), 512 bytes, byte

__global__ void unnamed(int *pool) { pool[128 + threadIdx.x] = pool[129 + threadIdx.x]; }
// CHECK-DAG: Memory: allocation by cudaMalloc ({{.*}}), 4096 bytes, byte

__global__ void freed(int *pool) { pool[threadIdx.x] = pool[1 + threadIdx.x]; }
// CHECK-DAG: Memory: allocation by cudaMalloc ({{.*}}), 512 bytes, byte

int main() {
  int *pool = zeroed<int>(1024);
  warpsan_region(pool + 128, 512, "positions");
  positions<<<1, 64>>>(pool);
  warpsan_region(pool + 128, 512, "velocities");
  velocities<<<1, 64>>>(pool);
  warpsan_region_end(pool + 128);
  unnamed<<<1, 64>>>(pool);
  int *other = zeroed<int>(128);
  warpsan_region(other, 512, "other");
  cudaFree(other);
  freed<<<1, 64>>>(zeroed<int>(128));
  return done();
}
#endif
