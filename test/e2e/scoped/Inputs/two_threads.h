// Two threads that meet over memory, after the tables of tests of ScoRD: of two blocks,
// or of two warps of one block. Each row of a table is a fault of one program; the
// correct program runs all rows that are clean.
#pragma once
#include "../../Inputs/faults.h"

enum Place { TwoBlocks, OneBlock };
enum Scope { No, Block, Device };

__device__ inline bool isFirst() { return blockIdx.x == 0 && threadIdx.x == 0; }
__device__ inline bool isSecond() { return blockIdx.x == 1 || threadIdx.x == 32; }

template <Scope S>
__device__ void fence() {
  if (S == Block)
    __threadfence_block();
  else if (S == Device)
    __threadfence();
}

/// A kernel of two words and a place for a result, all zero.
static void launch(void (*kernel)(int *, int *, int *), Place place) {
  const dim3 blocks(place == TwoBlocks ? 2 : 1), threads(place == TwoBlocks ? 1 : 64);
  kernel<<<blocks, threads>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
}
