//===- SourceFiles.h - Source files that reports show ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpsan::report {

/// Reads each file once. What cannot be read, is no regular file or is very large has no
/// text: a report does without.
class SourceFiles {
public:
  /// Names that are not absolute are looked for in the directory that goes with them, then in
  /// `folders`, in order: where the program was compiled often is where it ran.
  explicit SourceFiles(std::vector<std::string> folders) : folders(std::move(folders)) {}

  const std::optional<std::string> &text(const std::string &file,
                                         const std::string &directory = {});
  /// Without its end; lines count from 1. Nothing if the file has no such line.
  std::optional<std::string_view> line(const std::string &file, uint32_t number,
                                       const std::string &directory = {});

private:
  std::optional<std::string> readIn(const std::string &directory, const std::string &file);

  std::vector<std::string> folders;
  /// By directory and file.
  std::map<std::pair<std::string, std::string>, std::optional<std::string>> texts;
  size_t room = size_t(64) << 20; ///< bytes that may be read still, of all files
};

} // namespace warpsan::report
