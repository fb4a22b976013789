//===- csr_graph.h - A graph as lists of neighbours, one behind the other ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "edge_list.h"
#include <span>
#include <vector>

namespace graphs {

/// Lists are sorted, without loops and repetitions. An edge that has no direction is in both lists
/// of its ends. All numbers fit 31 bits.
struct CsrGraph {
  std::vector<int> offsets{0}; ///< where the list of a node begins, and behind the last
  std::vector<int> targets;
  std::vector<int> weights; ///< one for each target, or none at all

  int nodes() const { return int(offsets.size()) - 1; }
  int edges() const { return int(targets.size()); }
  int degree(int node) const { return offsets[node + 1] - offsets[node]; }
  std::span<const int> neighbours(int node) const {
    return {targets.data() + offsets[node], size_t(degree(node))};
  }
};

enum class Direction { Directed, Undirected };

/// Undirected: each edge counts in both directions. Of repeated edges the lightest stays. Throws
/// InputError if there would be 2^31 edges or more; takes 8 bytes for each of them beside the graph.
CsrGraph buildGraph(EdgeList list, Direction direction);

/// From 1 to 1000, the same in both directions, decided by the numbers of the ends.
void addWeights(CsrGraph &graph);

/// The reverse of buildGraph: each edge as it is listed.
EdgeList listEdges(const CsrGraph &graph);

} // namespace graphs
