//===- JsonReader.h - Reports from JSON Lines ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"
#include <string_view>

namespace warpsan::report {

/// What is wrong with a file.
struct Problem {
  std::string file;
  uint64_t line = 0; ///< 0: with the whole file
  std::string text;
};

/// "FILE:LINE: text"
std::string problemText(const Problem &problem);

/// What could be read, and what could not. A run without a verdict, of a process
/// that was killed, is there, and counts as failed.
struct RunFile {
  std::vector<RunReport> runs;
  std::vector<Problem> problems;
};

/// Of runs, and of proofs (ProofReader.h), whose runs come last.
RunFile readJson(std::string_view text, const std::string &file);

} // namespace warpsan::report
