// What loops carry: lists of numbers end where each round asks for it, and only there; what one
// thread tells its block is what it has stored before.
// RUN: not %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 %s 2>&1 | FileCheck %s
// RUN: not %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 -mllvm -warpsan-pairs=block %s 2>&1 | FileCheck %s --check-prefix=BLOCK
// Where clang optimises, there is no debug information of variables.
// RUN: not %verify -O1 -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 %s 2>&1 | FileCheck %s --check-prefix=NAMES
// NAMES: data race: {{.*}}, of asksSometimes(int const*)::tile+
// CHECK: kernel asksEachRound(): verdict=proved
__global__ void asksEachRound() {
  __shared__ int tile[128];
  for (unsigned k = 1;; k *= 2) {
    if (k >= 4)
      break;
    tile[threadIdx.x ^ (k >> 3)] = 1;
  }
}

// Some rounds pass by the condition, so that k becomes 8.
// CHECK: kernel asksSometimes(int const*): verdict=refuted
__global__ void asksSometimes(const int *in) {
  __shared__ int tile[128];
  for (unsigned k = 1;; k *= 2) {
    if (in[k & 7] > 0)
      if (k >= 4)
        break;
    tile[threadIdx.x ^ (k >> 3)] = threadIdx.x;
  }
}

// The first round finds what nobody has stored, which may be the same in two blocks.
// CHECK: kernel toldTooLate(unsigned int*, int*, unsigned int): verdict=possible
__global__ void toldTooLate(unsigned *counter, int *out, unsigned n) {
  __shared__ unsigned base;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned old = base;
    __syncthreads();
    if (threadIdx.x == 0)
      base = atomicAdd(counter, 64);
    __syncthreads();
    out[old + threadIdx.x] = threadIdx.x;
  }
}

// Another block may set the counter back between two draws of this one. If blocks are asked about
// apart, that does not show as a race.
// CHECK: kernel setBack(unsigned int*): verdict=possible
// BLOCK: kernel setBack(unsigned int*): verdict=possible
__global__ void setBack(unsigned *counter) {
  __shared__ int tile[256];
  if (blockIdx.x == 1)
    *counter = 0;
  const unsigned i = atomicAdd(counter, 1);
  if (i < 256)
    tile[i] = threadIdx.x;
}
