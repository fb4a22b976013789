// Memory of malloc in device code works as without the detector. It is not
// tracked: what it holds is not analysed, what stands elsewhere is.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run %t | FileCheck %s
// RUN: %check_run --options bounds=1 %t | FileCheck %s
// CHECK: DONE
// CHECK-NOT: data race
// CHECK: WarpSan: verdict=unanalysed races=0 kernels=1/1 {{.*}} checked=5 {{.*}} not_analysed=3
// CHECK: WarpSan: not_analysed reason=UntrackedMemory sites=3 first="{{.*}}device_heap.cu:[[#@LINE+7]]"
#include "Inputs/done.h"

__global__ void exchange(int *out, int **boxes) {
  const int t = threadIdx.x;
  int *mine = static_cast<int *>(malloc(8));
  // Three accesses of the heap.
  mine[0] = t;
  out[t] = mine[0];
  boxes[t] = mine;
  __syncthreads();
  out[t] += boxes[63 - t][0];
  __syncthreads();
  free(mine);
}

int main() {
  exchange<<<1, 64>>>(zeroed<int>(64), zeroed<int *>(64));
  return done();
}
