// wmma loads and stores are accesses of all bytes of their tile and of no
// others: tiles side by side do not touch. The product is right.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c read, d write
// EXPECT: e write, f read
// EXPECT: g write, h write
#include "Inputs/done.h"
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

constexpr int N = 16;  // of a tile
constexpr int LD = 32; // two tiles side by side

template <typename Use, typename Layout>
using Half = wmma::fragment<Use, N, N, N, half, Layout>;
using Sum = wmma::fragment<wmma::accumulator, N, N, N, float>;

// Two warps, each with a tile of its own of every matrix.
__global__ void product(const half *a, const half *b, float *c) {
  __shared__ half left[N * LD];
  __shared__ float sums[N * LD];
  const int tile = threadIdx.x / 32 * N;
  for (int i = threadIdx.x; i < N * LD; i += 64)
    left[i] = a[i]; // [a]
  BARRIER;
  Half<wmma::matrix_a, wmma::row_major> fa;
  Half<wmma::matrix_b, wmma::col_major> fb;
  Sum sum;
  wmma::fill_fragment(sum, 1.0f);
  wmma::load_matrix_sync(fa, left + tile, LD); // [b]
  wmma::load_matrix_sync(fb, b, N);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(sums + tile, sum, LD, wmma::mem_row_major); // [e]
  BARRIER;
  for (int i = threadIdx.x; i < N * LD; i += 64)
    c[i] = sums[i]; // [f]
}

// By columns, with a line of the tile that is written too early.
__global__ void columns(half *b, float *c) {
  Half<wmma::matrix_b, wmma::col_major> fb;
  if (threadIdx.x < 32)
    wmma::load_matrix_sync(fb, b, LD); // [c]
  BARRIER;
  if (threadIdx.x == 32)
    b[15 * LD + 15] = __float2half(0); // [d]
  // The gap between two columns belongs to nobody.
  if (threadIdx.x == 33)
    b[14 * LD + 16] = __float2half(0);
  if (threadIdx.x < 32)
    c[threadIdx.x] = float(fb.x[0]);
}

// Two warps store the same tile, or each its own.
__global__ void stores(float *c) {
#ifdef RACY
  const int tile = threadIdx.x / 64;
#else
  const int tile = threadIdx.x / 32;
#endif
  Sum sum;
  wmma::fill_fragment(sum, float(threadIdx.x / 32));
  if (threadIdx.x < 32)
    wmma::store_matrix_sync(c + tile * N, sum, LD, wmma::mem_col_major); // [g]
  else
    wmma::store_matrix_sync(c + tile * N, sum, LD, wmma::mem_col_major); // [h]
}

int main() {
  half *a = zeroed<half>(N * LD), *b = zeroed<half>(N * LD);
  float *c = zeroed<float>(N * LD);
  half hostA[N * LD], hostB[N * N];
  float hostC[N * LD];
  for (int i = 0; i < N * LD; ++i)
    hostA[i] = __float2half(float(i % 7 - 3));
  for (int i = 0; i < N * N; ++i)
    hostB[i] = __float2half(float(i % 5 - 2));
  cudaMemcpy(a, hostA, sizeof hostA, cudaMemcpyHostToDevice);
  cudaMemcpy(b, hostB, sizeof hostB, cudaMemcpyHostToDevice);
  product<<<1, 64>>>(a, b, c);
  cudaMemcpy(hostC, c, sizeof hostC, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int row = 0; row < N; ++row)
    for (int column = 0; column < LD; ++column) {
      float sum = 1;
      for (int k = 0; k < N; ++k)
        sum += float((row * LD + column / N * N + k) % 7 - 3) * float((column % N * N + k) % 5 - 2);
      if (hostC[row * LD + column] != sum) {
        std::printf("(%d,%d): %g, expected %g\n", row, column, hostC[row * LD + column], sum);
        return 1;
      }
    }
#endif
  columns<<<1, 64>>>(b, c);
  stores<<<1, 64>>>(c);
  return done();
}
