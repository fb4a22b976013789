//===- CoverageRows.h - Kernels and sites, one by one ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Coverage counts, and what was never launched, for reports that machines
// read. Plain data, as in Report.h.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/Coverage.h"
#include "report/Report.h"

namespace warpsan::report {

struct KernelRow {
  std::string kernel;    ///< demangled
  uint64_t launches = 0; ///< 1 for kernels of which nothing else is known
  uint64_t launchesChecked = 0;
  uint64_t reasons = 0; ///< bit r: Reason r is set against the whole kernel
  uint64_t sites = 0;
  uint64_t checked = 0;
  uint64_t proved = 0;
  uint64_t notAnalysed = 0;
};

/// A site in one of the kernels that it belongs to.
struct SiteRow {
  std::string kernel;
  uint64_t number = 0; ///< of the site in the process, in whichever kernel
  Frame place;
  AccessKind kind = AccessKind::Read;
  uint32_t size = 0;
  uint32_t ordinal = 0;
  SiteState state = SiteState::NotLaunched;
  uint64_t reasons = 0; ///< bit r: not analysed for Reason r
};

struct CoverageRows {
  std::vector<KernelRow> kernels;
  std::vector<SiteRow> sites; ///< those of a kernel behind each other
  uint64_t nextNumber = 0;    ///< of the first site of the next module

  // As in Coverage:
  void add(const ModuleRuns &runs);
  void addUnknownKernel(const std::string &name, abi::Reason reason);
  void voidChecks(abi::Reason reason);
};

void countSite(KernelRow &kernel, SiteState state);

} // namespace warpsan::report
