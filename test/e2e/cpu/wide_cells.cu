// More blocks, and more barriers that may come, than a cell of 8 bytes has bits for:
// counted, or followed with histories.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t.small
// RUN: %check_run --options clock_bits=16 --exit 68 %t.small | FileCheck %s --check-prefix=SMALL
// RUN: %warpsanxx_cpu -O2 -g -mllvm -warpsan-cells=wide %s -o %t.wide
// RUN: %check_run --options clock_bits=16 --exit 66 %t.wide | FileCheck %s --check-prefix=WIDE
// RUN: %warpsanxx_cpu -O2 -g -mllvm -warpsan-cells=wide -DCLEAN %s -o %t.clean
// RUN: %check_run --options clock_bits=16 %t.clean | FileCheck %s --check-prefix=CLEAN
// SMALL: WarpSan: verdict=unanalysed races=0 kernels=0/1
// SMALL: WarpSan: not_analysed reason=LayoutTooWide
// WIDE: Write of size 4 {{.*}} by thread (0,0,0) of block (16777215,0,0)
// WIDE: Earlier write of size 4 by thread (0,0,0) of block (0,0,0)
// WIDE: WarpSan: verdict=races races=1 kernels=1/1
// CLEAN: WarpSan: verdict=none races=0 kernels=1/1
#include "../Inputs/done.h"

constexpr unsigned Blocks = 1u << 24;
#ifdef CLEAN
constexpr unsigned Last = 1;
#else
constexpr unsigned Last = 0;
#endif

__global__ void firstAndLast(int *words) {
  if (blockIdx.x == 0)
    words[0] = 1;
  if (blockIdx.x == Blocks - 1)
    words[Last] = 1;
  __syncthreads();
}

int main() {
  firstAndLast<<<Blocks, 1>>>(zeroed<int>(2));
  return done();
}
