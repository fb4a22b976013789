//===- CoverageMerge.h - Coverage of several processes as one --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See RunMerge.h.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/CoverageRows.h"
#include <map>

namespace warpsan::report {

class CoverageMerge {
public:
  void add(const CoverageRows &rows);
  CoverageRows rows() const;
  /// Counts what the rows say.
  void count(Coverage &coverage) const;

private:
  /// Rows with one name are told apart by their order, which is that of the program.
  using RowKey = std::pair<std::string, unsigned>;
  struct Site {
    uint64_t number = 0;
    SiteState state = SiteState::NotLaunched;
    uint64_t reasons = 0;
    std::string example;
  };

  static std::map<uint64_t, RowKey> siteKeys(const std::vector<SiteRow> &rows);
  void addSite(size_t kernel, const SiteRow &row, const RowKey &key);
  size_t addKernel(const KernelRow &row, const RowKey &key);

  std::vector<KernelRow> kernels;
  std::map<RowKey, size_t> kernelPlaces;
  std::map<RowKey, Site> sites;
  std::map<std::pair<size_t, RowKey>, SiteRow> siteRows; ///< by kernel and site
};

} // namespace warpsan::report
