//===- graph_files.cpp - Which reader a file needs -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_files.h"

namespace graphs {

EdgeList readEdges(const std::string &path, Weights weights) {
  if (path.ends_with(".egr"))
    return readEgr(path, weights);
  if (path.ends_with(".mtx"))
    return readMatrixMarket(path, weights);
  return readEdgeLines(path, weights);
}

} // namespace graphs
