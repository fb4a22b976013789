//===- csr_graph.cpp - A graph as lists of neighbours, one behind the other ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "csr_graph.h"
#include "input_error.h"
#include "random.h"
#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>

namespace graphs {

namespace {

/// Target and weight in one word: they are sorted together, and the lightest comes first.
using Arc = uint64_t;
Arc arc(int target, int weight) { return uint64_t(target) << 32 | uint32_t(weight); }
int targetOf(Arc arc) { return int(arc >> 32); }
int weightOf(Arc arc) { return int(uint32_t(arc)); }

template <class Visit>
void forEachArc(const EdgeList &list, Direction direction, Visit visit) {
  for (size_t i = 0; i < list.edges.size(); ++i) {
    const auto [from, to] = list.edges[i];
    const int weight = list.weights.empty() ? 0 : list.weights[i];
    if (from == to)
      continue;
    visit(from, to, weight);
    if (direction == Direction::Undirected)
      visit(to, from, weight);
  }
}

void checkSize(const EdgeList &list, Direction direction) {
  const uint64_t arcs = list.edges.size() * (direction == Direction::Undirected ? 2 : 1);
  if (arcs > INT_MAX)
    throw InputError(std::to_string(arcs) + " edges (undirected ones count twice): 2^31 or more");
}

std::vector<int> firstOffsets(const EdgeList &list, Direction direction) {
  std::vector<int> offsets(size_t(list.nodes) + 1);
  forEachArc(list, direction, [&](int from, int, int) { ++offsets[from + 1]; });
  for (int node = 0; node < list.nodes; ++node)
    offsets[node + 1] += offsets[node];
  return offsets;
}

std::vector<Arc> arcsByNode(const EdgeList &list, Direction direction,
                            const std::vector<int> &offsets) {
  std::vector<Arc> arcs(offsets.back());
  std::vector<int> ends = offsets;
  forEachArc(list, direction,
             [&](int from, int to, int weight) { arcs[ends[from]++] = arc(to, weight); });
  return arcs;
}

/// Sorts each list, moves what stays to the front, and corrects the offsets.
void sortLists(std::vector<Arc> &arcs, std::vector<int> &offsets) {
  int begin = 0, kept = 0;
  for (size_t node = 0; node + 1 < offsets.size(); ++node) {
    const std::span<Arc> listed(arcs.begin() + begin, arcs.begin() + offsets[node + 1]);
    begin = offsets[node + 1];
    std::sort(listed.begin(), listed.end());
    int last = -1;
    for (const Arc next : listed)
      if (targetOf(next) != last) {
        last = targetOf(next);
        arcs[kept++] = next;
      }
    offsets[node + 1] = kept;
  }
  arcs.resize(kept);
}

} // namespace

CsrGraph buildGraph(EdgeList list, Direction direction) {
  checkSize(list, direction);
  CsrGraph graph;
  graph.offsets = firstOffsets(list, direction);
  std::vector<Arc> arcs = arcsByNode(list, direction, graph.offsets);
  const bool isWeighted = !list.weights.empty();
  list = {}; // large, and no longer needed
  sortLists(arcs, graph.offsets);
  graph.targets.resize(arcs.size());
  std::ranges::transform(arcs, graph.targets.begin(), targetOf);
  if (isWeighted) {
    graph.weights.resize(arcs.size());
    std::ranges::transform(arcs, graph.weights.begin(), weightOf);
  }
  return graph;
}

void addWeights(CsrGraph &graph) {
  graph.weights.resize(graph.targets.size());
  for (int node = 0; node < graph.nodes(); ++node)
    for (int i = graph.offsets[node]; i < graph.offsets[node + 1]; ++i) {
      const auto [low, high] = std::minmax(node, graph.targets[i]);
      graph.weights[i] = 1 + int(mixed(arc(low, high)) % 1000);
    }
}

EdgeList listEdges(const CsrGraph &graph) {
  EdgeList list{graph.nodes(), {}, graph.weights};
  list.edges.reserve(graph.targets.size());
  for (int node = 0; node < graph.nodes(); ++node)
    for (const int target : graph.neighbours(node))
      list.edges.push_back({node, target});
  return list;
}

} // namespace graphs
