// Two threads that meet over memory: of two blocks, or with -DONE_BLOCK of two
// warps of one block.
#pragma once
#include "../../Inputs/done.h"

#ifdef ONE_BLOCK
constexpr int Blocks = 1, Threads = 64;
__device__ inline bool isFirst() { return threadIdx.x == 0; }
__device__ inline bool isSecond() { return threadIdx.x == 32; }
#else
constexpr int Blocks = 2, Threads = 1;
__device__ inline bool isFirst() { return blockIdx.x == 0; }
__device__ inline bool isSecond() { return blockIdx.x == 1; }
#endif
