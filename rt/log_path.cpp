//===- log_path.cpp - File names with numbers of the process ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/log_path.h"
#include <cstdlib>

namespace warpsan::rt {

std::optional<std::string> rankOfProcess() {
  for (const char *name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"})
    if (const char *value = std::getenv(name); value && *value)
      return value;
  return std::nullopt;
}

namespace {

std::optional<std::string> expand(char letter, uint64_t process,
                                  const std::optional<std::string> &rank) {
  switch (letter) {
  case 'p':
    return std::to_string(process);
  case 'r':
    return rank.value_or("0");
  case '%':
    return "%";
  default:
    return std::nullopt;
  }
}

} // namespace

LogFile expandLogPath(const std::string &pattern, uint64_t process,
                      const std::optional<std::string> &rank) {
  if (pattern.find('%') == std::string::npos)
    return {pattern + "." + std::to_string(process), ""};
  LogFile file;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      file.name += pattern[i];
      continue;
    }
    const char letter = ++i < pattern.size() ? pattern[i] : '\0';
    const std::optional<std::string> text = expand(letter, process, rank);
    if (!text)
      return {"", "option log_path: '%' without p, r or % in '" + pattern + "'"};
    file.name += *text;
  }
  return file;
}

} // namespace warpsan::rt
