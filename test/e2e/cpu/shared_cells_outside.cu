// Accesses behind what the launch asks for, where cells lie: counted, and what was
// in those cells makes no report. On the CPU target, which lets them through.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --options verbosity=2 %t | FileCheck %s
// RUN: %check_run --options shared_cells=0 %t | FileCheck %s --check-prefix SLOTS
// CHECK: DONE
// CHECK: checked, cells in shared memory
// CHECK-NOT: WARNING
// CHECK: WarpSan: verdict=unanalysed races=0
// CHECK: not_analysed reason=UntrackedMemory {{.*}}shared_cells_outside.cu:[[#@LINE+10]]
// SLOTS: not_analysed reason=UntrackedMemory {{.*}}shared_cells_outside.cu:[[#@LINE+9]]
#include "../Inputs/done.h"

extern __shared__ unsigned long long dynamic[];

/// Writes what looks like a cell of this launch wherever cells may lie.
__global__ void overrun(const int *order, int *out) {
  const unsigned long long write = order[threadIdx.x];
  if (write < 16)
    dynamic[8 + write] = 0x9dull << 56 | (write % 8 + 1) << 46;
  __syncthreads();
  if (write < 8)
    dynamic[write] = write;
  __syncthreads();
  out[threadIdx.x] = int(dynamic[7 - write % 8]);
}

int main() {
  int numbers[64];
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  int *order = zeroed<int>(64);
  cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  overrun<<<1, 64, 8 * sizeof(unsigned long long)>>>(order, zeroed<int>(64));
  return done();
}
