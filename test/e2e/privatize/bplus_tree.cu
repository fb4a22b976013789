// The program shapes of the LD paper: search in a B+ tree. A block has a query, a thread a child
// of the node. Intervals that are closed on both sides have keys in common, and the threads of
// two children, here of two warps, both say where to go on.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/bplus_tree-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, a write
// CHECK-DAG: rite of size 4 {{.*}}by thread (31,0,0) of block (0,0,0) [warp 0, lane 31]
// CHECK-DAG: rite of size 4 {{.*}}by thread (32,0,0) of block (0,0,0) [warp 1, lane 0]
// CHECK: Memory: {{.*}} 8 bytes, byte 0 (
// CHECK: Detector: ld
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Order = 64, Keys = Order * Order, Queries = 2;

struct Node {
  int keys[Order + 1];
  int children[Order]; ///< of a leaf: values
};

__global__ void find(const Node *nodes, const int *queries, int *places) {
  const int t = threadIdx.x, key = queries[blockIdx.x];
  for (int level = 0; level < 2; ++level) {
    const Node &node = nodes[places[blockIdx.x]];
    __syncthreads();
#ifdef RACY
    if (node.keys[t] <= key && key <= node.keys[t + 1])
#else
    if (node.keys[t] <= key && key < node.keys[t + 1])
#endif
      places[blockIdx.x] = node.children[t]; // [a]
    __syncthreads();
  }
}

int main() {
  static Node nodes[1 + Order];
  for (int i = 0; i <= Order; ++i) {
    nodes[0].keys[i] = 2 * i * Order;
    for (int child = 0; child < Order; ++child)
      nodes[1 + child].keys[i] = 2 * (child * Order + i);
  }
  for (int i = 0; i < Order; ++i) {
    nodes[0].children[i] = 1 + i;
    for (int child = 0; child < Order; ++child)
      nodes[1 + child].children[i] = 10 * (child * Order + i);
  }
  // The first one is where the children of the warps meet, the other one no key of the tree.
  const int queries[Queries] = {Keys, 2469};
  Node *tree = zeroed<Node>(1 + Order);
  int *keys = zeroed<int>(Queries), *places = zeroed<int>(Queries), found[Queries];
  cudaMemcpy(tree, nodes, sizeof nodes, cudaMemcpyHostToDevice);
  cudaMemcpy(keys, queries, sizeof queries, cudaMemcpyHostToDevice);
  find<<<Queries, Order>>>(tree, keys, places);
  cudaMemcpy(found, places, sizeof found, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Queries; ++i)
    if (found[i] != 10 * (queries[i] / 2))
      return 1;
#endif
  return done();
}
