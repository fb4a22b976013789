// Words that all threads of a grid read: their checks may look at what the cell held some time
// ago. A write to such a word, whenever it comes, is told. The clean form writes to a word that
// nobody else reads, and the last block to another one.
// RUN: %check_twins O2 %s
// RUN: %check_twins O2 %s --flag=-DWIDE
// EXPECT: table read, early write
// EXPECT: again read, late write
// EXPECT: order read, behind write
#include "Inputs/done.h"

constexpr int Threads = 64, Blocks = 48, Words = 16;

#ifdef WIDE
using Word = double;
#else
using Word = int;
#endif

#ifdef RACY
constexpr int Written = 3;
#else
constexpr int Written = Words;
#endif

__global__ void writtenFirst(Word *table, Word *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    table[Written] = 1; // [early]
  Word sum = 0;
  for (int i = 0; i < Words; ++i)
    sum += table[i]; // [table]
  out[blockIdx.x * Threads + threadIdx.x] = sum;
}

__global__ void writtenLast(Word *table, Word *out) {
  Word sum = 0;
  for (int round = 0; round < 20; ++round)
    for (int i = 0; i < Words; ++i)
      sum += table[i]; // [again]
  out[blockIdx.x * Threads + threadIdx.x] = sum;
  if (blockIdx.x == Blocks - 1 && threadIdx.x == 0)
    table[Written] = sum; // [late]
}

/// A barrier orders the readers of the writer's block alone.
__global__ void behindBarrier(Word *table, Word *out) {
  Word sum = 0;
  for (int i = 0; i < Words; ++i)
    sum += table[i]; // [order]
  out[blockIdx.x * Threads + threadIdx.x] = sum;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0)
    table[Written] = sum; // [behind]
}

int main() {
  Word *table = zeroed<Word>(Words + 1), *out = zeroed<Word>(Blocks * Threads);
  writtenFirst<<<Blocks, Threads>>>(table, out);
  writtenLast<<<Blocks, Threads>>>(table, out);
  behindBarrier<<<Blocks, Threads>>>(table, out);
  return done();
}
