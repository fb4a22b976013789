//===- Snippet.h - Lines of source with marks ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/SourceFiles.h"
#include "report/Terminal.h"

namespace warpsan::report {

/// A place in the source, and what is said of it.
struct Mark {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0; ///< in bytes, from 1; 0: not known, then the line is marked at its start
  std::string label;
  Paint paint = Paint::Warning;
  std::string directory{}; ///< of the file, as for SourceFiles
};

/// The lines as rustc shows them, one block for each file, that of the first mark in front.
/// Marks whose place the file does not have (any more) are left out. Lines
/// that are longer than the page, or WidestPage where it has no width, are cut.
std::string snippetText(const std::vector<Mark> &marks, SourceFiles &sources, const Terminal &page);

} // namespace warpsan::report
