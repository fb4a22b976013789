//===- SourceExcerpts.h - The parts of source files that a page shows ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpsan::report {

struct Excerpt {
  uint32_t firstLine = 1;
  std::string text; ///< whole lines
};

/// A file of at most `wholeLimit` bytes is one excerpt. Of a larger one only the named lines
/// and those around them are kept, in order and without overlap. Lines count from 1; those
/// that the file does not have are ignored.
std::vector<Excerpt> excerptsOf(std::string_view source, const std::set<uint32_t> &lines,
                                size_t wholeLimit);

} // namespace warpsan::report
