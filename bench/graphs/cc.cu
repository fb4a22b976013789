// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Connected components by union-find, which needs no barriers: each edge joins the trees of its ends.
//
// What of the races of -DRACY the tests show (test/e2e/graphs):
// EXPECT: parent read, shortcut write
// EXPECT: grandparent read, shortcut write
// EXPECT: parent read, join atomic, atomic-plain
// EXPECT: grandparent read, join atomic, atomic-plain
// EXPECT: shortcut write, join atomic, atomic-plain
// EXPECT: climb read, flat write
#include "disjoint_trees.h"
#include "host/solutions.h"
#include "program.h"

namespace graphs {

/// A smaller neighbour: no two nodes have each other.
__global__ void choose(DeviceGraph graph, int *parents) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes)
    return;
  const int begin = graph.offsets[node], end = graph.offsets[node + 1];
  parents[node] =
      begin < end ? min(int(node), graph.targets[begin]) : int(node); // lists are sorted
}

__global__ void join(DeviceGraph graph, int *parents) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes)
    return;
  for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i)
    if (graph.targets[i] < node)
      unite(parents, int(node), graph.targets[i]);
}

/// Shortcuts of others might replace a root here, so there are none.
__global__ void flatten(DeviceGraph graph, int *parents) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes)
    return;
  int root = parents[node], next;                        // nobody else writes it
  while ((next = Parents::load(&parents[root])) != root) // [climb]
    root = next;
  Parents::store(&parents[node], root); // [flat]
}

class Components {
public:
  static constexpr GraphKind Kind{Direction::Undirected, false};
  static constexpr const char *Help = "Connected components; the result is their number.";

  explicit Components(const CsrGraph &host) : graph(host), parents(host.nodes()) {}

  void solve() {
    for (const auto kernel : {choose, join, flatten})
      launch(kernel, int(parents.count), DeviceGraph(graph), parents.data);
  }

  int64_t result() const {
    int64_t roots = 0;
    const std::vector<int> labels = parents.first(parents.count);
    for (size_t node = 0; node < labels.size(); ++node)
      roots += labels[node] == int(node);
    return roots;
  }

  std::string verify(const CsrGraph &host) const {
    return checkComponents(host, parents.first(parents.count));
  }

private:
  UploadedGraph graph;
  DeviceArray<int> parents; ///< in the end, the root: the smallest node of the component
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::Components>(argc, argv); }
