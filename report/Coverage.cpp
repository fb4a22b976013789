//===- Coverage.cpp - What was analysed, in sites --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Coverage.h"
#include "report/Decode.h"
#include <map>

namespace warpsan::report {

using namespace abi;

namespace {

constexpr uint32_t NoneBit = 1u << unsigned(Reason::None);

constexpr uint64_t wideBit(Reason reason) { return uint64_t(1) << unsigned(reason); }

/// By the options.
uint64_t filterReasons(const KernelRuns &runs) {
  return (runs.filtered ? wideBit(Reason::FilteredOut) : 0) |
         (runs.sampled ? wideBit(Reason::SampledBlocks) : 0);
}

/// What a launch failed to check at run time does not touch what was proved
/// at compile time. Code of unknown effect does, and so does another kernel
/// running at the same time.
uint32_t reasonsAgainstProof(uint32_t kernelReasons, uint32_t launchReasons) {
  constexpr uint32_t Strong = 1u << unsigned(Reason::OverlappingLaunch) |
                              1u << unsigned(Reason::IndirectCall) |
                              1u << unsigned(Reason::ExternalCall);
  return kernelReasons | (launchReasons & Strong);
}

/// Reasons per site over all launched kernels that contain it; only launched
/// kernels' sites get an entry.
struct Collected {
  uint32_t always = 0;  ///< also against a proof
  uint64_t checked = 0; ///< against a run-time check only
  bool wasChecked = false;
};

std::map<uint32_t, Collected> collectSites(const ModuleRuns &runs) {
  std::map<uint32_t, Collected> sites;
  for (uint32_t k = 0; k < runs.kernels.size(); ++k) {
    const KernelRuns &use = runs.kernels[k];
    const KernelInfo &info = runs.module->kernel(k);
    const uint32_t always = reasonsAgainstProof(info.reasons & ~NoneBit, use.reasons);
    for (uint32_t s = 0; use.launches && s < info.siteCount; ++s) {
      Collected &site = sites[runs.module->siteList(info)[s]];
      site.always |= always;
      site.checked |= use.reasons | filterReasons(use);
      site.wasChecked |= use.checked != 0;
    }
  }
  return sites;
}

uint64_t reasonsOf(const ModuleRuns &runs, uint32_t index, const Collected &collected) {
  const SiteInfo &site = runs.module->site(index);
  uint64_t reasons = collected.always;
  if (site.status == uint8_t(SiteStatus::NotAnalysed))
    reasons |= 1u << site.reason;
  if (site.status == uint8_t(SiteStatus::Checked))
    reasons |= collected.checked;
  if (index < runs.siteFlags.size())
    reasons |= runs.siteFlags[index];
  return reasons & ~uint64_t(NoneBit);
}

/// Nothing else is set against a check that ran.
bool isPartly(uint64_t mask, bool wasChecked) {
  constexpr uint64_t Partial =
      wideBit(Reason::CacheMiss) | wideBit(Reason::FilteredOut) | wideBit(Reason::SampledBlocks);
  const bool isFiltered = mask & wideBit(Reason::FilteredOut);
  return mask != 0 && (mask & ~Partial) == 0 && (wasChecked || !isFiltered);
}

} // namespace

std::map<uint32_t, SiteReasons> siteReasons(const ModuleRuns &runs) {
  std::map<uint32_t, SiteReasons> rows;
  for (const auto &[site, collected] : collectSites(runs))
    rows[site] = {reasonsOf(runs, site, collected), collected.wasChecked};
  return rows;
}

uint64_t kernelReasons(const KernelRuns &use, const KernelInfo &info) {
  return ((use.reasons | info.reasons) & ~NoneBit) | filterReasons(use);
}

SiteState stateOf(const SiteInfo &site, uint64_t reasons) {
  if (reasons || site.status == uint8_t(SiteStatus::NotAnalysed))
    return SiteState::NotAnalysed;
  return site.status == uint8_t(SiteStatus::Proved) ? SiteState::Proved : SiteState::Checked;
}

void Coverage::addReasons(uint64_t mask, uint64_t ReasonCount::*counter,
                          const std::string &example) {
  for (unsigned r = 1; r < unsigned(Reason::Count); ++r) {
    if (!(mask >> r & 1))
      continue;
    ++(reasons[r].*counter);
    if (reasons[r].example.empty())
      reasons[r].example = example;
  }
}

void Coverage::addSite(const ModuleView &module, uint32_t index, uint64_t mask, bool wasChecked) {
  ++sites;
  switch (stateOf(module.site(index), mask)) {
  case SiteState::NotAnalysed:
    ++notAnalysed;
    partly += isPartly(mask, wasChecked);
    addReasons(mask, &ReasonCount::sites, locationOf(accessOf(module, index)));
    break;
  case SiteState::Proved:
    ++proved;
    break;
  case SiteState::Checked:
    ++checked;
    break;
  case SiteState::NotLaunched:
    break;
  }
}

void Coverage::add(const ModuleRuns &runs) {
  for (const auto &[site, row] : siteReasons(runs))
    addSite(*runs.module, site, row.mask, row.wasChecked);
  for (uint32_t k = 0; k < runs.kernels.size(); ++k) {
    const KernelRuns &use = runs.kernels[k];
    if (use.launches == 0)
      continue;
    const KernelInfo &info = runs.module->kernel(k);
    const uint64_t mask = kernelReasons(use, info);
    filtered += use.filtered;
    sampled += use.sampled;
    ++kernels;
    if (mask == 0)
      ++kernelsAnalysed;
    addReasons(mask, &ReasonCount::kernels, runs.module->text(info.name));
  }
}

void Coverage::addUnknownKernel(const std::string &name, Reason reason) {
  ++kernels;
  addReasons(wideBit(reason), &ReasonCount::kernels, name);
}

void Coverage::addConflict(Reason reason, uint64_t count) {
  reasons[unsigned(reason)].conflicts += count;
}

void Coverage::addForeignCode(const std::string &file, uint64_t objects) {
  ReasonCount &count = reasons[unsigned(Reason::ForeignCode)];
  foreignObjects += objects;
  count.objects += objects;
  if (count.example.empty())
    count.example = file;
}

void Coverage::voidChecks(Reason reason) {
  reasons[unsigned(reason)].sites += checked;
  notAnalysed += checked;
  checked = 0;
}

const char *reasonName(Reason reason) {
  static constexpr const char *Names[] = {
#define WARPSAN_REASON(Name, Text) #Name,
#include "warpsan/reasons.def"
  };
  return Names[unsigned(reason)];
}

const char *reasonText(Reason reason) {
  static constexpr const char *Texts[] = {
#define WARPSAN_REASON(Name, Text) Text,
#include "warpsan/reasons.def"
  };
  return Texts[unsigned(reason)];
}

} // namespace warpsan::report
