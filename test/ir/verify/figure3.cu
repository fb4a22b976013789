// Indices from an atomic counter are each thread's own (Bardsley and Donaldson, NFM 2014,
// figure 3), as long as nothing else writes to it.
// RUN: %verify %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=8 -mllvm -warpsan-warps=two-pass %s 2>&1 | FileCheck %s
// RUN: %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=8 -mllvm -warpsan-warps=re-sync %s 2>&1 | FileCheck %s

// CHECK: kernel figure3(unsigned int*, int const*, int*, unsigned int): verdict=proved
__global__ void figure3(unsigned *c, const int *in, int *out, unsigned most) {
  unsigned i = atomicAdd(c, 1);
  while (i < most) {
    out[i] = in[i] * in[i];
    i = atomicAdd(c, 1);
  }
}

// CHECK: kernel increments(unsigned int*, int*, unsigned int): verdict=proved
__global__ void increments(unsigned *c, int *out, unsigned most) {
  unsigned i = atomicInc(c, 0xffffffffu);
  if (i < most)
    out[i] = 1;
}

// Comes round.
// CHECK: kernel wraps(unsigned int*, int*): verdict=possible
__global__ void wraps(unsigned *c, int *out) { out[atomicInc(c, 15u)] = 1; }

// Someone sets it back.
// CHECK: kernel reset(unsigned int*, int*): verdict=possible
__global__ void reset(unsigned *c, int *out) {
  out[atomicAdd(c, 1)] = 1;
  atomicExch(c, 0);
}

// Pairs of elements, but the counter counts single ones.
// CHECK: kernel pairs(unsigned int*, int*): verdict=possible
__global__ void pairs(unsigned *c, int *out) {
  unsigned i = atomicAdd(c, 1);
  out[i] = 1;
  out[i + 1] = 2;
}

// CHECK: kernel twos(unsigned int*, int*, unsigned int): verdict=proved
__global__ void twos(unsigned *c, int *out, unsigned most) {
  unsigned i = atomicAdd(c, 2);
  if (i >= most)
    return;
  out[i] = 1;
  out[i + 1] = 2;
}
