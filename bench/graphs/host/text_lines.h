//===- text_lines.h - Fields of the lines of a graph file ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace graphs {

/// Lines that hold more than blanks and a comment (# and %), one after the other.
class TextLines {
public:
  explicit TextLines(const std::string &name);

  /// The next line as it is, a comment too; empty at the end of the file.
  std::string firstLine();
  /// False at the end of the file.
  bool next();

  size_t fields() const { return parts.size(); }
  /// Throws unless the field is a whole number in that range.
  int64_t number(size_t field, int64_t least, int64_t most, const char *what) const;
  /// The number, rounded, of a field that may have a fraction.
  int64_t rounded(size_t field, int64_t least, int64_t most, const char *what) const;
  /// Throws an InputError that names the line.
  [[noreturn]] void fail(const std::string &problem) const;

private:
  std::string path, line;
  std::ifstream file;
  size_t lineNumber = 0;
  std::vector<std::string_view> parts; ///< of `line`
};

} // namespace graphs
