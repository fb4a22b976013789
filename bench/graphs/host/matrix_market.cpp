//===- matrix_market.cpp - Sparse matrices as text -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_files.h"
#include "text_lines.h"
#include <algorithm>
#include <climits>
#include <sstream>

namespace graphs {

namespace {

struct Banner {
  std::string mark, object, layout, field, symmetry;

  bool isPattern() const { return field == "pattern"; }
  bool isSymmetric() const { return symmetry == "symmetric"; }
};

bool isOneOf(const std::string &word, std::initializer_list<const char *> words) {
  return std::ranges::find(words, word) != words.end();
}

Banner readBanner(TextLines &lines) {
  std::string text = lines.firstLine();
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  Banner banner;
  std::istringstream words(text);
  words >> banner.mark >> banner.object >> banner.layout >> banner.field >> banner.symmetry;
  if (banner.mark != "%%matrixmarket")
    lines.fail("no Matrix Market file: the first line is not '%%MatrixMarket ...'");
  if (banner.object != "matrix" || banner.layout != "coordinate")
    lines.fail("'" + banner.object + " " + banner.layout + "' is not 'matrix coordinate'");
  if (!isOneOf(banner.field, {"pattern", "integer", "real"}))
    lines.fail("field '" + banner.field + "' is not pattern, integer or real");
  if (!isOneOf(banner.symmetry, {"general", "symmetric"}))
    lines.fail("symmetry '" + banner.symmetry + "' is not general or symmetric");
  return banner;
}

void add(EdgeList &list, const TextLines &lines, const Banner &banner, Weights weights) {
  const size_t fields = banner.isPattern() ? 2 : 3;
  if (lines.fields() != fields)
    lines.fail("an entry has " + std::to_string(fields) + " numbers, by '" + banner.field + "'");
  const int row = int(lines.number(0, 1, list.nodes, "row")) - 1;
  const int column = int(lines.number(1, 1, list.nodes, "column")) - 1;
  const bool isMirrored = banner.isSymmetric() && row != column;
  list.edges.push_back({row, column});
  if (isMirrored)
    list.edges.push_back({column, row});
  if (weights == Weights::Read && !banner.isPattern())
    list.weights.resize(list.edges.size(), int(lines.rounded(2, 0, INT_MAX, "weight")));
}

} // namespace

EdgeList readMatrixMarket(const std::string &path, Weights weights) {
  TextLines lines(path);
  const Banner banner = readBanner(lines);
  if (!lines.next() || lines.fields() != 3)
    lines.fail("no line of rows, columns and entries");
  EdgeList list;
  list.nodes = int(lines.number(0, 0, INT_MAX - 1, "number of rows"));
  if (lines.number(1, 0, INT_MAX - 1, "number of columns") != list.nodes)
    lines.fail("the matrix is not square");
  const int64_t entries = lines.number(2, 0, INT_MAX, "number of entries");
  for (int64_t read = 0; read < entries; ++read) {
    if (!lines.next())
      lines.fail("truncated: " + std::to_string(entries) + " entries, " + std::to_string(read) +
                 " are there");
    add(list, lines, banner, weights);
  }
  if (lines.next())
    lines.fail("more than " + std::to_string(entries) + " entries");
  return list;
}

} // namespace graphs
