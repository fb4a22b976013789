// memcpy, memmove and memset of constant and variable size are accesses of all
// their bytes.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins Os %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
// EXPECT: g write, h read
// EXPECT: i write, j read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

__global__ void constantCopy(char *rows, char *out) {
  char *mine = rows + 24 * threadIdx.x;
  memcpy(mine, out + 24 * threadIdx.x, 24); // [a]
  BARRIER;
  out[24 * threadIdx.x] = rows[24 * (63 - threadIdx.x) + 23]; // [b]
}

__global__ void variableCopy(char *rows, char *out, int bytes) {
  char *mine = rows + 24 * threadIdx.x;
  mine[bytes - 1] = threadIdx.x; // [c]
  BARRIER;
  memcpy(out + 24 * threadIdx.x, rows + 24 * (63 - threadIdx.x), bytes); // [d]
}

__global__ void variableSet(char *rows, char *out, int bytes) {
  memset(rows + 24 * threadIdx.x, 1, bytes); // [e]
  BARRIER;
  out[threadIdx.x] = rows[24 * (63 - threadIdx.x) + 6]; // [f]
}

__global__ void constantSet(int *rows, int *out) {
  memset(rows + 16 * threadIdx.x, 0, 64); // [g]
  BARRIER;
  out[threadIdx.x] = rows[16 * (63 - threadIdx.x) + 15]; // [h]
}

__global__ void overlappingMove(char *rows, char *out, int bytes) {
  char *mine = rows + 24 * threadIdx.x;
  __builtin_memmove(mine + 1, mine, bytes); // [i]
  BARRIER;
  out[threadIdx.x] = rows[24 * (63 - threadIdx.x) + bytes]; // [j]
}

int main() {
  constantCopy<<<1, 64>>>(zeroed<char>(1536), zeroed<char>(1536));
  variableCopy<<<1, 64>>>(zeroed<char>(1536), zeroed<char>(1536), 7);
  variableSet<<<1, 64>>>(zeroed<char>(1536), zeroed<char>(64), 7);
  constantSet<<<1, 64>>>(zeroed<int>(1024), zeroed<int>(64));
  overlappingMove<<<1, 64>>>(zeroed<char>(1536), zeroed<char>(64), 7);
  return done();
}
