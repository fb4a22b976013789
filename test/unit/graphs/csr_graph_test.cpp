//===- csr_graph_test.cpp - Graphs of edges in any order -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/graphs/host/csr_graph.h"
#include <gmock/gmock.h>

namespace graphs {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;

TEST(CsrGraph, SortsListsAndLeavesOutLoopsAndRepetitions) {
  const CsrGraph graph =
      buildGraph({4, {{2, 3}, {2, 0}, {1, 1}, {2, 3}, {0, 1}}, {}}, Direction::Directed);
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 1, 3, 3));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 3));
  EXPECT_THAT(graph.weights, IsEmpty());
}

TEST(CsrGraph, HasUndirectedEdgesInBothLists) {
  const CsrGraph graph = buildGraph({3, {{0, 1}, {1, 0}, {2, 1}}, {}}, Direction::Undirected);
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
}

TEST(CsrGraph, KeepsTheLightestOfRepeatedEdges) {
  const CsrGraph graph =
      buildGraph({3, {{0, 1}, {1, 0}, {1, 2}}, {7, 5, 9}}, Direction::Undirected);
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(graph.weights, ElementsAre(5, 5, 9, 9));
}

TEST(CsrGraph, MayBeEmpty) {
  EXPECT_EQ(buildGraph({}, Direction::Undirected).nodes(), 0);
  const CsrGraph graph = buildGraph({3, {}, {}}, Direction::Directed);
  EXPECT_EQ(graph.nodes(), 3);
  EXPECT_EQ(graph.edges(), 0);
}

TEST(CsrGraph, IsTheSameAgainOfItsEdges) {
  const CsrGraph graph = buildGraph({3, {{0, 1}, {1, 2}}, {4, 6}}, Direction::Undirected);
  const CsrGraph again = buildGraph(listEdges(graph), Direction::Directed);
  EXPECT_EQ(again.offsets, graph.offsets);
  EXPECT_EQ(again.targets, graph.targets);
  EXPECT_EQ(again.weights, graph.weights);
}

TEST(CsrGraph, GetsWeightsThatAreTheSameInBothDirections) {
  CsrGraph graph = buildGraph({5, {{0, 1}, {1, 2}, {4, 2}, {3, 0}}, {}}, Direction::Undirected);
  addWeights(graph);
  EXPECT_THAT(graph.weights, Each(AllOf(Ge(1), Le(1000))));
  CsrGraph reversed = buildGraph({5, {{1, 0}, {2, 1}, {2, 4}, {0, 3}}, {}}, Direction::Undirected);
  addWeights(reversed);
  EXPECT_EQ(graph.weights, reversed.weights);
  EXPECT_EQ(graph.weights[0], graph.weights[2]); // 0 to 1, 1 to 0
}

} // namespace
} // namespace graphs
