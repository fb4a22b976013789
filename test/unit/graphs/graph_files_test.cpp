//===- graph_files_test.cpp - Graphs in files ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/graphs/host/graph_files.h"
#include "test/unit/graphs/input_errors.h"
#include <climits>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace graphs {

static bool operator==(Edge one, Edge other) {
  return one.from == other.from && one.to == other.to;
}

namespace {

using test::errorOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GraphFiles : public ::testing::Test {
protected:
  GraphFiles() { std::filesystem::create_directories(folder); }
  ~GraphFiles() override { std::filesystem::remove_all(folder); }

  std::string write(const std::string &name, const std::string &content) const {
    const std::string path = folder / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  std::string writeWords(const std::vector<int> &words) const {
    return write("x.egr", {reinterpret_cast<const char *>(words.data()), words.size() * 4});
  }

  std::string errorOfText(const std::string &name, const std::string &content) const {
    return errorOf([&] { readEdges(write(name, content), Weights::Read); });
  }

  std::string errorOfWords(const std::vector<int> &words) const {
    return errorOf([&] { readEdges(writeWords(words), Weights::Read); });
  }

  std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("graphs-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(GraphFiles, EgrIsWhatTheFormatSays) {
  const EdgeList list = readEdges(writeWords({3, 2, 0, 1, 1, 2, 2, 0, 7, 8}), Weights::Read);
  EXPECT_EQ(list.nodes, 3);
  EXPECT_THAT(list.edges, ElementsAre(Edge{0, 2}, Edge{2, 0}));
  EXPECT_THAT(list.weights, ElementsAre(7, 8));
}

TEST_F(GraphFiles, EgrMayHaveNoWeights) {
  EXPECT_THAT(readEdges(writeWords({1, 0, 0, 0}), Weights::Read).weights, IsEmpty());
  EXPECT_THAT(readEdges(writeWords({2, 1, 0, 1, 1, 1}), Weights::Read).weights, IsEmpty());
  EXPECT_THAT(readEdges(writeWords({2, 1, 0, 1, 1, 1, 5}), Weights::Ignored).weights, IsEmpty());
}

TEST_F(GraphFiles, EgrIsReadAsWritten) {
  CsrGraph graph = buildGraph({4, {{0, 1}, {1, 2}, {3, 1}}, {}}, Direction::Undirected);
  for (const bool isWeighted : {false, true}) {
    if (isWeighted)
      addWeights(graph);
    const std::string path = folder / "y.egr";
    writeEgr(path, graph);
    const CsrGraph read = buildGraph(readEgr(path, Weights::Read), Direction::Directed);
    EXPECT_EQ(read.offsets, graph.offsets);
    EXPECT_EQ(read.targets, graph.targets);
    EXPECT_EQ(read.weights, graph.weights);
  }
}

TEST_F(GraphFiles, RefusesBadEgr) {
  EXPECT_THAT(errorOfText("x.egr", "123"), HasSubstr("32-bit words: truncated"));
  EXPECT_THAT(errorOfText("x.egr", ""), HasSubstr("truncated: 2 words of sizes, 0 are there"));
  EXPECT_THAT(errorOfWords({3, 2, 0, 1}), HasSubstr("truncated: 4 words of offsets, 2 are there"));
  EXPECT_THAT(errorOfWords({2, 2, 0, 1, 2, 1}), HasSubstr("truncated: 2 words of edges"));
  EXPECT_THAT(errorOfWords({INT_MAX, INT_MAX, 0}), HasSubstr("truncated: 2147483648 words"));
  EXPECT_THAT(errorOfWords({-1, 2, 0}), HasSubstr("2^31 or more"));
  EXPECT_THAT(errorOfWords({1, INT_MIN, 0, 0}), HasSubstr("2^31 or more"));
  EXPECT_THAT(errorOfWords({2, 2, 1, 1, 2, 0, 0}), HasSubstr("first offset"));
  EXPECT_THAT(errorOfWords({2, 2, 0, 1, 1, 0, 0}), HasSubstr("the last"));
  EXPECT_THAT(errorOfWords({3, 2, 0, 2, 1, 2, 0, 0}), HasSubstr("offsets decrease"));
  EXPECT_THAT(errorOfWords({2, 2, 0, 1, 2, 1, 2}), HasSubstr("edge 1 leads to node 2 of 2"));
  EXPECT_THAT(errorOfWords({2, 1, 0, 1, 1, -1}), HasSubstr("leads to node -1"));
  EXPECT_THAT(errorOfWords({2, 2, 0, 1, 2, 1, 0, 5}), HasSubstr("1 words behind the edges"));
  EXPECT_THAT(errorOfWords({2, 1, 0, 1, 1, 1, -5}), HasSubstr("a weight is negative"));
}

TEST_F(GraphFiles, MatrixMarket) {
  const std::string text = "%%MatrixMarket matrix coordinate integer general\n% comment\n\n"
                           "3 3 2\n1 3 7\n2 1 8\n";
  const EdgeList list = readEdges(write("x.mtx", text), Weights::Read);
  EXPECT_EQ(list.nodes, 3);
  EXPECT_THAT(list.edges, ElementsAre(Edge{0, 2}, Edge{1, 0}));
  EXPECT_THAT(list.weights, ElementsAre(7, 8));
  EXPECT_THAT(readEdges(write("x.mtx", text), Weights::Ignored).weights, IsEmpty());
}

TEST_F(GraphFiles, MatrixMarketMirrorsSymmetricEntries) {
  const std::string text = "%%MatrixMarket matrix coordinate real SYMMETRIC\n"
                           "3 3 2\n3 1 7.6\n2 2 1e3\n";
  const EdgeList list = readEdges(write("x.mtx", text), Weights::Read);
  EXPECT_THAT(list.edges, ElementsAre(Edge{2, 0}, Edge{0, 2}, Edge{1, 1}));
  EXPECT_THAT(list.weights, ElementsAre(8, 8, 1000));
}

TEST_F(GraphFiles, MatrixMarketPatternHasNoWeights) {
  const std::string text = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
  EXPECT_THAT(readEdges(write("x.mtx", text), Weights::Read).weights, IsEmpty());
}

TEST_F(GraphFiles, RefusesBadMatrixMarket) {
  const auto error = [&](const std::string &header, const std::string &rest) {
    return errorOfText("x.mtx", "%%MatrixMarket " + header + "\n" + rest);
  };
  const std::string integer = "matrix coordinate integer general";
  EXPECT_THAT(errorOfText("x.mtx", "1 2\n"), HasSubstr("x.mtx:1: no Matrix Market file"));
  EXPECT_THAT(errorOfText("x.mtx", ""), HasSubstr("no Matrix Market file"));
  EXPECT_THAT(error("matrix array real general", ""), HasSubstr("'matrix array' is not"));
  EXPECT_THAT(error("matrix coordinate complex general", ""), HasSubstr("field 'complex'"));
  EXPECT_THAT(error("matrix coordinate real hermitian", ""), HasSubstr("symmetry 'hermitian'"));
  EXPECT_THAT(error(integer, ""), HasSubstr("no line of rows, columns and entries"));
  EXPECT_THAT(error(integer, "2 2\n"), HasSubstr("no line of rows"));
  EXPECT_THAT(error(integer, "2 3 1\n1 1 1\n"), HasSubstr("not square"));
  EXPECT_THAT(error(integer, "2147483647 2 1\n"), HasSubstr("number of rows 2147483647 is not"));
  EXPECT_THAT(error(integer, "2 2 2147483648\n"), HasSubstr("number of entries 2147483648 is not"));
  EXPECT_THAT(error(integer, "2 2 2\n1 1 1\n"), HasSubstr("truncated: 2 entries, 1 are there"));
  EXPECT_THAT(error(integer, "2 2 1\n1 1 1\n1 2 1\n"), HasSubstr("more than 1 entries"));
  EXPECT_THAT(error(integer, "2 2 1\n1 3 1\n"), HasSubstr("x.mtx:3: column 3 is not from 1 to 2"));
  EXPECT_THAT(error(integer, "2 2 1\n0 1 1\n"), HasSubstr("row 0 is not"));
  EXPECT_THAT(error(integer, "2 2 1\n1 2\n"), HasSubstr("an entry has 3 numbers, by 'integer'"));
  EXPECT_THAT(error(integer, "2 2 1\n1 2 -1\n"), HasSubstr("weight -1 is not from 0"));
  EXPECT_THAT(error(integer, "2 2 1\n1 2 x\n"), HasSubstr("weight 'x' is no number"));
  EXPECT_THAT(error(integer, "2 2 1\n1 2 nan\n"), HasSubstr("weight nan is not from 0"));
  EXPECT_THAT(error(integer, "2 2 1\n1 2 1e10\n"), HasSubstr("weight 1e10 is not from 0"));
}

TEST_F(GraphFiles, EdgeLines) {
  const EdgeList list =
      readEdges(write("x.txt", "# from to\n% also\n0 1\n\n 5\t3 # here\r\n"), Weights::Read);
  EXPECT_EQ(list.nodes, 6);
  EXPECT_THAT(list.edges, ElementsAre(Edge{0, 1}, Edge{5, 3}));
  EXPECT_THAT(list.weights, IsEmpty());
}

TEST_F(GraphFiles, EdgeLinesMayHaveWeights) {
  const std::string path = write("x.txt", "0 1 7\n1 2 8\n");
  EXPECT_THAT(readEdges(path, Weights::Read).weights, ElementsAre(7, 8));
  EXPECT_THAT(readEdges(path, Weights::Ignored).weights, IsEmpty());
  EXPECT_EQ(readEdges(write("x.txt", ""), Weights::Read).nodes, 0);
}

TEST_F(GraphFiles, RefusesBadEdgeLines) {
  EXPECT_THAT(errorOfText("x.txt", "0 1\n2\n"), HasSubstr("x.txt:2: not 'from to'"));
  EXPECT_THAT(errorOfText("x.txt", "0 1\n2 3 4\n"), HasSubstr("the same in all lines"));
  EXPECT_THAT(errorOfText("x.txt", "0 1 2 3\n"), HasSubstr("not 'from to'"));
  EXPECT_THAT(errorOfText("x.txt", "0 a\n"), HasSubstr("node 'a' is no whole number"));
  EXPECT_THAT(errorOfText("x.txt", "0 1.5\n"), HasSubstr("node '1.5' is no whole number"));
  EXPECT_THAT(errorOfText("x.txt", "-1 1\n"), HasSubstr("node -1 is not from 0 to 2147483645"));
  EXPECT_THAT(errorOfText("x.txt", "0 2147483646\n"), HasSubstr("node 2147483646 is not"));
  EXPECT_THAT(errorOfText("x.txt", "0 99999999999999999999\n"), HasSubstr("is no whole number"));
  EXPECT_THAT(errorOfText("x.txt", "0 1 -1\n"), HasSubstr("weight -1 is not"));
}

TEST_F(GraphFiles, SayWhichFileIsMissing) {
  for (const char *name : {"none.egr", "none.mtx", "none.txt"})
    EXPECT_THAT(errorOf([&] { readEdges(folder / name, Weights::Read); }),
                EndsWith(std::string(name) + ": cannot be opened"));
  EXPECT_THAT(errorOf([&] { writeEgr(folder / "none" / "x.egr", {}); }),
              HasSubstr("cannot be written"));
}

} // namespace
} // namespace graphs
