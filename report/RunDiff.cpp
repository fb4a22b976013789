//===- RunDiff.cpp - Findings that came and went ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/RunDiff.h"
#include <algorithm>

namespace warpsan::report {

namespace {

bool has(const std::vector<Finding> &all, const Finding &one) {
  return std::ranges::find(all, one.id, &Finding::id) != all.end();
}

std::string linesText(const char *word, const std::vector<Finding> &findings) {
  std::string lines;
  for (const Finding &each : findings)
    lines += std::string(word) + " " + each.id + " " + each.kind + " " + each.lines + " in " +
             each.kernel + "\n";
  return lines;
}

} // namespace

RunDiff diffRuns(const RunReport &baseline, const RunReport &run) {
  const std::vector<Finding> before = listFindings(baseline);
  RunDiff diff;
  for (const Finding &each : listFindings(run))
    (has(before, each) ? diff.same : diff.added).push_back(each);
  for (const Finding &each : before)
    if (!has(diff.same, each))
      diff.gone.push_back(each);
  return diff;
}

std::string writeText(const RunDiff &diff) {
  return linesText("new ", diff.added) + linesText("gone", diff.gone) +
         linesText("same", diff.same) + "WarpSan: new=" + std::to_string(diff.added.size()) +
         " gone=" + std::to_string(diff.gone.size()) + " same=" + std::to_string(diff.same.size()) +
         "\n";
}

} // namespace warpsan::report
