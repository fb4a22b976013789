// Recursion, device lambdas, a function pointer as a template argument and as
// a parameter, virtual functions of objects in memory.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// RUN: %check_twins Os %s
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
// EXPECT: g write, h read
#include "Inputs/done.h"
#include <new>

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

__device__ int sumTo(int *cells, int last, int t) {
  if (last == 0)
    return cells[63 - t]; // [b]
  return sumTo(cells, last - 1, t) + 1;
}

__global__ void recursive(int *cells, int *out, int depth) {
  const int t = threadIdx.x;
  cells[t] = t; // [a]
  BARRIER;
  out[t] = sumTo(cells, depth, t);
}

template <typename Function>
__global__ void apply(Function function) {
  function(threadIdx.x);
}

using Step = int (*)(int *, int);
__device__ int crossed(int *cells, int t) {
  return cells[63 - t]; // [f]
}
__device__ int straight(int *cells, int t) { return t; }

template <Step step>
__global__ void withStep(int *cells, int *out) {
  const int t = threadIdx.x;
  cells[t] = t; // [e]
  BARRIER;
  out[t] = step(cells, t);
}

struct Reader {
  __device__ virtual ~Reader() {}
  __device__ virtual int read(const int *, int t) const { return t; }
};
struct CrossReader : Reader {
  int from = 63;
  __device__ int read(const int *cells, int t) const override {
    return cells[from - t]; // [h]
  }
};

__global__ void makeReaders(char *place, Reader **readers) {
  if (threadIdx.x == 0)
    readers[0] = new (place) CrossReader;
}

__global__ void readVirtually(int *cells, int *out, Reader **readers) {
  const int t = threadIdx.x;
  cells[t] = t; // [g]
  BARRIER;
  out[t] = readers[0]->read(cells, t);
}

int main() {
  // Frames with checks are larger, and nobody can tell how many there are.
  recursive<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64), 5);
  int *cells = zeroed<int>(64), *out = zeroed<int>(64);
  apply<<<1, 64>>>([=] __device__(int t) {
    cells[t] = t; // [c]
    BARRIER;
    out[t] = cells[63 - t]; // [d]
  });
  withStep<crossed><<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  Reader **readers = zeroed<Reader *>(1);
  makeReaders<<<1, 32>>>(zeroed<char>(sizeof(CrossReader)), readers);
  readVirtually<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64), readers);
  return done();
}
