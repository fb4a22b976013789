// Code reached through pointers and virtual functions is checked like any
// other: the twin tells the possible callees apart.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O3 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "Inputs/done.h"

using Operation = void (*)(int *, int);

__device__ __noinline__ void put(int *cells, int t) {
  cells[t] = t; // [a]
}
__device__ __noinline__ void take(int *cells, int t) {
  cells[64 + t] = cells[t ^ 32]; // [b]
}
__device__ Operation operations[] = {put, take};

__global__ void throughPointers(int *cells, int first) {
  operations[first](cells, threadIdx.x);
#ifndef RACY
  __syncthreads();
#endif
  operations[1 - first](cells, threadIdx.x);
}

struct Shape {
  __device__ virtual void draw(int *, int) const {} // clang -O0 refuses "= 0" for GPUs
};
struct Circle : Shape {
  __device__ void draw(int *cells, int t) const override {
    cells[t] = 1; // [c]
  }
};
struct Square : Shape {
  __device__ void draw(int *cells, int t) const override {
    cells[64 + t] = cells[63 - t]; // [d]
  }
};

__device__ __noinline__ void drawBoth(const Shape &one, const Shape &other, int *cells) {
  one.draw(cells, threadIdx.x);
#ifndef RACY
  __syncthreads();
#endif
  other.draw(cells, threadIdx.x);
}

__global__ void throughVirtualFunctions(int *cells, bool swapped) {
  const Circle circle;
  const Square square;
  if (swapped)
    drawBoth(square, circle, cells);
  else
    drawBoth(circle, square, cells);
}

int main() {
  throughPointers<<<1, 64>>>(zeroed<int>(128), 0);
  throughVirtualFunctions<<<1, 64>>>(zeroed<int>(128), false);
  return done();
}
