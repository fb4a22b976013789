//===- graph_files.h - Graphs in files -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "csr_graph.h"
#include <string>

namespace graphs {

/// Whether weights are read. What a file says about them is not looked at otherwise.
enum class Weights { Ignored, Read };

/// By the end of the name: .egr, .mtx (Matrix Market), else lines of `from to [weight]`. Throws
/// InputError. A file may have no weights; the list has none then.
EdgeList readEdges(const std::string &path, Weights weights);

/// ECL's binary format, little-endian numbers of 32 bits: nodes, edges, the nodes + 1 offsets, the
/// targets, and weights or not. The size of the file says which, and must fit.
EdgeList readEgr(const std::string &path, Weights weights);
void writeEgr(const std::string &path, const CsrGraph &graph);

/// Coordinates with values of type pattern, integer or real (rounded), general or symmetric.
EdgeList readMatrixMarket(const std::string &path, Weights weights);

/// Nodes count from 0, and there is one more than the largest number.
EdgeList readEdgeLines(const std::string &path, Weights weights);

} // namespace graphs
