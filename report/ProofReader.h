//===- ProofReader.h - Reports from what mode verify says ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of -warpsan-proof-report become runs, as if each kernel had been launched: refuted pairs
// are races; accesses of pairs that are possible or unknown, and of kernels that are not
// understood, are not analysed; all others are proved.
//
// A compilation is a unit, an architecture and what the proofs assume. Of several lines for a
// kernel of one compilation the last counts: it was compiled again. Results of different
// compilations are joined, as those of processes are (RunMerge.h): a race in one is a race.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/ProofLine.h"
#include "report/RunReport.h"
#include <nlohmann/json.hpp>

namespace warpsan::report {

class ProofReader {
public:
  /// Throws BadLine.
  void add(const nlohmann::json &line);
  /// A run for each folder that names of files are relative to.
  std::vector<RunReport> runs() const;

private:
  struct Compilation {
    std::string unit;
    std::string architecture;
    std::string assumptions;
    std::vector<ProofLine> kernels;
    std::vector<std::string> again; ///< names of kernels that there were older lines of
  };
  struct Folder {
    std::string path;
    std::vector<Compilation> compilations;
  };

  Compilation &compilationOf(const ProofLine &line);

  std::vector<Folder> folders;
};

} // namespace warpsan::report
