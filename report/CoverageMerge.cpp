//===- CoverageMerge.cpp - Coverage of several processes as one ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CoverageMerge.h"
#include "report/JsonWords.h"

namespace warpsan::report {

namespace {

/// What is not analysed in one process hides what the others know.
SiteState worse(SiteState one, SiteState other) {
  static constexpr unsigned Rank[] = {2, 1, 3, 0}; // by SiteState
  return Rank[unsigned(one)] < Rank[unsigned(other)] ? other : one;
}

std::string nameOf(const SiteRow &row) {
  const Frame &place = row.place;
  return place.function + "\n" + place.file + "\n" + std::to_string(place.line) + ":" +
         std::to_string(place.column) + ":" + std::to_string(row.ordinal) + "\n" +
         wordOf(row.kind) + std::to_string(row.size);
}

std::string exampleOf(const SiteRow &row) {
  const Frame &place = row.place;
  return place.file.empty() ? place.function + " access " + std::to_string(row.ordinal)
                            : place.file + ":" + std::to_string(place.line);
}

void addReasons(Coverage &coverage, uint64_t mask, uint64_t ReasonCount::*counter,
                const std::string &example) {
  for (unsigned r = 1; r < coverage.reasons.size(); ++r)
    if (mask >> r & 1) {
      ++(coverage.reasons[r].*counter);
      if (coverage.reasons[r].example.empty())
        coverage.reasons[r].example = example;
    }
}

} // namespace

/// The sites of a process, by number.
std::map<uint64_t, CoverageMerge::RowKey>
CoverageMerge::siteKeys(const std::vector<SiteRow> &rows) {
  std::map<uint64_t, std::string> names;
  for (const SiteRow &row : rows)
    names.try_emplace(row.number, nameOf(row));
  std::map<std::string, unsigned> seen;
  std::map<uint64_t, RowKey> keys;
  for (const auto &[number, name] : names)
    keys[number] = {name, seen[name]++};
  return keys;
}

size_t CoverageMerge::addKernel(const KernelRow &row, const RowKey &key) {
  const size_t place = kernelPlaces.try_emplace(key, kernels.size()).first->second;
  if (place == kernels.size())
    kernels.emplace_back().kernel = row.kernel;
  KernelRow &kept = kernels[place];
  kept.launches += row.launches;
  kept.launchesChecked += row.launchesChecked;
  kept.reasons |= row.reasons;
  return place;
}

void CoverageMerge::addSite(size_t kernel, const SiteRow &row, const RowKey &key) {
  Site fresh;
  fresh.number = sites.size();
  fresh.example = exampleOf(row);
  Site &site = sites.try_emplace(key, fresh).first->second;
  site.state = worse(site.state, row.state);
  site.reasons |= row.reasons;
  SiteRow &kept = siteRows.try_emplace({kernel, key}, row).first->second;
  kept.number = site.number;
  kept.state = worse(kept.state, row.state);
  kept.reasons |= row.reasons;
}

void CoverageMerge::add(const CoverageRows &rows) {
  const std::map<uint64_t, RowKey> keys = siteKeys(rows.sites);
  std::map<std::string, unsigned> seen;
  auto site = rows.sites.begin();
  for (const KernelRow &row : rows.kernels) {
    const size_t kernel = addKernel(row, {row.kernel, seen[row.kernel]++});
    for (uint64_t s = 0; s < row.sites && site != rows.sites.end(); ++s, ++site)
      addSite(kernel, *site, keys.at(site->number));
  }
}

CoverageRows CoverageMerge::rows() const {
  CoverageRows merged;
  merged.kernels = kernels;
  for (const auto &[key, row] : siteRows) {
    countSite(merged.kernels[key.first], row.state);
    merged.sites.push_back(row);
  }
  return merged;
}

void CoverageMerge::count(Coverage &coverage) const {
  for (const auto &[key, site] : sites) {
    coverage.sites += site.state != SiteState::NotLaunched;
    coverage.checked += site.state == SiteState::Checked;
    coverage.proved += site.state == SiteState::Proved;
    coverage.notAnalysed += site.state == SiteState::NotAnalysed;
    addReasons(coverage, site.reasons, &ReasonCount::sites, site.example);
  }
  for (const KernelRow &kernel : kernels) {
    if (kernel.launches == 0)
      continue;
    ++coverage.kernels;
    coverage.kernelsAnalysed += kernel.reasons == 0;
    addReasons(coverage, kernel.reasons, &ReasonCount::kernels, kernel.kernel);
  }
}

} // namespace warpsan::report
