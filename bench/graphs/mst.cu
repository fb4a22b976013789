// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A minimum spanning forest (Boruvka, 1926), a thread for each edge. In each round every tree finds its
// lightest edge out, and they are joined along these. Edges of one weight are told apart by their
// number, so no cycle comes of them.
//
// What of the races of -DRACY the tests show (test/e2e/graphs):
// EXPECT: parent read, shortcut write
// EXPECT: grandparent read, shortcut write
// EXPECT: parent read, join atomic, atomic-plain
// EXPECT: grandparent read, join atomic, atomic-plain
// EXPECT: look read, lower atomic, atomic-plain
// EXPECT: signal write, signal write, same-value
#include "disjoint_trees.h"
#include "host/solutions.h"
#include "program.h"
#include <algorithm>

namespace graphs {

/// Weight, then number of the edge: the smaller, the lighter.
using Key = unsigned long long;
constexpr Key None = ~Key(0);
using Keys = Access<Plain>;
using Signal = Access<Plain>;

/// Keys only fall. Most edges are not lighter than what is there, also than an old value of it.
__device__ void offer(Key *best, Key key) {
  if (key < Keys::load(best)) // [look]
    atomicMin(best, key);     // [lower]
}

__global__ void findLightest(const Edge *edges, const int *weights, int count, int *parents,
                             Key *lightest, int *isJoining) {
  const int64_t edge = threadNumber();
  if (edge >= count)
    return;
  const int one = rootOf(parents, edges[edge].from), other = rootOf(parents, edges[edge].to);
  if (one == other)
    return;
  const Key key = Key(weights[edge]) << 32 | Key(edge);
  offer(&lightest[one], key);
  offer(&lightest[other], key);
  Signal::store(isJoining, 1); // [signal]
}

/// Two trees may have chosen the same edge: it is in the forest once.
__global__ void join(const Edge *edges, int nodes, int *parents, Key *lightest,
                     unsigned char *isInForest) {
  const int64_t node = threadNumber();
  if (node >= nodes || lightest[node] == None)
    return;
  const unsigned edge = unsigned(lightest[node]);
  lightest[node] = None;
  if (unite(parents, edges[edge].from, edges[edge].to))
    isInForest[edge] = 1;
}

__global__ void start(int nodes, int *parents, Key *lightest) {
  const int64_t node = threadNumber();
  if (node >= nodes)
    return;
  parents[node] = int(node);
  lightest[node] = None;
}

/// Each edge once.
static EdgeList edgesOnce(const CsrGraph &graph) {
  EdgeList list{graph.nodes(), {}, {}};
  for (int node = 0; node < graph.nodes(); ++node)
    for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i)
      if (node < graph.targets[i]) {
        list.edges.push_back({node, graph.targets[i]});
        list.weights.push_back(graph.weights[i]);
      }
  return list;
}

class SpanningForest {
public:
  static constexpr GraphKind Kind{Direction::Undirected, true};
  static constexpr const char *Help = "A minimum spanning forest; the result is its weight.";

  explicit SpanningForest(const CsrGraph &graph)
      : list(edgesOnce(graph)), edges(list.edges), weights(list.weights), parents(list.nodes),
        lightest(list.nodes), isInForest(list.edges.size()) {}

  void solve() {
    CHECK(cudaMemset(isInForest.data, 0, isInForest.count));
    launch(start, list.nodes, list.nodes, parents.data, lightest.data);
    while (findEdges())
      launch(join, list.nodes, edges.data, list.nodes, parents.data, lightest.data,
             isInForest.data);
  }

  int64_t result() const {
    int64_t weight = 0;
    forEachInForest([&](size_t edge) { weight += list.weights[edge]; });
    return weight;
  }

  std::string verify(const CsrGraph &graph) const {
    std::vector<Edge> forest;
    forEachInForest([&](size_t edge) { forest.push_back(list.edges[edge]); });
    return checkForest(graph, forest);
  }

private:
  bool findEdges() {
    const int count = int(edges.count);
    launch(findLightest, count, edges.data, weights.data, count, parents.data, lightest.data,
           isJoining.clear());
    return isJoining.value() != 0;
  }

  template <class Visit>
  void forEachInForest(Visit visit) const {
    const auto isIn = isInForest.first(isInForest.count);
    for (size_t edge = 0; edge < isIn.size(); ++edge)
      if (isIn[edge])
        visit(edge);
  }

  EdgeList list;
  DeviceArray<Edge> edges;
  DeviceArray<int> weights, parents;
  DeviceArray<Key> lightest;
  DeviceArray<unsigned char> isInForest;
  Counter isJoining;
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::SpanningForest>(argc, argv); }
