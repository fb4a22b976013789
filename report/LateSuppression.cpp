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

/// Those that are named now.
template <typename Finding>
std::vector<Finding> mark(std::vector<Finding> &findings, const Suppressions &rules) {
  std::vector<Finding> named;
  for (Finding &found : findings) {
    if (found.suppressed)
      continue;
    found.suppressed = rules.find(found);
    if (found.suppressed)
      named.push_back(found);
  }
  return named;
}

} // namespace

void suppress(RunReport &run, const Suppressions &rules) {
  const std::vector<Report> races = mark(run.races, rules);
  const std::vector<OutOfBounds> outOfBounds = mark(run.outOfBounds, rules);
  std::ranges::move(rules.rows(races, outOfBounds), std::back_inserter(run.suppressions));
  RunSummary &summary = run.summary;
  summary.races -= races.size();
  if (summary.outOfBounds)
    *summary.outOfBounds -= outOfBounds.size();
  summary.suppressed += races.size() + outOfBounds.size();
  const bool isAny = !races.empty() || !outOfBounds.empty();
  const bool isClean = isAny && summary.races == 0 && summary.outOfBounds.value_or(0) == 0;
  if (isClean && run.exitCode && isForRaces(*run.exitCode))
    run.exitCode.reset();
}

} // namespace warpsan::report
