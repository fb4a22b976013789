//===- SummaryWriter.cpp - A run in a few lines ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SummaryWriter.h"
#include "report/FindingList.h"
#include <algorithm>
#include <array>

namespace warpsan::report {

namespace {

using Row = std::array<std::string, 5>;

std::string joined(const std::vector<std::string> &words) {
  std::string all;
  for (const std::string &word : words)
    all += (all.empty() ? "" : ",") + word;
  return all;
}

std::string whoSaw(const SeenBy &seen) {
  return std::to_string(seen.processes) +
         (seen.ranks.empty() ? "" : " (ranks " + joined(seen.ranks) + ")");
}

std::vector<Row> rowsOf(const std::vector<Finding> &findings) {
  std::vector<Row> rows{{"class", "lines", "times", "processes", "kernel"}};
  for (const Finding &each : findings)
    rows.push_back({each.kind, each.lines, each.times, whoSaw(each.seenBy), each.kernel});
  return rows;
}

/// Columns are as wide as their widest cell; the last one ends its line.
std::string table(const std::vector<Row> &rows) {
  std::array<size_t, std::tuple_size_v<Row>> widths{};
  for (const Row &row : rows)
    for (size_t c = 0; c + 1 < row.size(); ++c)
      widths[c] = std::max(widths[c], row[c].size() + 2);
  std::string lines;
  for (const Row &row : rows) {
    lines += "  ";
    for (size_t c = 0; c < row.size(); ++c)
      lines += row[c] + std::string(std::max(widths[c], row[c].size()) - row[c].size(), ' ');
    lines += "\n";
  }
  return lines;
}

std::string neverLaunched(const CoverageRows &rows) {
  std::vector<std::string> names;
  for (const KernelRow &row : rows.kernels)
    if (row.launches == 0)
      names.push_back(row.kernel);
  if (names.empty())
    return {};
  return "kernels never launched: " + std::to_string(names.size()) + " (first: " + names.front() +
         ")\n";
}

std::string coverageText(const RunReport &run) {
  const Coverage &coverage = run.summary.coverage;
  return "coverage: " + std::to_string(coverage.sites - coverage.notAnalysed) + " of " +
         std::to_string(coverage.sites) + " sites analysed (" + std::to_string(coverage.checked) +
         " checked, " + std::to_string(coverage.proved) + " proved), " +
         std::to_string(coverage.kernelsAnalysed) + " of " + std::to_string(coverage.kernels) +
         " kernels\n" + neverLaunched(run.coverage);
}

} // namespace

std::string writeSummary(const RunReport &run) {
  const std::vector<Finding> findings = listFindings(run);
  return verdictLine(run.summary) + (findings.empty() ? "" : table(rowsOf(findings))) +
         coverageText(run) + reasonLines(run.summary);
}

} // namespace warpsan::report
