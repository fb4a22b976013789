//===- RunMerge.cpp - Reports of several processes as one ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/RunMerge.h"
#include "report/CoverageMerge.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace warpsan::report {

namespace {

template <typename T>
void addNew(std::vector<T> &all, const std::vector<T> &more) {
  for (const T &each : more)
    if (std::ranges::find(all, each) == all.end())
      all.push_back(each);
}

void addSeenBy(SeenBy &all, const SeenBy &more) {
  all.processes += more.processes;
  addNew(all.ranks, more.ranks);
}

/// Those of a process that has not been merged yet are its own.
SeenBy seenByOf(const SeenBy &seen, const Process &process) {
  if (process.merged.processes > 1 || !process.merged.ranks.empty() || !process.rank)
    return seen;
  return {1, {*process.rank}};
}

void add(Report &kept, const Report &more) {
  kept.count += more.count;
  kept.countKnown &= more.countKnown;
  kept.unknownPartners += more.unknownPartners;
  kept.widest = std::max(kept.widest, more.widest);
  kept.sameValue &= more.sameValue;
  addNew(kept.otherKinds, more.otherKinds);
}

void add(OutOfBounds &kept, const OutOfBounds &more) {
  kept.count += more.count;
  kept.countKnown &= more.countKnown;
}

/// Findings by id, in the order in which they come first.
template <typename Finding>
class Findings {
public:
  void add(Finding found, const Process &process) {
    found.seenBy = seenByOf(found.seenBy, process);
    const auto [at, isNew] = places.try_emplace(found.id, all.size());
    if (isNew) {
      all.push_back(std::move(found));
      return;
    }
    Finding &kept = all[at->second];
    report::add(kept, found);
    if (!found.suppressed)
      kept.suppressed.reset();
    addSeenBy(kept.seenBy, found.seenBy);
  }

  std::vector<Finding> all;

private:
  std::map<std::string, size_t> places;
};

/// What no row tells.
void addCounts(Coverage &coverage, const Coverage &more) {
  for (size_t r = 0; r < coverage.reasons.size(); ++r) {
    ReasonCount &count = coverage.reasons[r];
    count.conflicts += more.reasons[r].conflicts;
    count.objects = std::max(count.objects, more.reasons[r].objects);
    if (count.example.empty())
      count.example = more.reasons[r].example;
  }
  coverage.foreignObjects = std::max(coverage.foreignObjects, more.foreignObjects);
  coverage.filtered += more.filtered;
  coverage.sampled += more.sampled;
}

void addSum(std::optional<uint64_t> &sum, const std::optional<uint64_t> &more) {
  if (more)
    sum = sum.value_or(0) + *more;
}

void addRegions(std::optional<RegionCounts> &sum, const std::optional<RegionCounts> &more) {
  if (!more)
    return;
  RegionCounts &kept = sum ? *sum : sum.emplace();
  for (const auto counter :
       {&RegionCounts::compared, &RegionCounts::bytes, &RegionCounts::racing,
        &RegionCounts::givenUp, &RegionCounts::passes, &RegionCounts::grids,
        &RegionCounts::gridBytes, &RegionCounts::racingGrids, &RegionCounts::givenUpGrids})
    kept.*counter += (*more).*counter;
  kept.rounds.keepLeast(more->rounds);
}

/// "gpu,cpu": each once.
void addWord(std::string &words, const std::string &word) {
  if (("," + words + ",").find("," + word + ",") == std::string::npos)
    words += "," + word;
}

void addSummary(RunSummary &sum, const RunSummary &more) {
  sum.lost += more.lost;
  sum.conflictsSetAside += more.conflictsSetAside;
  sum.resolved += more.resolved;
  sum.syncFaults += more.syncFaults;
  addSum(sum.cacheMisses, more.cacheMisses);
  addNew(sum.lenient, more.lenient);
  addRegions(sum.regions, more.regions);
  if (more.merge)
    sum.merge = std::max(sum.merge.value_or(*more.merge), *more.merge);
  addNew(sum.unrepeatable, more.unrepeatable);
  addNew(sum.lanesTogether, more.lanesTogether);
  sum.toolFailed |= more.toolFailed;
  addWord(sum.target, more.target);
  addWord(sum.seed, more.seed);
  addCounts(sum.coverage, more.coverage);
}

/// Races first, and what exitCode() puts next.
int severity(int code) {
  static constexpr int Least[] = {ExitNotAnalysed, ExitSyncFault, ExitToolFailed};
  return int(std::ranges::find(Least, code) - std::begin(Least));
}

void addExitCode(std::optional<int> &kept, std::optional<int> more) {
  if (more && (!kept || severity(*kept) < severity(*more)))
    kept = more;
}

/// What the source says has one pattern everywhere.
auto keyOf(const Suppression &suppression) {
  const SuppressionRule &rule = suppression.rule;
  return std::tuple(rule.pattern, rule.where, rule.reason);
}

void addSuppressions(std::vector<Suppression> &all, const std::vector<Suppression> &more) {
  for (const Suppression &each : more) {
    const auto known = std::ranges::find(all, keyOf(each), keyOf);
    if (known == all.end())
      all.push_back(each);
    else
      known->hits += each.hits;
  }
}

RunReport startMerge(const RunReport &first) {
  RunReport merged;
  merged.process = first.process;
  merged.process.rank.reset();
  merged.process.merged = {0, {}};
  merged.summary.target = first.summary.target;
  merged.summary.seed = first.summary.seed;
  return merged;
}

void addRun(RunReport &merged, const RunReport &run) {
  addSeenBy(merged.process.merged, seenByOf(run.process.merged, run.process));
  merged.divergences.insert(merged.divergences.end(), run.divergences.begin(),
                            run.divergences.end());
  addSuppressions(merged.suppressions, run.suppressions);
  addNew(merged.notes, run.notes);
  addSummary(merged.summary, run.summary);
  addExitCode(merged.exitCode, run.exitCode);
}

} // namespace

RunReport mergeRuns(const std::vector<RunReport> &runs) {
  RunReport merged = startMerge(runs.front());
  Findings<Report> races;
  Findings<OutOfBounds> outOfBounds;
  CoverageMerge coverage;
  bool withBounds = false;
  for (const RunReport &run : runs) {
    addRun(merged, run);
    for (const Report &race : run.races)
      races.add(race, run.process);
    for (const OutOfBounds &found : run.outOfBounds)
      outOfBounds.add(found, run.process);
    coverage.add(run.coverage);
    withBounds |= run.summary.outOfBounds.has_value();
  }
  merged.races = std::move(races.all);
  merged.outOfBounds = std::move(outOfBounds.all);
  merged.divergences = mergeDivergences(std::move(merged.divergences));
  merged.coverage = coverage.rows();
  coverage.count(merged.summary.coverage);
  merged.summary.suppressed = countSuppressed(merged.races) + countSuppressed(merged.outOfBounds);
  merged.summary.races = countShown(merged.races);
  if (withBounds)
    merged.summary.outOfBounds = countShown(merged.outOfBounds);
  return merged;
}

} // namespace warpsan::report
