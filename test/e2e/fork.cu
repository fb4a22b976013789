// A child that is forked before the first CUDA call has a verdict of its own, and
// so has its parent.
// RUN: %warpsanxx_target -O1 -g %s -o %t.racy -DRACY
// RUN: %check_run %t.racy | FileCheck %s --check-prefix RACY
// RUN: %warpsanxx_target -O1 -g %s -o %t.clean
// RUN: %check_run --exit 1 %t.clean | FileCheck %s --check-prefix CLEAN
// RUN: %warpsanxx_target -O1 -g %s -o %t.parent -DRACY -DPARENT
// RUN: %check_run --exit 66 %t.parent | FileCheck %s --check-prefix PARENT
// PARENT: child: 66
// PARENT-COUNT-2: WarpSan: verdict=races races=1 kernels=1/1
// RACY: child: 66
// RACY: data race (missing block barrier)
// RACY: WarpSan: verdict=races races=1
// CLEAN: child: 0
// CLEAN: WarpSan: verdict=none races=0 kernels=1/1
#include "Inputs/done.h"
#include <sys/wait.h>
#include <unistd.h>

__global__ void mirror(int *memory) {
  memory[threadIdx.x] = threadIdx.x;
#ifndef RACY
  __syncthreads();
#endif
  memory[64 + threadIdx.x] = memory[63 - threadIdx.x];
}

int main() {
  if (fork() == 0) {
    mirror<<<1, 64>>>(zeroed<int>(128));
    return done();
  }
  int status = 0;
  wait(&status);
  std::printf("child: %d\n", WEXITSTATUS(status));
#ifdef PARENT
  mirror<<<1, 64>>>(zeroed<int>(128));
  return done();
#endif
  return WEXITSTATUS(status) == 66 ? 0 : 1;
}
