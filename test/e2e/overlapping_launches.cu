// Two kernels of different streams share a buffer. With an event between them
// they are in order; without one they may overlap, and that is not analysed:
// said, with the reason, and neither reported nor called clean.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.free
// RUN: %check_run --exit 68 %t.free | FileCheck %s --check-prefix FREE
// FREE: DONE
// FREE-NOT: data race
// FREE: WarpSan: verdict=unanalysed races=0 kernels=0/2
// FREE-NOT: not_analysed=0
// FREE: WarpSan: not_analysed reason=OverlappingLaunch
//
// RUN: %warpsanxx_cpu -O2 -g -DORDERED %s -o %t.ordered
// RUN: %check_run %t.ordered | FileCheck %s --check-prefix ORDERED
// ORDERED: DONE
// ORDERED: WarpSan: verdict=none races=0 kernels=2/2 {{.*}} not_analysed=0
#include "Inputs/done.h"

__global__ void produce(int *buffer) { buffer[threadIdx.x] = threadIdx.x; }

__global__ void consume(const int *buffer, int *out) { out[threadIdx.x] = buffer[threadIdx.x ^ 1]; }

int main() {
  int *buffer = zeroed<int>(64);
  int *out = zeroed<int>(64);
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  produce<<<1, 64, 0, first>>>(buffer);
#ifdef ORDERED
  cudaEvent_t produced;
  cudaEventCreate(&produced);
  cudaEventRecord(produced, first);
  cudaStreamWaitEvent(second, produced, 0);
#endif
  consume<<<1, 64, 0, second>>>(buffer, out);
  return done();
}
