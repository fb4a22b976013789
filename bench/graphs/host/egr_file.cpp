//===- egr_file.cpp - ECL's binary format --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_files.h"
#include "input_error.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace graphs {

static_assert(std::endian::native == std::endian::little, "files are read as they are");

namespace {

class EgrFile {
public:
  explicit EgrFile(const std::string &name) : path(name), file(name, std::ios::binary) {
    std::error_code error;
    words = std::filesystem::file_size(path, error);
    if (!file || error)
      fail("cannot be opened");
    if (words % sizeof(int) != 0)
      fail("not a whole number of 32-bit words: truncated");
    words /= sizeof(int);
  }

  /// Asks for no more memory than the file has.
  std::vector<int> read(uint64_t count, const char *what) {
    if (words - taken < count)
      fail("truncated: " + std::to_string(count) + " words of " + what + ", " +
           std::to_string(words - taken) + " are there");
    std::vector<int> values(count);
    if (!file.read(reinterpret_cast<char *>(values.data()), std::streamsize(count * sizeof(int))))
      fail(std::string("cannot read the ") + what);
    taken += count;
    return values;
  }

  uint64_t rest() const { return words - taken; }

  [[noreturn]] void fail(const std::string &problem) const {
    throw InputError(path + ": " + problem);
  }

private:
  std::string path;
  std::ifstream file;
  uint64_t words = 0, taken = 0;
};

void checkOffsets(const EgrFile &file, const CsrGraph &graph, int edges) {
  if (graph.offsets.front() != 0 || graph.offsets.back() != edges)
    file.fail("the first offset is not 0 or the last is not the number of edges");
  if (!std::ranges::is_sorted(graph.offsets))
    file.fail("offsets decrease");
}

void checkTargets(const EgrFile &file, const CsrGraph &graph) {
  const auto isNode = [&](int target) { return target >= 0 && target < graph.nodes(); };
  const auto wrong = std::ranges::find_if_not(graph.targets, isNode);
  if (wrong != graph.targets.end())
    file.fail("edge " + std::to_string(wrong - graph.targets.begin()) + " leads to node " +
              std::to_string(*wrong) + " of " + std::to_string(graph.nodes()));
}

void readWeights(EgrFile &file, CsrGraph &graph, Weights weights) {
  if (file.rest() != 0 && file.rest() != uint64_t(graph.edges()))
    file.fail(std::to_string(file.rest()) +
              " words behind the edges: neither none nor a weight each");
  if (weights == Weights::Ignored || file.rest() == 0)
    return;
  graph.weights = file.read(graph.edges(), "weights");
  if (!graph.weights.empty() && std::ranges::min(graph.weights) < 0)
    file.fail("a weight is negative");
}

} // namespace

EdgeList readEgr(const std::string &path, Weights weights) {
  EgrFile file(path);
  const std::vector<int> sizes = file.read(2, "sizes");
  if (sizes[0] < 0 || sizes[1] < 0)
    file.fail("the number of nodes or edges is negative: 2^31 or more");
  CsrGraph graph;
  graph.offsets = file.read(uint64_t(sizes[0]) + 1, "offsets");
  checkOffsets(file, graph, sizes[1]);
  graph.targets = file.read(sizes[1], "edges");
  checkTargets(file, graph);
  readWeights(file, graph, weights);
  return listEdges(graph);
}

void writeEgr(const std::string &path, const CsrGraph &graph) {
  std::ofstream file(path, std::ios::binary);
  const auto write = [&](const std::vector<int> &values) {
    file.write(reinterpret_cast<const char *>(values.data()),
               std::streamsize(values.size() * sizeof(int)));
  };
  write({graph.nodes(), graph.edges()});
  write(graph.offsets);
  write(graph.targets);
  write(graph.weights);
  if (!file.flush())
    throw InputError(path + ": cannot be written");
}

} // namespace graphs
