//===- solutions_test.cpp - Verifiers take what is right, and nothing else -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/graphs/host/generators.h"
#include "bench/graphs/host/solutions.h"
#include <gmock/gmock.h>

namespace graphs {
namespace {

/// 0 - 1 - 2, 3 - 4, 5
CsrGraph paths() { return buildGraph({6, {{0, 1}, {1, 2}, {3, 4}}, {}}, Direction::Undirected); }

TEST(Solutions, Components) {
  EXPECT_EQ(checkComponents(paths(), {0, 0, 0, 3, 3, 5}), "");
  EXPECT_EQ(checkComponents(paths(), {2, 2, 2, 4, 4, 0}), "");
  EXPECT_EQ(checkComponents({}, {}), "");
  EXPECT_EQ(checkComponents(paths(), {0, 0, 0, 3, 3, 3}),
            "node 5 has the label of another component: 3");
  EXPECT_EQ(checkComponents(paths(), {0, 0, 2, 3, 3, 5}),
            "node 2 has not the label of its component: 2");
  EXPECT_EQ(checkComponents(paths(), {0, 0, 0, 3, 3, 6}), "node 5 has the label 6");
  EXPECT_EQ(checkComponents(paths(), {0, 0, 0, 3, 3, -1}), "node 5 has the label -1");
  EXPECT_EQ(checkComponents(paths(), {0, 0, 0, 3, 3}), "5 results for 6 nodes");
}

TEST(Solutions, Colouring) {
  EXPECT_EQ(checkColouring(paths(), {0, 1, 0, 1, 0, 7}), "");
  EXPECT_EQ(checkColouring(paths(), {0, 1, 1, 1, 0, 0}),
            "nodes 1 and 2 are neighbours and have colour 1");
  EXPECT_EQ(checkColouring(paths(), {0, 1, 0, 1, 0, -1}), "node 5 has no colour");
  EXPECT_EQ(checkColouring(paths(), {}), "0 results for 6 nodes");
}

TEST(Solutions, IndependentSet) {
  EXPECT_EQ(checkIndependentSet(paths(), {true, false, true, false, true, true}), "");
  EXPECT_EQ(checkIndependentSet(paths(), {false, true, false, false, true, true}), "");
  EXPECT_EQ(checkIndependentSet(paths(), {true, true, false, false, true, true}),
            "nodes 0 and 1 are neighbours and both in the set");
  EXPECT_EQ(checkIndependentSet(paths(), {true, false, false, false, true, true}),
            "node 2 could be in the set, too");
  EXPECT_EQ(checkIndependentSet(paths(), {true}), "1 results for 6 nodes");
}

TEST(Solutions, Forest) {
  // A triangle and an edge.
  const CsrGraph graph =
      buildGraph({5, {{0, 1}, {1, 2}, {2, 0}, {3, 4}}, {5, 6, 9, 1}}, Direction::Undirected);
  EXPECT_EQ(checkForest(graph, {{0, 1}, {1, 2}, {3, 4}}), "");
  EXPECT_EQ(checkForest(graph, {{4, 3}, {2, 1}, {1, 0}}), "");
  EXPECT_EQ(checkForest(graph, {{0, 1}, {2, 0}, {3, 4}}), "weight 15 instead of 12");
  EXPECT_EQ(checkForest(graph, {{0, 1}, {1, 2}}), "3 trees instead of 2");
  EXPECT_EQ(checkForest(graph, {{0, 1}, {1, 2}, {2, 0}}),
            "nodes 2 and 0 were joined before: a cycle");
  EXPECT_EQ(checkForest(graph, {{0, 1}, {2, 3}}), "nodes 2 and 3 are no neighbours");
}

TEST(Solutions, StrongComponents) {
  // 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4 -> 3
  const CsrGraph graph =
      buildGraph({5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 3}}, {}}, Direction::Directed);
  EXPECT_EQ(checkStrongComponents(graph, {2, 2, 2, 4, 4}), "");
  EXPECT_EQ(checkStrongComponents(graph, {0, 0, 0, 0, 0}),
            "node 3 has the label of another component: 0");
  EXPECT_EQ(checkStrongComponents(graph, {2, 2, 2, 3, 4}),
            "node 4 has not the label of its component: 4");
  EXPECT_EQ(checkStrongComponents(graph, {2, 2}), "2 results for 5 nodes");
}

TEST(Solutions, StrongComponentsOfALongPath) {
  const int nodes = 300000;
  EdgeList list{nodes, {}, {}};
  std::vector<int> apart(nodes);
  for (int node = 0; node < nodes; ++node) {
    apart[node] = node;
    list.edges.push_back({node, (node + 1) % nodes});
  }
  const CsrGraph cycle = buildGraph(list, Direction::Directed);
  EXPECT_EQ(checkStrongComponents(cycle, std::vector<int>(nodes, 7)), "");
  list.edges.pop_back();
  const CsrGraph path = buildGraph(list, Direction::Directed);
  EXPECT_EQ(checkStrongComponents(path, apart), "");
  EXPECT_NE(checkStrongComponents(path, std::vector<int>(nodes, 7)), "");
}

/// Which nodes reach which, by trying all ways.
std::vector<int> strongLabels(const CsrGraph &graph) {
  const int nodes = graph.nodes();
  std::vector<std::vector<bool>> reaches(nodes, std::vector<bool>(nodes));
  for (int node = 0; node < nodes; ++node) {
    reaches[node][node] = true;
    for (const int target : graph.neighbours(node))
      reaches[node][target] = true;
  }
  for (int through = 0; through < nodes; ++through)
    for (int from = 0; from < nodes; ++from)
      for (int to = 0; to < nodes; ++to)
        if (reaches[from][through] && reaches[through][to])
          reaches[from][to] = true;
  std::vector<int> labels(nodes);
  for (int node = 0; node < nodes; ++node)
    while (!reaches[labels[node]][node] || !reaches[node][labels[node]])
      ++labels[node];
  return labels;
}

TEST(Solutions, StrongComponentsOfRandomGraphs) {
  for (int seed = 0; seed < 200; ++seed) {
    const CsrGraph graph = buildGraph(
        generate("random:n=12,m=" + std::to_string(seed % 30) + ",seed=" + std::to_string(seed)),
        Direction::Directed);
    EXPECT_EQ(checkStrongComponents(graph, strongLabels(graph)), "") << seed;
  }
}

TEST(Solutions, Distances) {
  const CsrGraph graph =
      buildGraph({4, {{0, 1}, {1, 2}, {0, 2}}, {5, 6, 20}}, Direction::Undirected);
  EXPECT_EQ(checkDistances(graph, 0, {0, 5, 11, 99}, 99), "");
  EXPECT_EQ(checkDistances(graph, 3, {99, 99, 99, 0}, 99), "");
  EXPECT_EQ(checkDistances(graph, 0, {0, 5, 20, 99}, 99),
            "from node 0 to node 2: 20 instead of 11");
  EXPECT_EQ(checkDistances(graph, 0, {0, 5, 11, 0}, 99), "from node 0 to node 3: 0 instead of 99");
  EXPECT_EQ(checkDistances(graph, 0, {1, 5, 11, 99}, 99), "from node 0 to node 0: 1 instead of 0");
  EXPECT_EQ(checkDistances(graph, 0, {0}, 99), "1 results for 4 nodes");
}

} // namespace
} // namespace graphs
