// Memory of malloc and new in device code is checked like any other: threads hand
// boxes to each other, and with RACY read what is in them without a barrier.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %check_twins O2 %s --flag=-DORDERED
// EXPECT: a write, b read
// EXPECT: c write, d read
// EXPECT: e write, f read
#include "Inputs/done.h"
#include <new>

constexpr int Threads = 64;

__device__ void meet() {
#ifndef RACY
  __syncthreads();
#endif
}

// A fence and a strong access: the same in a kernel with histories.
__device__ void enter(int *counter) {
#ifdef ORDERED
  __threadfence();
  atomicAdd(counter, 1);
#endif
}

__global__ void exchange(int *out, int **boxes, int *counter) {
  const int t = threadIdx.x;
  enter(counter);
  int *mine = static_cast<int *>(malloc(8));
  mine[1] = 2;
  boxes[t] = mine;
  __syncthreads();
  mine[0] = t; // [a]
  meet();
  out[t] = boxes[Threads - 1 - t][0]; // [b]
  __syncthreads();
  free(mine);
}

struct Node {
  short value;
  char mark;
};

__global__ void exchangeObjects(int *out, Node **nodes, int *counter) {
  const int t = threadIdx.x;
  enter(counter);
  nodes[t] = new Node{1, 'x'};
  __syncthreads();
  nodes[t]->value = short(t); // [c]
  meet();
  out[t] = nodes[Threads - 1 - t]->value; // [d]
}

// Without malloc itself.
__global__ void useLater(int *out, Node **nodes) {
  const int t = threadIdx.x;
  nodes[t]->mark = 'y'; // [e]
  meet();
  out[t] = nodes[Threads - 1 - t]->mark; // [f]
  __syncthreads();
  delete nodes[t];
}

int main() {
  int *out = zeroed<int>(Threads);
  int *counter = zeroed<int>(1);
  exchange<<<1, Threads>>>(out, zeroed<int *>(Threads), counter);
  Node **nodes = zeroed<Node *>(Threads);
  exchangeObjects<<<1, Threads>>>(out, nodes, counter);
  useLater<<<1, Threads>>>(out, nodes);
  return done();
}
