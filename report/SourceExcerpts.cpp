//===- SourceExcerpts.cpp - The parts of source files that a page shows ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SourceExcerpts.h"
#include <algorithm>

namespace warpsan::report {

namespace {

constexpr uint32_t LinesAround = 20;

bool isWanted(uint32_t line, const std::set<uint32_t> &lines) {
  const auto next = lines.lower_bound(line - std::min(line, LinesAround));
  return next != lines.end() && *next <= uint64_t(line) + LinesAround;
}

} // namespace

std::vector<Excerpt> excerptsOf(std::string_view source, const std::set<uint32_t> &lines,
                                size_t wholeLimit) {
  if (source.size() <= wholeLimit)
    return {{1, std::string(source)}};
  std::vector<Excerpt> excerpts;
  bool isOpen = false;
  for (uint32_t number = 1; !source.empty(); ++number) {
    const std::string_view line =
        source.substr(0, std::min(source.find('\n'), source.size() - 1) + 1);
    source.remove_prefix(line.size());
    const bool wanted = isWanted(number, lines);
    if (wanted && !isOpen)
      excerpts.push_back({number, {}});
    if (wanted)
      excerpts.back().text += line;
    isOpen = wanted;
  }
  return excerpts;
}

} // namespace warpsan::report
