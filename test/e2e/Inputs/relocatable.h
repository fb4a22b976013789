// What the files of relocatable.cu share.
#pragma once

using Reader = int (*)(int);

__device__ int readElsewhere(const int *cells, int index);
__device__ int readBoard(int index);
__device__ int readBoardAgain(int index);
__device__ int reverseElsewhere(int value);
__device__ void barrierElsewhere();
extern __device__ int board[64];
void launchElsewhere(int *out);

// In both files.
template <typename T>
__device__ __noinline__ T twice(T value) {
  return value + value;
}
