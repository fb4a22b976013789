// Threads push nodes to a list by compare-and-swap and others pop them. There is no
// lock: what a thread does between two of its compare-and-swaps is no critical section.
// RUN: %check_twins O2 %s
// EXPECT: a write, d read
// EXPECT: b write, c read
#include "../Inputs/done.h"

constexpr int Each = 3, Pairs = 2;

/// Numbers from 1: 0 ends the list.
struct Node {
  int value, next;
};

__device__ void push(Node *nodes, int *head, int node) {
  nodes[node].value = node; // [a]
  int seen = atomicAdd(head, 0), expected;
  do {
    expected = seen;
    nodes[node].next = expected; // [b]
#ifndef RACY
    __threadfence();
#endif
    seen = atomicCAS(head, expected, node);
  } while (seen != expected);
}

/// Nodes do not come back, so that the head tells whether the list has changed.
__device__ int pop(const Node *nodes, int *head) {
  for (;;) {
    const int top = atomicAdd(head, 0);
    __threadfence();
    if (top == 0)
      continue;
    const int next = nodes[top].next; // [c]
    if (atomicCAS(head, top, next) == top)
      return nodes[top].value; // [d]
  }
}

__global__ void exchange(Node *nodes, int *head, int *sum) {
  for (int i = 1; i <= Each; ++i)
    if (blockIdx.x < Pairs)
      push(nodes, head, blockIdx.x * Each + i);
    else
      atomicAdd(sum, pop(nodes, head));
}

int main() {
  exchange<<<2 * Pairs, 1>>>(zeroed<Node>(Pairs * Each + 1), zeroed<int>(1), zeroed<int>(1));
  return done();
}
