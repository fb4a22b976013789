// Search of an unbalanced tree. Each block has a stack of nodes for itself, under a lock
// of the block, and one that all may steal from, under a lock of the device. One thread
// of each warp works; they stop when no node is outstanding.
// RUN: %check_twins O2 %s --run-time
// EXPECT NoLocalTakeFence NoGiveFence: push, push, lock
// EXPECT NoLocalTakeFence NoGiveFence: push, pop, lock
// EXPECT NarrowTake NarrowGive NarrowTakeFence NarrowGiveFence: push, pop, lock-scope
// EXPECT NoLocalTakeFence NoGiveFence: pop, pop, lock
// EXPECT NarrowTake NarrowGive NarrowTakeFence NarrowGiveFence: pop, pop, lock-scope
// EXPECT NarrowTake: take atomic, take atomic, narrow-scope
// EXPECT NarrowTake NarrowGive: take atomic, give atomic, narrow-scope
// EXPECT NarrowGive: give atomic, give atomic, narrow-scope
// EXPECT NarrowCount: count atomic, count atomic, narrow-scope
// EXPECT NarrowCount: count atomic, poll atomic, narrow-scope
// EXPECT PlainSum: sum, sum, between-blocks
#define FAULTS                                                                                     \
  NoLocalTakeFence, NarrowTake, NarrowGive, NarrowTakeFence, NarrowGiveFence, NoGiveFence,         \
      NarrowCount, PlainSum
#include "../../Inputs/faults.h"

constexpr int Warps = 2, Capacity = 1000, Depth = 3;

/// Depth in the lowest bits. The first nodes have children, as every worker shall.
using Node = unsigned;
constexpr Node NoNode = 0, DepthBits = 15;

__host__ __device__ Node firstNode(int number) { return (mixed(number) | 16) & ~DepthBits; }
__host__ __device__ int depth(Node node) { return node & DepthBits; }
__host__ __device__ int children(Node node) {
  return depth(node) == 0 ? 3 : depth(node) < Depth ? mixed(node) % 4 : 0;
}
__host__ __device__ Node child(Node node, int number) {
  return (mixed(node + number * 16) & ~DepthBits) | (depth(node) + 1);
}

struct Stack {
  int lock, size;
  Node nodes[Capacity];
};

struct Search {
  Stack *local, *shared; ///< for each block; of the latter as many again for first nodes
  int *outstanding, *visited;
};

template <Fault F>
__device__ void take(Stack *stack, bool isShared) {
  if (!isShared) {
    while (atomicCAS_block(&stack->lock, 0, 1) != 0) {
    }
    if (F != NoLocalTakeFence)
      __threadfence_block();
    return;
  }
  int *lock = &stack->lock;
  while ((F == NarrowTake ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0) { // [take]
  }
  if (F == NarrowTakeFence)
    __threadfence_block();
  else
    __threadfence();
}

template <Fault F>
__device__ void give(Stack *stack, bool isShared) {
  int *lock = &stack->lock;
  if (!isShared) {
    __threadfence_block();
    atomicExch_block(lock, 0);
    return;
  }
  if (F == NarrowGiveFence)
    __threadfence_block();
  else if (F != NoGiveFence)
    __threadfence();
  F == NarrowGive ? atomicExch_block(lock, 0) : atomicExch(lock, 0); // [give]
}

template <Fault F>
__device__ void push(Stack *stack, bool isShared, Node node) {
  take<F>(stack, isShared);
  stack->nodes[stack->size++] = node; // [push]
  give<F>(stack, isShared);
}

template <Fault F>
__device__ Node pop(Stack *stack, bool isShared) {
  take<F>(stack, isShared);
  const Node node = stack->size ? stack->nodes[--stack->size] : NoNode; // [pop]
  give<F>(stack, isShared);
  return node;
}

template <Fault F>
__device__ void count(int *nodes, int change) {
  F == NarrowCount ? atomicAdd_block(nodes, change) : atomicAdd(nodes, change); // [count]
}

template <Fault F>
__device__ Node find(Search search) {
  Node node = pop<F>(&search.local[blockIdx.x], false);
  for (int distance = 0; node == NoNode && distance < gridDim.x; ++distance)
    node = pop<F>(&search.shared[(blockIdx.x + distance) % gridDim.x], true);
  return node;
}

/// The third child is for whoever has nothing to do.
template <Fault F>
__device__ void expand(Search search, Node node) {
  count<F>(search.outstanding, children(node));
  for (int number = 0; number < children(node); ++number) {
    const bool isShared = number == 2;
    push<F>(&(isShared ? search.shared : search.local)[blockIdx.x], isShared, child(node, number));
  }
  count<F>(search.outstanding, -1);
}

/// Returns the number of nodes that were visited.
template <Fault F>
__device__ int work(Search search, Node node) {
  int visited = 0;
  do {
    if (node != NoNode) {
      expand<F>(search, node);
      ++visited;
    }
    node = find<F>(search);
  } while (node != NoNode || atomicAdd(search.outstanding, 0) != 0); // [poll]
  return visited;
}

/// Each worker starts with a node of another block: so all pairs of lines meet. First
/// nodes have stacks of their own. Whoever is early would take those of others, who
/// then wait for ever.
template <Fault F>
__global__ void searchTree(Search search) {
  const int warp = threadIdx.x / 32;
  const bool isWorker = threadIdx.x % 32 == 0;
  Stack *first = search.shared + gridDim.x;
  if (isWorker)
    push<F>(&first[blockIdx.x], true, firstNode(blockIdx.x * Warps + warp));
  __syncthreads();
  Node node = NoNode;
  while (isWorker && node == NoNode)
    node = pop<F>(&first[(blockIdx.x + 1 + warp) % gridDim.x], true);
  __syncthreads();
  if (!isWorker)
    return;
  const int visited = work<F>(search, node);
  if (F == PlainSum)
    *search.visited += visited; // [sum]
  else
    atomicAdd(search.visited, visited);
}

static int size(Node node) {
  int nodes = 1;
  for (int number = 0; number < children(node); ++number)
    nodes += size(child(node, number));
  return nodes;
}

/// Blocks wait for each other: all have to fit on the device at once.
template <Fault F>
int run(int blocks) {
  int expected = 0;
  for (int number = 0; number < blocks * Warps; ++number)
    expected += size(firstNode(number));
  const Search search{zeroed<Stack>(blocks), zeroed<Stack>(2 * blocks),
                      onDevice(std::vector<int>{blocks * Warps}), zeroed<int>(1)};
  searchTree<F><<<blocks, Warps * 32>>>(search);
  return doneWith(onHost(search.visited, 1)[0] == expected);
}

int main(int argc, char **argv) { return runArguments(argc, argv, 4); }
