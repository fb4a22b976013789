// Latch, semaphore and barrier of libcu++, in global memory, between blocks.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c, c
// EXPECT: d write, e read
#include "../Inputs/done.h"
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

constexpr int Blocks = 4;

struct Words {
  cuda::latch<cuda::thread_scope_device> latch{Blocks};
  cuda::binary_semaphore<cuda::thread_scope_device> semaphore{1};
  cuda::barrier<cuda::thread_scope_device> barrier{Blocks};
};

__global__ void make(Words *words) { new (words) Words; }

__global__ void countDown(Words *words, int *data, int *out) {
#ifdef RACY
  words->latch.count_down();
#endif
  data[blockIdx.x] = 1; // [a]
#ifdef RACY
  words->latch.wait();
#else
  words->latch.arrive_and_wait();
#endif
  out[blockIdx.x] = data[Blocks - 1 - blockIdx.x]; // [b]
}

__global__ void oneAtATime(Words *words, int *sum) {
  words->semaphore.acquire();
#ifdef RACY
  words->semaphore.release();
#endif
  *sum += 1; // [c]
#ifndef RACY
  words->semaphore.release();
#endif
}

__global__ void meet(Words *words, int *data, int *out) {
  data[blockIdx.x] = 1; // [d]
#ifdef RACY
  auto token = words->barrier.arrive();
  (void)token;
#else
  words->barrier.arrive_and_wait();
#endif
  out[blockIdx.x] = data[Blocks - 1 - blockIdx.x]; // [e]
}

int main() {
  Words *words = zeroed<Words>(1);
  make<<<1, 1>>>(words);
  countDown<<<Blocks, 1>>>(words, zeroed<int>(Blocks), zeroed<int>(Blocks));
  oneAtATime<<<Blocks, 1>>>(words, zeroed<int>(1));
  meet<<<Blocks, 1>>>(words, zeroed<int>(Blocks), zeroed<int>(Blocks));
  return done();
}
