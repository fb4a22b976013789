//===- SourceFiles.cpp - Source files that reports show --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SourceFiles.h"
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace warpsan::report {

namespace {

constexpr size_t LargestFile = size_t(16) << 20;

/// Only regular files: others may block, or have no end.
std::optional<std::string> readFile(const std::filesystem::path &path, size_t limit) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem))
    return std::nullopt;
  const uintmax_t size = std::filesystem::file_size(path, problem);
  if (problem || size > limit)
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  if (!file.read(text.data(), std::streamsize(size)))
    return std::nullopt;
  return text;
}

} // namespace

/// The directory may be relative, too (-fdebug-compilation-dir=.).
std::optional<std::string> SourceFiles::readIn(const std::string &directory,
                                               const std::string &file) {
  for (const std::filesystem::path folder : folders)
    if (std::optional<std::string> text =
            readFile(folder / directory / file, std::min(LargestFile, room))) {
      room -= text->size();
      return text;
    }
  return std::nullopt;
}

const std::optional<std::string> &SourceFiles::text(const std::string &file,
                                                    const std::string &directory) {
  const auto [entry, isNew] = texts.try_emplace({directory, file});
  if (isNew)
    entry->second = readIn(directory, file);
  return entry->second || directory.empty() ? entry->second : text(file);
}

std::optional<std::string_view> SourceFiles::line(const std::string &file, uint32_t number,
                                                  const std::string &directory) {
  const std::optional<std::string> &found = text(file, directory);
  if (!found || number == 0)
    return std::nullopt;
  std::string_view rest = *found;
  for (; number > 1; --number) {
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos)
      return std::nullopt;
    rest.remove_prefix(end + 1);
  }
  if (rest.empty())
    return std::nullopt;
  const std::string_view line = rest.substr(0, rest.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

} // namespace warpsan::report
