// Second file of relocatable.cu.
#include "relocatable.h"

__device__ int board[64];

__device__ int readElsewhere(const int *cells, int index) {
  return cells[index]; // [b]
}

__device__ int readBoard(int index) {
  return board[index]; // [d]
}

__device__ int readBoardAgain(int index) {
  return board[index]; // [h]
}

__device__ void barrierElsewhere() { __syncthreads(); }

__device__ int reverseElsewhere(int value) {
  __shared__ int tile[64];
  tile[threadIdx.x] = twice(value); // [e]
#ifndef RACY
  __syncthreads();
#endif
  return tile[63 - threadIdx.x]; // [f]
}

static __global__ void fill(int *out) { out[threadIdx.x] = board[threadIdx.x]; }

void launchElsewhere(int *out) { fill<<<1, 64>>>(out); }
