//===- CoverageRows.cpp - Kernels and sites, one by one --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CoverageRows.h"
#include "report/Decode.h"

namespace warpsan::report {

namespace {

SiteRow siteRow(const ModuleRuns &runs, uint32_t index,
                const std::map<uint32_t, SiteReasons> &masks, bool isLaunched) {
  SiteRow row;
  const Access access = accessOf(*runs.module, index);
  row.place = access.frames.front();
  row.kind = access.kind;
  row.size = access.size;
  row.ordinal = access.ordinal;
  if (isLaunched) {
    row.reasons = masks.at(index).mask;
    row.state = stateOf(runs.module->site(index), row.reasons);
  }
  return row;
}

} // namespace

void countSite(KernelRow &kernel, SiteState state) {
  ++kernel.sites;
  kernel.checked += state == SiteState::Checked;
  kernel.proved += state == SiteState::Proved;
  kernel.notAnalysed += state == SiteState::NotAnalysed;
}

void CoverageRows::add(const ModuleRuns &runs) {
  const std::map<uint32_t, SiteReasons> masks = siteReasons(runs);
  for (uint32_t k = 0; k < runs.kernels.size(); ++k) {
    const KernelRuns &use = runs.kernels[k];
    const abi::KernelInfo &info = runs.module->kernel(k);
    KernelRow &kernel = kernels.emplace_back();
    kernel.kernel = kernelName(*runs.module, k);
    kernel.launches = use.launches;
    kernel.launchesChecked = use.checked;
    kernel.reasons = kernelReasons(use, info);
    for (uint32_t s = 0; s < info.siteCount; ++s) {
      const uint32_t index = runs.module->siteList(info)[s];
      SiteRow &row = sites.emplace_back(siteRow(runs, index, masks, use.launches != 0));
      row.kernel = kernel.kernel;
      row.number = nextNumber + index;
      countSite(kernel, row.state);
    }
  }
  nextNumber += runs.module->siteCount();
}

void CoverageRows::addUnknownKernel(const std::string &name, abi::Reason reason) {
  KernelRow &kernel = kernels.emplace_back();
  kernel.kernel = name;
  kernel.launches = 1;
  kernel.reasons = reasonBit(reason);
}

void CoverageRows::voidChecks(abi::Reason reason) {
  for (SiteRow &site : sites)
    if (site.state == SiteState::Checked) {
      site.state = SiteState::NotAnalysed;
      site.reasons |= reasonBit(reason);
    }
  for (KernelRow &kernel : kernels) {
    kernel.notAnalysed += kernel.checked;
    kernel.checked = 0;
  }
}

} // namespace warpsan::report
