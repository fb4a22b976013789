//===- generators_test.cpp - Generated graphs ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/graphs/host/csr_graph.h"
#include "bench/graphs/host/generators.h"
#include "bench/graphs/host/random.h"
#include "test/unit/graphs/input_errors.h"
#include <algorithm>
#include <gmock/gmock.h>

namespace graphs {
namespace {

using test::errorOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

CsrGraph undirected(const std::string &description) {
  return buildGraph(generate(description), Direction::Undirected);
}

std::vector<int> degrees(const CsrGraph &graph) {
  std::vector<int> all;
  for (int node = 0; node < graph.nodes(); ++node)
    all.push_back(graph.degree(node));
  return all;
}

/// Of all edges, in their order.
uint64_t fingerprint(const EdgeList &list) {
  uint64_t hash = uint64_t(list.nodes);
  for (const auto [from, to] : list.edges)
    hash = mixed(hash ^ (uint64_t(from) << 32 | uint64_t(to)));
  return hash;
}

TEST(Random, IsSplitmix64) {
  Random random(1234567); // numbers of the reference implementation
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
}

TEST(Generators, GiveTheSameOnEveryMachine) {
  EXPECT_EQ(fingerprint(generate("grid:width=30,height=20")), 18228723411480842822u);
  EXPECT_EQ(fingerprint(generate("road:width=30,height=20,seed=2")), 3661179203252195227u);
  EXPECT_EQ(fingerprint(generate("rmat:n=1024,m=5000,seed=3")), 14312738434187507772u);
  EXPECT_EQ(fingerprint(generate("random:n=1000,m=5000,seed=4")), 10376692781250033416u);
  EXPECT_EQ(fingerprint(generate("power:n=1000,degree=4,seed=5")), 1946716505824504889u);
}

TEST(Generators, DependOnTheSeed) {
  for (const std::string description :
       {"grid:width=30,height=20", "road:width=30,height=20", "rmat:n=1024,m=5000",
        "random:n=1000,m=5000", "power:n=1000,degree=4"}) {
    EXPECT_EQ(fingerprint(generate(description)), fingerprint(generate(description + ",seed=1")));
    EXPECT_NE(fingerprint(generate(description)), fingerprint(generate(description + ",seed=2")));
  }
}

TEST(Generators, JoinNodesOfTheGraph) {
  for (const char *description : {"grid:width=3,height=20,torus=1", "road:width=30,height=2",
                                  "rmat:n=64,m=500", "random:n=99,m=500", "power:n=77,degree=4"}) {
    const EdgeList list = generate(description);
    EXPECT_TRUE(std::ranges::all_of(list.edges, [&](Edge edge) {
      return std::min(edge.from, edge.to) >= 0 && std::max(edge.from, edge.to) < list.nodes;
    })) << description;
  }
}

TEST(Generators, GridHasFourNeighbours) {
  const CsrGraph grid = undirected("grid:width=3,height=3");
  EXPECT_THAT(degrees(grid), ElementsAre(2, 3, 2, 3, 4, 3, 2, 3, 2));
  EXPECT_THAT(grid.neighbours(4), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(degrees(undirected("grid:width=5,height=4,torus=1")), Each(4));
}

TEST(Generators, DirectedGridHasEdgesOfBothDirections) {
  const EdgeList list = generate("grid:width=40,height=40");
  const auto forward =
      std::ranges::count_if(list.edges, [](Edge edge) { return edge.from < edge.to; });
  EXPECT_NEAR(double(forward) / double(list.edges.size()), 0.5, 0.05);
}

TEST(Generators, RoadKeepsItsPercentage) {
  const double all = undirected("road:width=100,height=100,keep=100,diagonal=0").edges();
  EXPECT_EQ(all, undirected("grid:width=100,height=100").edges());
  EXPECT_NEAR(undirected("road:width=100,height=100,keep=75,diagonal=0").edges() / all, 0.75, 0.02);
  EXPECT_EQ(undirected("road:width=9,height=9,keep=0,diagonal=0").edges(), 0);
  const EdgeList oneWay = generate("road:width=50,height=50,oneway=100");
  EXPECT_EQ(size_t(undirected("road:width=50,height=50,oneway=100").edges()),
            2 * oneWay.edges.size());
}

TEST(Generators, RandomHasTheNumberOfEdges) {
  const EdgeList list = generate("random:n=100000,m=300000");
  EXPECT_EQ(list.nodes, 100000);
  EXPECT_EQ(list.edges.size(), 300000u);
  const std::vector<int> all = degrees(undirected("random:n=100000,m=300000"));
  EXPECT_LT(std::ranges::max(all), 30); // Poisson with mean 6
}

TEST(Generators, RmatAndPowerHaveFewNodesWithVeryManyEdges) {
  for (const char *description : {"rmat:n=16384,m=100000", "power:n=16384,degree=6"}) {
    std::vector<int> all = degrees(undirected(description));
    std::ranges::sort(all);
    EXPECT_GT(all.back(), 20 * all[all.size() / 2]) << description;
  }
}

TEST(Generators, MayHaveOneNode) {
  EXPECT_EQ(generate("power:n=1,degree=3").nodes, 1);
  EXPECT_EQ(undirected("power:n=1,degree=3").edges(), 0);
  EXPECT_EQ(undirected("rmat:n=1,m=3").edges(), 0);
}

TEST(Generators, RefuseBadDescriptions) {
  const auto error = [](const char *description) {
    return errorOf([&] { generate(description); });
  };
  EXPECT_EQ(error("torus:n=3"), "torus:n=3: no such generator");
  EXPECT_EQ(error(""), ": no such generator");
  EXPECT_THAT(error("random:n=3"), HasSubstr("'m=' is missing"));
  EXPECT_THAT(error("random:n=3,m=4,k=5"), HasSubstr("'k' is no key"));
  EXPECT_THAT(error("random:n=3,m=4,n=5"), HasSubstr("'n' is there twice"));
  EXPECT_THAT(error("random:n=3,m=x"), HasSubstr("'m=x' is not KEY=NUMBER"));
  EXPECT_THAT(error("random:n=3,m"), HasSubstr("'m' is not KEY=NUMBER"));
  EXPECT_THAT(error("random:n=3,,m=4"), HasSubstr("'' is not KEY=NUMBER"));
  EXPECT_THAT(error("random:n=3,m=-4"), HasSubstr("is not KEY=NUMBER"));
  EXPECT_THAT(error("random:n=0,m=4"), HasSubstr("'n' is not from 1 to 2147483646"));
  EXPECT_THAT(error("rmat:n=1000,m=4"), HasSubstr("power of two"));
  EXPECT_THAT(error("grid:width=3,height=3,torus=2"), HasSubstr("'torus' is not from 0 to 1"));
  EXPECT_THAT(error("road:width=3,height=3,keep=101"), HasSubstr("'keep' is not from 0 to 100"));
}

TEST(Generators, RefuseMoreThan31Bits) {
  const auto error = [](const char *description) {
    return errorOf([&] { generate(description); });
  };
  EXPECT_THAT(error("random:n=3,m=1073741824"), HasSubstr("'m' is not from 0 to 1073741823"));
  EXPECT_THAT(error("random:n=2147483647,m=1"), HasSubstr("'n' is not from"));
  EXPECT_THAT(error("random:n=3,m=18446744073709551616"), HasSubstr("is not KEY=NUMBER"));
  EXPECT_THAT(error("grid:width=2147483646,height=2147483646"), HasSubstr("nodes: more than"));
  EXPECT_THAT(error("power:n=2000000000,degree=1000000000"), HasSubstr("edges: more than"));
}

TEST(Generators, AreAllInTheHelp) {
  for (const char *name : {"grid:", "road:", "rmat:", "random:", "power:"})
    EXPECT_THAT(generatorHelp(), HasSubstr(name));
}

} // namespace
} // namespace graphs
