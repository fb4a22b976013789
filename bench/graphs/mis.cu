// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A maximal independent set (after Luby, 1986), nodes of small degree first. A node is in the set if
// all neighbours before it are out, and puts its neighbours out; so the set is the same in every run.
//
// A status byte is a priority until it is decided, once. Whoever reads too early waits a round longer.
//
// What of the races of -DRACY the tests show (test/e2e/graphs):
// EXPECT: look read, in write, volatile
// EXPECT: look read, out write, volatile
// EXPECT: own read, out write, volatile
// EXPECT: out write, out write, same-value
// EXPECT: wait write, wait write, same-value
#include "access.h"
#include "host/solutions.h"
#include "program.h"
#include <algorithm>

namespace graphs {

using Status = unsigned char;
constexpr Status Out = 0, In = 255; // between them: undecided, larger ones first
using Signal = Access<Volatile>;

__device__ bool isBefore(int one, Status status, int other, Status otherStatus) {
  if (status != otherStatus)
    return status > otherStatus;
  return mixedNumber(one) > mixedNumber(other);
}

__global__ void prioritise(DeviceGraph graph, Status *statuses) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes)
    return;
  const int average = graph.edges / graph.nodes + 1;
  const int64_t degree = graph.offsets[node + 1] - graph.offsets[node];
  statuses[node] = Status(1 + int64_t(253) * average / (average + degree));
}

__device__ bool isFirst(DeviceGraph graph, Status *statuses, int node, Status status) {
  bool result = true;
  for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
    const int other = graph.targets[i];
    const Status otherStatus = Bytes::load(&statuses[other]); // [look]
    result &= otherStatus == Out || isBefore(node, status, other, otherStatus);
  }
  return result;
}

__global__ void decide(DeviceGraph graph, Status *statuses, int *isWaiting) {
  const int64_t node = threadNumber();
  if (node >= graph.nodes)
    return;
  const Status status = Bytes::load(&statuses[node]); // [own]
  if (status == Out || status == In)
    return;
  if (!isFirst(graph, statuses, int(node), status)) {
    Signal::store(isWaiting, 1); // [wait]
    return;
  }
  Bytes::fill(&statuses[node]); // [in]
  for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i)
    Bytes::clear(&statuses[graph.targets[i]]); // [out]
}

class IndependentSet {
public:
  static constexpr GraphKind Kind{Direction::Undirected, false};
  static constexpr const char *Help = "A maximal independent set; the result is its size.";

  explicit IndependentSet(const CsrGraph &host)
      : nodes(host.nodes()), graph(host), statuses(size_t(nodes) + 3) {}

  void solve() {
    launch(prioritise, nodes, DeviceGraph(graph), statuses.data);
    do
      launch(decide, nodes, DeviceGraph(graph), statuses.data, isWaiting.clear());
    while (isWaiting.value() != 0);
  }

  int64_t result() const { return std::ranges::count(statuses.first(nodes), In); }

  std::string verify(const CsrGraph &host) const {
    std::vector<bool> isInSet;
    for (const Status status : statuses.first(nodes))
      isInSet.push_back(status == In);
    return checkIndependentSet(host, isInSet);
  }

private:
  int nodes;
  UploadedGraph graph;
  DeviceArray<Status> statuses; ///< and the rest of the last word
  Counter isWaiting;
};

} // namespace graphs

int main(int argc, char **argv) { return graphs::runProgram<graphs::IndependentSet>(argc, argv); }
