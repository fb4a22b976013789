//===- edge_list.h - Edges in any order, as files and generators give them -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <vector>

namespace graphs {

struct Edge {
  int from, to;
};

/// Loops and repeated edges may be there.
struct EdgeList {
  int nodes = 0;
  std::vector<Edge> edges;
  std::vector<int> weights; ///< one for each edge, or none at all
};

} // namespace graphs
