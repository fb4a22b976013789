//===- Dedup.cpp - One report per pair of source lines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Dedup.h"
#include "report/Classes.h"
#include <algorithm>
#include <tuple>

namespace warpsan::report {

namespace {

const char *kindWord(const Access &access) {
  if (!access.siteKnown)
    return "unknown";
  switch (access.kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::AtomicLoad:
    return "atomic load";
  case AccessKind::AtomicStore:
    return "atomic store";
  case AccessKind::AtomicRmw:
    return "atomic update";
  }
  return "unknown";
}

/// Smaller is the better example.
auto rank(const Report &report) {
  const bool twoStores = isStore(report.current.kind) && isStore(report.previous.kind);
  return std::make_tuple(!report.previous.siteKnown, twoStores, -int(report.relation),
                         report.previous.known != abi::Known::Thread, report.sameValue,
                         report.launch.number);
}

void addKinds(Report &report, const std::string &kinds) {
  if (std::find(report.otherKinds.begin(), report.otherKinds.end(), kinds) ==
      report.otherKinds.end())
    report.otherKinds.push_back(kinds);
}

void merge(Report &kept, Report other) {
  if (rank(other) < rank(kept))
    std::swap(kept, other);
  kept.count += other.count;
  kept.unknownPartners += other.unknownPartners;
  kept.countKnown &= other.countKnown;
  kept.widest = std::max(kept.widest, other.widest);
  // Of two stores, one that changed memory is enough for a worse class.
  if (kindPair(kept) == kindPair(other))
    kept.sameValue &= other.sameValue;
  else if (other.previous.siteKnown)
    addKinds(kept, kindPair(other));
  for (const std::string &kinds : other.otherKinds)
    if (kinds != kindPair(kept))
      addKinds(kept, kinds);
  kept.raceClass = classifyRace(kept);
}

bool concerns(const Report &report, const Line &line) {
  return lineOf(report.current) == line || lineOf(report.previous) == line;
}

} // namespace

std::string kindPair(const Report &report) {
  std::string first = kindWord(report.current);
  std::string second = kindWord(report.previous);
  if (second < first)
    std::swap(first, second);
  return first + " / " + second;
}

Dedup::Key Dedup::keyOf(const Report &report) {
  Key key{lineOf(report.current), lineOf(report.previous)};
  if (key.second < key.first)
    std::swap(key.first, key.second);
  return key;
}

void Dedup::add(Report report) {
  const auto [place, isNew] = groups.try_emplace(keyOf(report), report);
  if (!isNew)
    merge(place->second, std::move(report));
}

void Dedup::adoptUnknownPartners() {
  for (auto orphan = groups.begin(); orphan != groups.end();) {
    const Report &report = orphan->second;
    const auto host = std::find_if(groups.begin(), groups.end(), [&](const auto &entry) {
      return entry.second.previous.siteKnown && entry.second.space == report.space &&
             concerns(entry.second, lineOf(report.current));
    });
    if (report.previous.siteKnown || host == groups.end()) {
      ++orphan;
      continue;
    }
    merge(host->second, report);
    orphan = groups.erase(orphan);
  }
}

std::vector<Report> Dedup::take() {
  adoptUnknownPartners();
  std::vector<Report> reports;
  for (auto &[key, report] : groups)
    reports.push_back(std::move(report));
  groups.clear();
  return reports;
}

} // namespace warpsan::report
