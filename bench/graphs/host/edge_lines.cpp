//===- edge_lines.cpp - Edges as lines of text ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_files.h"
#include "text_lines.h"
#include <algorithm>
#include <climits>

namespace graphs {

EdgeList readEdgeLines(const std::string &path, Weights weights) {
  TextLines lines(path);
  EdgeList list;
  size_t fields = 0; // of the first line, and so of all
  while (lines.next()) {
    if (fields == 0)
      fields = lines.fields();
    if (lines.fields() != fields || fields < 2 || fields > 3)
      lines.fail("not 'from to' or 'from to weight', the same in all lines");
    const int from = int(lines.number(0, 0, INT_MAX - 2, "node"));
    const int to = int(lines.number(1, 0, INT_MAX - 2, "node"));
    list.edges.push_back({from, to});
    list.nodes = std::max({list.nodes, from + 1, to + 1});
    if (weights == Weights::Read && fields == 3)
      list.weights.push_back(int(lines.number(2, 0, INT_MAX, "weight")));
  }
  return list;
}

} // namespace graphs
