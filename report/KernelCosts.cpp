//===- KernelCosts.cpp - Where the cost of checking a kernel is ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/KernelCosts.h"
#include "report/Decode.h"
#include <numeric>

namespace warpsan::report {

namespace {

void addSite(const abi::SiteInfo &site, SiteCounts &counts) {
  switch (abi::SiteStatus(site.status)) {
  case abi::SiteStatus::Checked:
    ++counts.checked;
    return;
  case abi::SiteStatus::NotAnalysed:
    ++counts.notAnalysed;
    return;
  case abi::SiteStatus::Proved:
    ++counts.proved.at(site.elision);
    return;
  }
}

} // namespace

uint64_t SiteCounts::allProved() const {
  return std::accumulate(proved.begin(), proved.end(), uint64_t(0));
}

KernelCosts staticCosts(const ModuleView &module, uint32_t kernel) {
  KernelCosts costs;
  costs.name = kernelName(module, kernel);
  const abi::KernelInfo &info = module.kernel(kernel);
  for (uint32_t s = 0; s < info.siteCount; ++s)
    addSite(module.site(module.siteList(info)[s]), costs.sites);
  return costs;
}

} // namespace warpsan::report
