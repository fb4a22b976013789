//===- Verdict.cpp - Outcome of a run --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Verdict.h"
#include <tuple>

namespace warpsan::report {

const char *verdictWord(Verdict verdict) {
  switch (verdict) {
  case Verdict::Races:
    return "races";
  case Verdict::None:
    return "none";
  case Verdict::Unanalysed:
    return "unanalysed";
  case Verdict::Deterministic:
    return "deterministic";
  case Verdict::Merged:
    return "merged";
  }
  return "unanalysed";
}

namespace {

std::string field(const char *name, uint64_t value) {
  return std::string(" ") + name + "=" + std::to_string(value);
}

std::string fieldIf(const char *name, uint64_t value) { return value ? field(name, value) : ""; }

/// Kernels ran, and of none of their accesses anything is known.
bool nothingAnalysed(const Coverage &coverage) {
  return coverage.kernels != 0 && coverage.checked + coverage.proved + coverage.partly == 0 &&
         !coverage.isComplete();
}

/// Not even a kernel ran.
bool nothingRan(const Coverage &coverage) { return coverage.kernels == 0; }

bool incomplete(const RunSummary &summary) {
  return !summary.coverage.isComplete() || summary.conflictsSetAside != 0;
}

/// To four digits, and never more than it is.
std::string probability(double value) {
  constexpr unsigned Digits = 4, Unit = 10000;
  const auto scaled = unsigned(value * Unit);
  std::string digits = std::to_string(scaled % Unit);
  digits.insert(0, Digits - digits.size(), '0');
  return std::to_string(scaled / Unit) + "." + digits;
}

std::string roundFields(const CopyRounds &rounds) {
  if (!rounds.wanted)
    return "";
  return field("copies", rounds.copies) + field("rounds", rounds.rounds) + "/" +
         std::to_string(rounds.wanted) +
         (rounds.rounds < rounds.wanted ? " detection=" + probability(rounds.detection) : "");
}

/// Mode det does not know what races.
std::string mergeFields(const RegionCounts &counts, MergeOrder merge) {
  return std::string(" det=") + (merge == MergeOrder::Fixed ? "ordered" : "any") +
         field("grids", counts.grids) + field("grid_bytes", counts.gridBytes) +
         field("regions", counts.compared) + field("region_bytes", counts.bytes) +
         field("given_up", counts.givenUp) + field("copies", counts.rounds.copies);
}

std::string regionFields(const RunSummary &summary) {
  const std::optional<RegionCounts> &counts = summary.regions;
  if (!counts)
    return "";
  if (summary.merge)
    return mergeFields(*counts, *summary.merge);
  return field("grids", counts->grids) + field("grid_bytes", counts->gridBytes) +
         field("racing_grids", counts->racingGrids) +
         field("grids_given_up", counts->givenUpGrids) + field("regions", counts->compared) +
         field("region_bytes", counts->bytes) + field("racing_regions", counts->racing) +
         field("given_up", counts->givenUp) + field("passes", counts->passes) +
         roundFields(counts->rounds);
}

std::string reasonLine(abi::Reason reason, const ReasonCount &count) {
  return std::string("WarpSan: not_analysed reason=") + reasonName(reason) +
         fieldIf("sites", count.sites) + fieldIf("kernels", count.kernels) +
         fieldIf("conflicts", count.conflicts) + fieldIf("objects", count.objects) +
         (count.example.empty() ? "" : " first=\"" + count.example + "\"") + " (" +
         reasonText(reason) + ")\n";
}

std::string obstacleLine(const UnrepeatableKernel &kernel, bool isDet) {
  static constexpr const char *Texts[] = {
#define WARPSAN_OBSTACLE(Name, Text) Text,
#include "warpsan/obstacles.def"
  };
  std::string list;
  for (unsigned o = 0; o < unsigned(abi::Obstacle::Count); ++o)
    if (kernel.obstacles >> o & 1)
      list += (list.empty() ? "" : "; ") + std::string(Texts[o]);
  return std::string("WarpSan: ") + (isDet ? "det" : "ld") + " kernel=\"" + kernel.name +
         (isDet ? "\" run as it is: " : "\" not run twice: ") + list + "\n";
}

std::string lanesLine(const std::string &kernel, bool isDet) {
  return std::string("WarpSan: ") + (isDet ? "det" : "ld") + " kernel=\"" + kernel +
         "\" lanes share copies: warp barriers order them (ld_lanes=1)\n";
}

} // namespace

void CopyRounds::keepLeast(const CopyRounds &other) {
  const auto rank = [](const CopyRounds &launch) {
    return std::tuple(-launch.detection, launch.wanted, launch.copies);
  };
  if (!wanted || rank(*this) < rank(other))
    *this = other;
}

Verdict verdictOf(const RunSummary &summary) {
  if (summary.races != 0)
    return Verdict::Races;
  if (summary.toolFailed || incomplete(summary))
    return Verdict::Unanalysed;
  if (summary.merge)
    return *summary.merge == MergeOrder::Fixed ? Verdict::Deterministic : Verdict::Merged;
  return Verdict::None;
}

std::optional<int> exitCode(const RunSummary &summary, const ExitPolicy &policy) {
  const bool found = summary.races > summary.toleratedRaces || summary.outOfBounds.value_or(0) != 0;
  if (found && policy.raceCode != 0)
    return policy.raceCode;
  if (summary.toolFailed)
    return ExitToolFailed;
  if (summary.syncFaults != 0 && policy.raceCode != 0)
    return ExitSyncFault;
  if (nothingAnalysed(summary.coverage) ||
      (policy.failOnUnanalysed && (incomplete(summary) || nothingRan(summary.coverage))))
    return ExitNotAnalysed;
  return std::nullopt;
}

std::string verdictLine(const RunSummary &summary) {
  const Coverage &coverage = summary.coverage;
  return std::string("WarpSan: verdict=") + verdictWord(verdictOf(summary)) +
         field("races", summary.races) + field("kernels", coverage.kernelsAnalysed) + "/" +
         std::to_string(coverage.kernels) + field("sites", coverage.sites) +
         field("checked", coverage.checked) + field("proved", coverage.proved) +
         field("not_analysed", coverage.notAnalysed) + field("suppressed", summary.suppressed) +
         field("lost", summary.lost) +
         (summary.outOfBounds ? field("out_of_bounds", *summary.outOfBounds) : "") +
         (summary.cacheMisses ? field("cache_misses", *summary.cacheMisses) : "") +
         fieldIf("resolved", summary.resolved) + fieldIf("filtered", coverage.filtered) +
         fieldIf("sampled", coverage.sampled) + fieldIf("lenient", summary.lenient.size()) +
         regionFields(summary) + " target=" + summary.target + " seed=" + summary.seed + "\n";
}

std::string reasonLines(const RunSummary &summary) {
  std::string lines;
  for (unsigned r = 1; r < unsigned(abi::Reason::Count); ++r) {
    const ReasonCount &count = summary.coverage.reasons[r];
    if (count.sites || count.kernels || count.conflicts || count.objects)
      lines += reasonLine(static_cast<abi::Reason>(r), count);
  }
  for (const UnrepeatableKernel &kernel : summary.unrepeatable)
    lines += obstacleLine(kernel, summary.merge.has_value());
  for (const std::string &kernel : summary.lanesTogether)
    lines += lanesLine(kernel, summary.merge.has_value());
  if (!summary.lenient.empty())
    lines += "WarpSan: lenient=" + std::to_string(summary.lenient.size()) + " first=\"" +
             summary.lenient.front() +
             "\" (ordered only because a loop that waits for a flag needs no fence behind it; "
             "-mllvm -warpsan-poll=strict asks for one)\n";
  if (summary.lost)
    lines += "WarpSan: lost=" + std::to_string(summary.lost) +
             " dynamic races found no room in the record table; raise max_records\n";
  return lines;
}

} // namespace warpsan::report
