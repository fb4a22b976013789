//===- solutions.h - Are the results of the programs right? --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function returns what is wrong, or an empty text. They use sequential algorithms that have
// nothing in common with those of the programs.
#pragma once
#include "csr_graph.h"
#include <string>

namespace graphs {

/// Two nodes have the same label if and only if a path joins them.
std::string checkComponents(const CsrGraph &graph, const std::vector<int> &labels);

/// Neighbours have different colours, and all nodes one from 0 on.
std::string checkColouring(const CsrGraph &graph, const std::vector<int> &colours);

/// No two neighbours are in the set, and every other node has one there.
std::string checkIndependentSet(const CsrGraph &graph, const std::vector<bool> &isInSet);

/// Edges of the graph, no cycle, as many trees as the graph has components, and the least weight (Kruskal).
std::string checkForest(const CsrGraph &graph, const std::vector<Edge> &forest);

/// Two nodes have the same label if and only if paths lead both ways (Tarjan).
std::string checkStrongComponents(const CsrGraph &graph, const std::vector<int> &labels);

/// The distances from one node (Dijkstra). Of nodes that no path leads to they are `unreachable`.
std::string checkDistances(const CsrGraph &graph, int source, const std::vector<int> &distances,
                           int unreachable);

} // namespace graphs
