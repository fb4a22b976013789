//===- LateSuppression.cpp - Suppressions for runs that are over -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/LateSuppression.h"
#include <algorithm>
#include <array>

namespace warpsan::report {

namespace {

/// Which code a run ends with that found races is an option of the run.
bool isForRaces(int code) {
  static constexpr std::array Others = {ExitToolFailed, ExitNotAnalysed, ExitSyncFault};
  return std::ranges::find(Others, code) == Others.end();
}

} // namespace

void suppress(RunReport &run, const Suppressions &rules) {
  std::vector<Report> named;
  for (Report &race : run.races) {
    if (race.suppressed)
      continue;
    race.suppressed = rules.find(race);
    if (race.suppressed)
      named.push_back(race);
  }
  std::ranges::move(rules.rows(named), std::back_inserter(run.suppressions));
  RunSummary &summary = run.summary;
  summary.races -= named.size();
  summary.suppressed += named.size();
  const bool isClean = !named.empty() && summary.races == 0 && summary.outOfBounds.value_or(0) == 0;
  if (isClean && run.exitCode && isForRaces(*run.exitCode))
    run.exitCode.reset();
}

} // namespace warpsan::report
