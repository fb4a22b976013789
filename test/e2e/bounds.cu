// bounds=1 reports accesses of memory that no allocation holds: one past the end
// and one in front, the middle of a wide access, after a free. The plain program
// is silent, and without the option nothing but the count changes.
// RUN: %warpsanxx_target -O2 -g %s -o %t.racy -DRACY
// RUN: %check_run --exit 66 --options bounds=1 %t.racy | FileCheck %s
// RUN: %check_run %t.racy | FileCheck %s --check-prefix OFF
// RUN: %warpsanxx_target -O2 -g %s -o %t.clean
// RUN: %check_run --options bounds=1 %t.clean | FileCheck %s --check-prefix CLEAN
// RUN: %warpsanxx_target -O0 -g %s -o %t.racy0 -DRACY
// RUN: %check_run --exit 66 --options bounds=1 %t.racy0 | FileCheck %s
// OFF: DONE
// OFF-NOT: out of bounds
// OFF: WarpSan: verdict=unanalysed races=0 {{.*}} lost=0 target
// OFF: not_analysed reason=UntrackedMemory sites=4
// CLEAN: DONE
// CLEAN-NOT: out of bounds
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 suppressed=0 lost=0 out_of_bounds=0 target
#include "Inputs/done.h"

#ifdef RACY
constexpr int Past = 1;
#else
constexpr int Past = 0;
#endif

__global__ void shift(int *to, const int *from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    to[i] = from[i + Past];
}
// CHECK: DONE
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 4 at 0x{{[0-9a-f]+}} by thread (231,0,0) of block (3,0,0) [warp 7, lane 7]:
// CHECK-NEXT:     #0 shift(int*, int const*, int) {{.*}}bounds.cu:[[#@LINE-5]]
// CHECK-NEXT:   Memory: right behind allocation by cudaMalloc ({{.*}}), 4000 bytes
// CHECK-NEXT:   Kernel: shift(int*, int const*, int), launch 1, grid (4,1,1), block (256,1,1)
// CHECK-NEXT:   Reason: no allocation that is known holds these bytes
// CHECK-NEXT:   Seen: 1 time
// CHECK-NEXT: ====

__global__ void store(char *to) { to[int(threadIdx.x) - Past] = 1; }
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 1 at 0x{{[0-9a-f]+}} by thread (0,0,0) of block (0,0,0)
// CHECK-NEXT:     #0 store(char*) {{.*}}bounds.cu:[[#@LINE-3]]
// CHECK-NEXT:   Memory: 1 byte in front of allocation by cudaMalloc ({{.*}}), 1000 bytes

// The last float4 of an array of 30 floats.
__global__ void copy(float4 *to, const float4 *from) {
  to[threadIdx.x] = from[threadIdx.x + 6 + Past];
}
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 16 at 0x
// CHECK-NEXT:     #0 copy({{.*}}bounds.cu:[[#@LINE-4]]
// CHECK-NEXT:   Memory: right behind allocation by cudaMalloc ({{.*}}), 120 bytes

// Ends within a word. The store of the update stands for its read.
__global__ void count(char *to) { to[threadIdx.x + Past] += 1; }
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 1 at 0x{{[0-9a-f]+}} by thread (30,0,0)
// CHECK: Memory: right behind allocation by cudaMalloc ({{.*}}), 31 bytes

// With histories instead of cells.
__global__ void publish(int *data, int *flag) {
  data[threadIdx.x + Past] = 1;
  __threadfence();
  atomicExch(flag, 1);
}
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 4 at 0x{{[0-9a-f]+}} by thread (31,0,0)
// CHECK-NEXT:     #0 publish(int*, int*) {{.*}}bounds.cu:[[#@LINE-6]]
// CHECK-NEXT:   Memory: right behind allocation by cudaMalloc ({{.*}}), 128 bytes

// CHECK: WarpSan: verdict=unanalysed races=0 {{.*}} lost=0 out_of_bounds=5 target
// CHECK: not_analysed reason=UntrackedMemory sites=5

int main() {
  shift<<<4, 256>>>(zeroed<int>(1000), zeroed<int>(1000), 1000 - 1 + Past);
  store<<<1, 8>>>(zeroed<char>(1000));
  copy<<<1, 1>>>(zeroed<float4>(1), reinterpret_cast<float4 *>(zeroed<float>(30)));
  count<<<1, 31>>>(zeroed<char>(31));
  publish<<<1, 32>>>(zeroed<int>(32), zeroed<int>(1));
  return done();
}
