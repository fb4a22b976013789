//===- Folding.cpp - Lines that fit a terminal -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Folding.h"

namespace warpsan::report {

namespace {

int depthChange(char letter) {
  switch (letter) {
  case '(':
  case '[':
  case '<':
    return 1;
  case ')':
  case ']':
  case '>':
    return -1;
  default:
    return 0;
  }
}

/// The last space in the first `columns` letters, else the first one behind them, behind
/// `indent` and outside brackets.
size_t placeToPart(std::string_view line, size_t indent, size_t columns) {
  size_t place = std::string_view::npos;
  int depth = 0;
  for (size_t i = 0; i < line.size() && (i <= columns || place == std::string_view::npos); ++i) {
    depth += depthChange(line[i]);
    if (line[i] == ' ' && depth <= 0 && i > indent)
      place = i;
  }
  return place;
}

} // namespace

std::string folded(std::string_view line, size_t columns, size_t indent) {
  std::string text;
  std::string rest(line);
  while (columns && rest.size() > columns) {
    const size_t place = placeToPart(rest, indent, columns);
    if (place == std::string::npos)
      break;
    text += rest.substr(0, place) + "\n";
    rest = std::string(indent, ' ') + rest.substr(place + 1);
  }
  return text + rest;
}

} // namespace warpsan::report
