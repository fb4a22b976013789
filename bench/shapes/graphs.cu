// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breadth-first search and search in a B+ tree. They have no shared memory.
#include "shapes.h"
#include <algorithm>

constexpr int SearchThreads = 256, Degree = 6, SearchLevels = 10, Unreached = 1 << 30;

__global__ void startKernel(int *distances, unsigned char *isFront, unsigned char *isNext) {
  const int node = blockIdx.x * SearchThreads + threadIdx.x;
  distances[node] = node ? Unreached : 0;
  isFront[node] = node == 0;
  isNext[node] = 0;
}

/// A node looks for one of its sources in the front, since several of them that look for the node
/// would all write its distance.
__global__ void visitKernel(const int *sources, const unsigned char *isFront, int level,
                            int *distances, unsigned char *isNext) {
  const int node = blockIdx.x * SearchThreads + threadIdx.x;
  if (distances[node] != Unreached)
    return;
  for (int edge = 0; edge < Degree; ++edge)
    if (isFront[sources[node * Degree + edge]]) {
      distances[node] = level;
      isNext[node] = 1;
      return;
    }
}

__global__ void advanceKernel(unsigned char *isFront, unsigned char *isNext) {
  const int node = blockIdx.x * SearchThreads + threadIdx.x;
  isFront[node] = isNext[node];
  isNext[node] = 0;
}

static std::vector<int> randomSources(size_t nodes) {
  std::vector<int> sources(nodes * Degree);
  unsigned seed = 1;
  for (int &source : sources)
    source = int(((seed = seed * 1664525u + 1013904223u) >> 4) % nodes);
  return sources;
}

static bool areDistances(const std::vector<int> &distances, const std::vector<int> &sources) {
  for (size_t node = 1; node < distances.size(); ++node) {
    int least = Unreached;
    for (size_t edge = 0; edge < Degree; ++edge)
      least = std::min(least, distances[sources[node * Degree + edge]]);
    if (distances[node] != (least < SearchLevels ? least + 1 : Unreached))
      return false;
  }
  return distances[0] == 0;
}

static void bfs(benchmark::State &state) {
  const int blocks = blocksOf(state);
  const size_t nodes = size_t(blocks) * SearchThreads;
  const std::vector<int> sources = randomSources(nodes);
  DeviceArray<int> onDevice(sources), distances(nodes);
  DeviceArray<unsigned char> isFront(nodes), isNext(nodes);
  timeKernel(state, [&] {
    startKernel<<<blocks, SearchThreads>>>(distances.data, isFront.data, isNext.data);
    for (int level = 1; level <= SearchLevels; ++level) {
      visitKernel<<<blocks, SearchThreads>>>(onDevice.data, isFront.data, level, distances.data,
                                             isNext.data);
      advanceKernel<<<blocks, SearchThreads>>>(isFront.data, isNext.data);
    }
  });
  if (!areDistances(distances.first(nodes), sources))
    state.SkipWithError("wrong distance");
}

constexpr int Children = 128, TreeLevels = 3;

/// Child j holds keys from keys[j] to before keys[j + 1].
struct TreeNode {
  int keys[Children + 1];
  int children[Children]; ///< in the last level: what was looked for
};

/// A block looks for one key, a thread at one child of each node. Where the block is stands in
/// global memory.
__global__ void treeKernel(const TreeNode *nodes, const int *keys, int *places) {
  const int t = threadIdx.x, key = keys[blockIdx.x];
  if (t == 0)
    places[blockIdx.x] = 0;
  for (int level = 0; level < TreeLevels; ++level) {
    __syncthreads();
    const TreeNode &node = nodes[places[blockIdx.x]];
    __syncthreads();
    if (node.keys[t] <= key && key < node.keys[t + 1])
      places[blockIdx.x] = node.children[t];
  }
}

constexpr int KeyDistance = 3;

/// Levels one after the other; what stands at key k is k / KeyDistance.
static std::vector<TreeNode> tree() {
  std::vector<TreeNode> nodes;
  for (int level = 0, width = 1, leaves = Children * Children * Children; level < TreeLevels;
       ++level, width *= Children, leaves /= Children) {
    const int below = level + 1 < TreeLevels ? int(nodes.size()) + width : 0;
    for (int n = 0; n < width; ++n) {
      TreeNode &node = nodes.emplace_back();
      for (int j = 0; j <= Children; ++j)
        node.keys[j] = KeyDistance * (n * leaves + j * (leaves / Children));
      for (int j = 0; j < Children; ++j)
        node.children[j] = below + n * Children + j;
    }
  }
  return nodes;
}

static void treeSearch(benchmark::State &state) {
  const int blocks = blocksOf(state);
  std::vector<int> keys(blocks);
  for (int i = 0; i < blocks; ++i)
    keys[i] = int(unsigned(i + 1) * 2654435761u % (KeyDistance * Children * Children * Children));
  DeviceArray<TreeNode> nodes(tree());
  DeviceArray<int> onDevice(keys), places(blocks);
  timeKernel(state,
             [&] { treeKernel<<<blocks, Children>>>(nodes.data, onDevice.data, places.data); });
  for (int &key : keys)
    key /= KeyDistance;
  if (places.first(blocks) != keys)
    state.SkipWithError("wrong place");
}

void addGraphs(const BlockCounts &counts) {
  addShape("bfs", bfs, 4096, counts);
  addShape("bplus_tree", treeSearch, 8192, counts);
}
