//===- log_path.h - File names with numbers of the process -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace warpsan::rt {

/// The process among those of an MPI job, if the launcher tells.
std::optional<std::string> rankOfProcess();

struct LogFile {
  std::string name;
  std::string problem; ///< what is wrong with the pattern; empty if nothing is
};

/// %p becomes the process number, %r the rank (0 without one), %% a percent sign. A
/// pattern without any gets the process number added.
LogFile expandLogPath(const std::string &pattern, uint64_t process,
                      const std::optional<std::string> &rank);

} // namespace warpsan::rt
