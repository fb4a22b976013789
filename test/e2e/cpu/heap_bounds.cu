// bounds=1 knows what malloc of device code has given out: an access behind it, or
// after free, is reported, although the whole heap has shadow.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.racy -DRACY
// RUN: %check_run --exit 66 --options bounds=1 %t.racy | FileCheck %s
// RUN: %check_run %t.racy | FileCheck %s --check-prefix OFF
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.clean
// RUN: %check_run --options bounds=1 %t.clean | FileCheck %s --check-prefix CLEAN
// OFF: DONE
// OFF-NOT: out of bounds
// OFF: WarpSan: verdict=none races=0 {{.*}} not_analysed=0
// CLEAN: DONE
// CLEAN-NOT: out of bounds
// CLEAN: WarpSan: verdict=none races=0 {{.*}} not_analysed=0 suppressed=0 lost=0 out_of_bounds=0 target
#include "../Inputs/done.h"

#ifdef RACY
constexpr int Past = 1;
#else
constexpr int Past = 0;
#endif

__global__ void overrun(int *out) {
  int *box = static_cast<int *>(malloc(16));
  for (int i = 0; i < 4; ++i)
    box[i + Past] = threadIdx.x;
  out[threadIdx.x] = box[2];
  free(box);
}
// CHECK: DONE
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Write of size 4
// CHECK-NEXT:     #0 overrun(int*) {{.*}}heap_bounds.cu:[[#@LINE-7]]
// CHECK-NEXT:   Memory: free memory of the heap of device code, 8388608 bytes

__global__ void afterFree(int *out) {
  int *box = static_cast<int *>(malloc(16));
  box[0] = threadIdx.x;
  if (!Past)
    out[threadIdx.x] = box[0];
  free(box);
  if (Past)
    out[threadIdx.x] = box[0];
}
// CHECK: WARNING: WarpSan: out of bounds
// CHECK:        Read of size 4
// CHECK-NEXT:     #0 afterFree(int*) {{.*}}heap_bounds.cu:[[#@LINE-4]]
// CHECK: verdict=unanalysed races=0 {{.*}} out_of_bounds=2 target
// CHECK-NEXT: not_analysed reason=UntrackedMemory

int main() {
  overrun<<<1, 1>>>(zeroed<int>(1));
  afterFree<<<1, 1>>>(zeroed<int>(1));
  return done();
}
