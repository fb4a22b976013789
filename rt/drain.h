//===- drain.h - Records of the run to reports -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/BarrierDivergence.h"
#include "report/CoverageRows.h"
#include "report/Dedup.h"
#include "report/OutOfBounds.h"
#include "report/Suppressions.h"
#include "report/Verdict.h"
#include "rt/launch.h"
#include "rt/named_regions.h"

namespace warpsan::rt {

/// What came out of the records, before merging.
struct Findings {
  std::vector<report::Report> reports;
  std::vector<report::Report> suppressed;
  std::vector<std::pair<uint32_t, report::SetAside>> setAside; ///< with the module
  std::vector<report::OutOfBounds> outOfBounds;                ///< suppressed ones, too
  std::vector<report::Report> lenient; ///< no races, but for the lenient rule for polls
};

class Drain {
public:
  Drain(const LaunchParts &shared, const report::Suppressions &known, const NamedRegions &named)
      : parts(shared), suppressions(known), regions(named) {}

  /// Before the device's memory goes away (cudaDeviceReset).
  void keep(bool deviceUsable);
  /// Everything found so far, one report per pair of lines.
  std::vector<report::Report> reports(bool deviceUsable);
  /// Of the same time as the last reports(): those that are not shown ...
  std::vector<report::Report> suppressed() const;
  /// ... and what named them.
  std::vector<report::Suppression> suppressionRows() const;
  /// Of the same time as the last reports(), one per access of the source; behind those that
  /// are shown the suppressed ones.
  std::vector<report::OutOfBounds> outOfBounds() const;
  /// Everything found so far, one per kernel and pair of lines.
  std::vector<report::BarrierDivergence> divergences() const;
  /// Coverage and counts; findings are the caller's to fill in.
  report::RunSummary summarize(const Launcher &launcher) const;
  /// What summarize() counted.
  report::CoverageRows coverageRows(const Launcher &launcher) const;

private:
  Findings collect(bool deviceUsable) const;
  void addRace(report::ObservedRace race, Findings &findings) const;
  void addOutOfBounds(const report::ObservedRace &race, Findings &findings) const;
  void addLenient(report::ObservedRace race, Findings &findings) const;
  bool prepare(report::ObservedRace &race) const;
  void addReport(report::Report found, Findings &findings) const;
  std::vector<report::Report> merged(const std::vector<report::Report> &reports) const;
  report::Decoded decode(const report::ObservedRace &race) const;
  report::Object objectOf(const abi::RaceRecord &record) const;
  report::Object sharedObject(const abi::RaceRecord &record) const;
  report::Object globalObject(const abi::RaceRecord &record) const;
  report::Object objectOf(const Allocation &allocation, uint64_t address) const;
  report::Surroundings surroundingsOf(const abi::RaceRecord &record) const;
  void markSites() const;
  template <typename Coverage>
  void addCoverage(Coverage &coverage, const Launcher &launcher) const;
  void addRegions(const abi::Counters &counters, const report::CopyRounds &rounds,
                  report::RunSummary &summary) const;

  LaunchParts parts;
  const report::Suppressions &suppressions;
  const NamedRegions &regions;
  Findings kept;
  Findings latest;
};

} // namespace warpsan::rt
