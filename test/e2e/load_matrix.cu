// ldmatrix reads the rows whose addresses its lanes give, 16 bytes each, and of
// no others: with .x1 those of eight lanes.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

__device__ unsigned window(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// Two warps fill a 32 x 8 tile, each loads the whole.
__global__ void four(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const int lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < 32 * 8; i += 64)
    tile[i] = i; // [a]
  BARRIER;
  unsigned words[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" // [b]
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(window(tile + lane * 8)));
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x * 4 + i] = words[i];
}

// Of the addresses of lanes 8 to 31 nothing is read.
__global__ void one(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const int lane = threadIdx.x % 32;
#ifdef RACY
  const int touched = 7 * 8 + 7;
#else
  const int touched = 8 * 8;
#endif
  for (int i = lane; i < 8 * 8 && threadIdx.x < 32; i += 32)
    tile[i] = i;
  __syncthreads();
  if (threadIdx.x == 32)
    tile[touched] = 0; // [c]
  if (threadIdx.x < 32) {
    unsigned word;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" // [d]
                 : "=r"(word)
                 : "r"(window(tile + lane * 8)));
    out[lane] = word;
  }
}

bool isRight(const unsigned *four, const unsigned *one) {
  bool right = true;
  for (int t = 0; t < 64; ++t)
    for (int i = 0; i < 4; ++i) {
      const unsigned first = (8 * i + t % 32 / 4) * 8 + t % 4 * 2;
      right &= four[t * 4 + i] == (first | (first + 1) << 16);
    }
  for (int t = 0; t < 32; ++t) {
    const unsigned first = t % 4 * 2 * 8 + t / 4;
    right &= one[t] == (first | (first + 8) << 16);
  }
  return right;
}

int main() {
  unsigned *out = zeroed<unsigned>(64 * 4), *small = zeroed<unsigned>(32);
  four<<<1, 64>>>(out);
  one<<<1, 64>>>(small);
  unsigned host[64 * 4], hostSmall[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(hostSmall, small, sizeof hostSmall, cudaMemcpyDeviceToHost);
#ifndef RACY
  if (!isRight(host, hostSmall)) {
    std::puts("wrong values");
    return 1;
  }
#endif
  return done();
}
