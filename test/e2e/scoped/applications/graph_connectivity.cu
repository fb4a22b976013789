// Connected components of a graph: each edge gives the smaller label of its two vertices
// to both, until nothing changes. Blocks steal edges from each other.
// RUN: %check_twins O2 %s --run-time
// EXPECT NarrowOwn NarrowTheft: own atomic, theft atomic, narrow-scope
// EXPECT NarrowTheft: theft atomic, theft atomic, narrow-scope
// EXPECT NoChunkBarrier: handOut write, lookUp read, block-barrier
// EXPECT NarrowLower: lower atomic, lower atomic, narrow-scope
// EXPECT PlainLook: lower atomic, plainLook read, atomic-plain
// EXPECT PlainFlag: flag write, flag write, same-value
#define FAULTS NarrowOwn, NarrowTheft, NoChunkBarrier, NarrowLower, PlainLook, PlainFlag
#include "Inputs/chunks.h"
#include <algorithm>
#include <climits>

struct Edge {
  int ends[2];
};

/// Returns the label as it was.
template <Fault F>
__device__ int lower(int *label, int to) {
  return F == NarrowLower ? atomicMin_block(label, to) : atomicMin(label, to); // [lower]
}

template <Fault F>
__device__ int labelOf(int *label) {
  if (F == PlainLook)
    return *label; // [plainLook]
  return lower<F>(label, INT_MAX);
}

template <Fault F>
__device__ void setFlag(int *flag) {
  if (F == PlainFlag)
    *flag = 1; // [flag]
  else
    atomicExch(flag, 1);
}

template <Fault F>
__global__ void spread(const Edge *edges, int *labels, int *isChanged, int *taken) {
  forEachItem<F>(taken, [=](int edge) {
    const int *ends = edges[edge].ends;
    const int label = min(labelOf<F>(&labels[ends[0]]), labelOf<F>(&labels[ends[1]]));
    for (int end = 0; end < 2; ++end)
      if (lower<F>(&labels[ends[end]], label) > label)
        setFlag<F>(isChanged);
  });
}

/// Vertex 0 has an edge in the first chunk of each block.
static std::vector<Edge> graph(int count) {
  std::vector<Edge> edges(count);
  for (int i = 0; i < count; ++i)
    edges[i] = {int(mixed(i) % count), i % Part ? int(mixed(i + count) % count) : 0};
  return edges;
}

static std::vector<int> components(const std::vector<Edge> &edges) {
  std::vector<int> labels(edges.size()), before;
  for (size_t i = 0; i < labels.size(); ++i)
    labels[i] = i;
  while (labels != before) {
    before = labels;
    for (const Edge &edge : edges)
      for (int end : edge.ends)
        labels[end] = std::min(labels[edge.ends[0]], labels[edge.ends[1]]);
  }
  return labels;
}

/// As many edges as vertices.
template <Fault F>
int run(int blocks) {
  const std::vector<Edge> edges = graph(blocks * Part);
  std::vector<int> labels(edges.size());
  for (size_t i = 0; i < labels.size(); ++i)
    labels[i] = i;
  const Edge *onGpu = onDevice(edges);
  int *labelsThere = onDevice(labels), *isChanged = zeroed<int>(1), *taken = zeroed<int>(blocks);
  do {
    cudaMemset(isChanged, 0, sizeof(int));
    cudaMemset(taken, 0, blocks * sizeof(int));
    spread<F><<<blocks, Threads>>>(onGpu, labelsThere, isChanged, taken);
  } while (F == None && onHost(isChanged, 1)[0]);
  return doneWith(onHost(labelsThere, edges.size()) == components(edges));
}

int main(int argc, char **argv) { return runArguments(argc, argv, 4); }
