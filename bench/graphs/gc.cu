// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph colouring (Jones and Plassmann, 1993), nodes of large degree first. A node takes the smallest
// colour that no neighbour before it has, as soon as they all have one; so the colours are the same in
// every run.
//
// A colour is written once. Whoever reads too early waits a round longer.
//
// What of the races of -DRACY the tests show (test/e2e/graphs):
// EXPECT: look read, take write, volatile
// EXPECT: wait write, wait write, same-value
#include "access.h"
#include "host/solutions.h"
#include "program.h"
#include <algorithm>

namespace graphs {

constexpr int None = -1;
using Colours = Access<Volatile>;
using Signal = Access<Volatile>;

__device__ bool isBefore(DeviceGraph graph, int one, int other) {
  const int degree = graph.offsets[one + 1] - graph.offsets[one];
  const int otherDegree = graph.offsets[other + 1] - graph.offsets[other];
  if (degree != otherDegree)
    return degree > otherDegree;
  return mixedNumber(one) > mixedNumber(other);
}

/// Which of the 64 colours from `first` on the neighbours before the node have. Sets isReady to false
/// if one of them has no colour yet.
__device__ uint64_t coloursBefore(DeviceGraph graph, int *colours, int node, int first,
                                  bool &isReady) {
  uint64_t taken = 0;
  for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
    const int other = graph.targets[i];
    if (!isBefore(graph, other, node))
      continue;
    const int colour = Colours::load(&colours[other]); // [look]
    if (colour == None) {
      isReady = false;
      break;
    }
    if (colour >= first && colour < first + 64)
      taken |= uint64_t(1) << (colour - first);
  }
  return taken;
}

__global__ void colour(DeviceGraph graph, int *colours, int *isWaiting) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes || colours[node] != None) // nobody else writes it
    return;
  bool isReady = true;
  int first = 0;
  uint64_t taken = coloursBefore(graph, colours, int(node), first, isReady);
  if (!isReady) {
    Signal::store(isWaiting, 1); // [wait]
    return;
  }
  for (; taken == ~uint64_t(0); taken = coloursBefore(graph, colours, int(node), first, isReady))
    first += 64;
  Colours::store(&colours[node], first + __ffsll(static_cast<long long>(~taken)) - 1); // [take]
}

class Colouring {
public:
  static constexpr GraphKind Kind{Direction::Undirected, false};
  static constexpr const char *Help = "Graph colouring; the result is the number of colours.";

  explicit Colouring(const CsrGraph &host) : graph(host), colours(host.nodes()) {}

  void solve() {
    CHECK(cudaMemset(colours.data, None, colours.count * sizeof(int)));
    do
      launch(colour, int(colours.count), DeviceGraph(graph), colours.data, isWaiting.clear());
    while (isWaiting.value() != 0);
  }

  int64_t result() const {
    const std::vector<int> all = colours.first(colours.count);
    return all.empty() ? 0 : std::ranges::max(all) + 1;
  }

  std::string verify(const CsrGraph &host) const {
    return checkColouring(host, colours.first(colours.count));
  }

private:
  UploadedGraph graph;
  DeviceArray<int> colours;
  Counter isWaiting;
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::Colouring>(argc, argv); }
