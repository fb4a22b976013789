// Initialisers with addresses of shared arrays: a view, two views of which the launch chooses
// one, constants that name each other, an object that another function reads. Each kernel has other
// values: mode ld sees no race over what the block before it left there.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
// EXPECT: g write, h read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

constexpr int Block = 128;

struct View {
  int *data;
  __device__ int &at(int i) const { return data[i]; }
};

struct Link {
  int *data;
  const Link *next;
};

struct Named {
  int *data;
  char name[64];
};

__global__ void view(const int *in, int *out) {
  __shared__ int storage[Block];
  View view{storage};
  const int t = threadIdx.x;
  view.at(t) = in[t]; // [a]
  BARRIER;
  out[t] = view.at(Block - 1 - t); // [b]
}

__global__ void choice(const int *in, int *out, int which) {
  __shared__ int first[Block], second[Block];
  const View both[] = {{first}, {second}};
  const int t = threadIdx.x;
  both[which].at(t) = in[t] + 1; // [c]
  BARRIER;
  out[t] = second[Block - 1 - t]; // [d]
}

__global__ void links(const int *in, int *out, int steps) {
  __shared__ int first[Block], second[Block];
  static constexpr Link end{second, nullptr};
  static constexpr Link start{first, &end};
  const int t = threadIdx.x;
  second[t] = in[t] + 2; // [e]
  BARRIER;
  const Link *link = &start;
  for (int step = 0; step < steps; ++step)
    link = link->next;
  out[t] = link->data[Block - 1 - t]; // [f]
}

__device__ __noinline__ int last(const Named &array) {
  return array.data[Block - 1 - threadIdx.x] + array.name[63]; // [h]
}

__global__ void argument(const int *in, int *out) {
  __shared__ int storage[Block];
  Named named{storage, "storage"};
  const int t = threadIdx.x;
  storage[t] = in[t] + 3; // [g]
  BARRIER;
  out[t] = last(named);
}

int main() {
  int values[Block];
  for (int i = 0; i < Block; ++i)
    values[i] = i;
  int *in = zeroed<int>(Block), *out = zeroed<int>(4 * Block);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  view<<<1, Block>>>(in, out);
  choice<<<1, Block>>>(in, out + Block, 1);
  links<<<1, Block>>>(in, out + 2 * Block, 1);
  argument<<<1, Block>>>(in, out + 3 * Block);
#ifndef RACY
  int results[4 * Block];
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4 * Block; ++i)
    if (results[i] != Block - 1 - i % Block + i / Block)
      return 1;
#endif
  return done();
}
