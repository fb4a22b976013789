// Option blocks=N: of each launch some blocks are checked, of the next one others.
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t
// RUN: %check_run --exit 66 --options resolve=0 %t 1 | FileCheck %s --check-prefix ALL
// ALL: DONE
// ALL-DAG: #0 inBlock(int*) {{.*}}block_sample.cu:[[# @LINE + 40]]
// ALL-DAG: #0 acrossBlocks(int*) {{.*}}block_sample.cu:[[# @LINE + 45]]
// ALL: WarpSan: verdict=races races=2 kernels=3/3 {{.*}} not_analysed=0 {{.*}} lost=0 target=
//
// Blocks 0 to 3 and 32 to 35: no race is in them. What is unseen is told.
// RUN: %check_run --options resolve=0:blocks=8 %t 1 | FileCheck %s --check-prefix SOME
// RUN: %check_run --exit 68 --options resolve=0:blocks=8:fail_on_unanalysed=1 %t 1 | FileCheck %s --check-prefix SOME
// SOME: DONE
// SOME-NEXT: WarpSan: verdict=unanalysed races=0 kernels=0/3 {{.*}} checked=0 {{.*}} lost=0 sampled=3 target=
// SOME-NEXT: WarpSan: not_analysed reason=SampledBlocks sites={{[1-9].*}} kernels=3 {{.*}}(only some blocks were checked, as the option blocks says)
//
// Eight launches of each kernel check all blocks.
// RUN: %check_run --exit 66 --options resolve=0:blocks=8 %t 8 | FileCheck %s --check-prefix TURNS
// RUN: %check_run --exit 66 --options resolve=0:blocks=8:counters=1 %t 8 | FileCheck %s --check-prefix TURNS
// TURNS: DONE
// TURNS-DAG: #0 inBlock(int*) {{.*}}block_sample.cu:[[# @LINE + 25]]
// TURNS-DAG: #0 acrossBlocks(int*) {{.*}}block_sample.cu:[[# @LINE + 30]]
// TURNS: WarpSan: verdict=races races=2 {{.*}} sampled=24 target=
//
// The clean twin; and order by flags is followed in blocks that are not checked, too.
// RUN: %warpsanxx_target -O2 -g %s -o %t.clean
// RUN: %check_run --options resolve=0:blocks=8 %t.clean 8 | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --options resolve=0 %t.clean 8 | FileCheck %s --check-prefix WHOLE
// CLEAN: WarpSan: verdict=unanalysed races=0 {{.*}} sampled=24 target=
// WHOLE: WarpSan: verdict=none races=0 kernels=3/3
#include "Inputs/done.h"
#include <cstdlib>

#ifdef RACY
constexpr bool Racy = true;
#else
constexpr bool Racy = false;
#endif

// Of each block's own words.
__global__ void inBlock(int *memory) {
  int *mine = memory + blockIdx.x * blockDim.x;
  mine[threadIdx.x] = threadIdx.x;
  if (!Racy || blockIdx.x != 21)
    __syncthreads();
  mine[blockDim.x - 1 - threadIdx.x] += 1;
}

__global__ void acrossBlocks(int *memory) {
  int *mine = memory + blockIdx.x * blockDim.x;
  const bool next = Racy && blockIdx.x == 41;
  mine[threadIdx.x + (next ? blockDim.x : 0)] = 1;
}

// Each block hands its word to the next one: the history goes through all of them.
__global__ void chain(int *word, int *flag) {
  if (threadIdx.x != 0)
    return;
  while (atomicAdd(flag, 0) != blockIdx.x) {
  }
  __threadfence();
  *word += 1;
  __threadfence();
  atomicAdd(flag, 1);
}

int main(int count, char **arguments) {
  const int launches = count > 1 ? std::atoi(arguments[1]) : 1;
  int *memory = zeroed<int>(65 * 64);
  int *chained = zeroed<int>(2);
  for (int i = 0; i < launches; ++i) {
    inBlock<<<64, 64>>>(memory);
    acrossBlocks<<<64, 64>>>(memory);
    cudaMemset(chained, 0, 2 * sizeof(int));
    chain<<<64, 32>>>(chained, chained + 1);
  }
  return done();
}
