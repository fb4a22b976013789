// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strongly connected components by largest numbers, a thread for each edge. Each node learns the largest
// node that reaches it and the largest that it reaches. If they are one, it is the name of the component.
// Edges between nodes that learnt different things lie in no component; they are left out, and the
// nodes without a component learn anew.
//
// Both numbers are one word. An update may be lost, also of the half that a thread did not mean to
// change, but each word grows in each round in which it is written, until all is known.
//
// What of the races of -DRACY the tests show (test/e2e/graphs):
// EXPECT: from read, forward write
// EXPECT: from read, backward write
// EXPECT: to read, forward write
// EXPECT: to read, backward write
// EXPECT: signal write, signal write, same-value
#include "access.h"
#include "host/solutions.h"
#include "program.h"

namespace graphs {

using Pair = unsigned long long;
using Pairs = Access<Plain>;
using Signal = Access<Plain>;
constexpr int None = -1;

__device__ Pair pair(int reachedFrom, int reaches) {
  return Pair(unsigned(reachedFrom)) << 32 | unsigned(reaches);
}
__device__ int reachedFrom(Pair pair) { return int(pair >> 32); }
__device__ int reaches(Pair pair) { return int(unsigned(pair)); }

__global__ void start(int nodes, Pair *pairs, int *labels) {
  const int64_t node = threadNumber();
  if (node >= nodes)
    return;
  labels[node] = None;
  pairs[node] = pair(int(node), int(node));
}

__global__ void spread(const Edge *edges, int count, Pair *pairs, int *isChanged) {
  const int64_t edge = threadNumber();
  if (edge >= count)
    return;
  const auto [from, to] = edges[edge];
  const Pair before = Pairs::load(&pairs[from]); // [from]
  const Pair behind = Pairs::load(&pairs[to]);   // [to]
  const bool isForward = reachedFrom(before) > reachedFrom(behind);
  const bool isBackward = reaches(behind) > reaches(before);
  if (isForward)
    Pairs::store(&pairs[to], pair(reachedFrom(before), reaches(behind))); // [forward]
  if (isBackward)
    Pairs::store(&pairs[from], pair(reachedFrom(before), reaches(behind))); // [backward]
  if (isForward || isBackward)
    Signal::store(isChanged, 1); // [signal]
}

__global__ void keepInside(const Edge *edges, int count, const Pair *pairs, Edge *kept,
                           int *keptCount) {
  const int64_t edge = threadNumber();
  if (edge >= count)
    return;
  const Pair learnt = pairs[edges[edge].from];
  if (learnt == pairs[edges[edge].to] && reachedFrom(learnt) != reaches(learnt))
    kept[atomicAdd(keptCount, 1)] = edges[edge];
}

__global__ void name(int nodes, Pair *pairs, int *labels) {
  const int64_t node = threadNumber();
  if (node >= nodes || labels[node] != None)
    return;
  const Pair learnt = pairs[node];
  if (reachedFrom(learnt) == reaches(learnt))
    labels[node] = reaches(learnt);
  else
    pairs[node] = pair(int(node), int(node));
}

class StrongComponents {
public:
  static constexpr GraphKind Kind{Direction::Directed, false};
  static constexpr const char *Help = "Strongly connected components; the result is their number.";

  explicit StrongComponents(const CsrGraph &graph)
      : nodes(graph.nodes()), all(listEdges(graph).edges),
        edges{DeviceArray<Edge>(all.count), DeviceArray<Edge>(all.count)}, pairs(nodes),
        labels(nodes) {}

  void solve() {
    launch(start, nodes, nodes, pairs.data, labels.data);
    int count = int(all.count);
    const Edge *live = all.data;
    for (int round = 0; count > 0; ++round) {
      spreadAll(live, count);
      Edge *kept = edges[round % 2].data;
      count = keep(live, count, kept);
      live = kept;
      launch(name, nodes, nodes, pairs.data, labels.data);
    }
    launch(name, nodes, nodes, pairs.data, labels.data); // those without an edge
  }

  int64_t result() const {
    int64_t named = 0;
    const std::vector<int> all = labels.first(labels.count);
    for (size_t node = 0; node < all.size(); ++node)
      named += all[node] == int(node);
    return named;
  }

  std::string verify(const CsrGraph &graph) const {
    return checkStrongComponents(graph, labels.first(labels.count));
  }

private:
  void spreadAll(const Edge *live, int count) {
    do
      launch(spread, count, live, count, pairs.data, isChanged.clear());
    while (isChanged.value() != 0);
  }

  int keep(const Edge *live, int count, Edge *kept) {
    launch(keepInside, count, live, count, pairs.data, kept, keptCount.clear());
    return keptCount.value();
  }

  int nodes;
  DeviceArray<Edge> all, edges[2]; ///< of the graph, and those that are left, by turns
  DeviceArray<Pair> pairs;
  DeviceArray<int> labels;
  Counter isChanged, keptCount;
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::StrongComponents>(argc, argv); }
