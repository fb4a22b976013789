//===- ProofReader.cpp - Reports from what mode verify says ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ProofReader.h"
#include "report/CoverageMerge.h"
#include "report/Dedup.h"
#include "report/MemberReader.h"
#include "report/RaceId.h"
#include "report/Suppressions.h"
#include <algorithm>
#include <set>

namespace warpsan::report {

namespace {

constexpr uint32_t WarpLanes = 32;

uint64_t bitOf(abi::Reason reason) { return uint64_t(1) << unsigned(reason); }

void prepare(ProofAccess &row) {
  if (row.access.frames.empty())
    failMember("frames", "is empty");
  row.access.siteKnown = true;
  row.access.toolchainFrames = takeToolchainFrames(row.access.frames);
}

void check(const ProofLine &line) {
  for (const ProofPair &pair : line.open) {
    if (std::max(pair.first, pair.second) >= line.accesses.size())
      failMember("accesses", "has not as many rows as 'open' names");
    if (pair.verdict == ProofVerdict::Refuted && !pair.counterexample)
      failMember("witness", "is missing");
  }
}

std::optional<SuppressionRule> intendedAt(const ProofAccess &row) {
  if (row.intended.empty())
    return std::nullopt;
  return SuppressionRule{"intended", row.intended, locationOf(row.access), true};
}

/// As decode() has it for runs.
std::optional<SuppressionRule> intendedIn(const ProofLine &line, const ProofPair &pair) {
  const std::optional<SuppressionRule> later = intendedAt(line.accesses[pair.second]);
  return later ? later : intendedAt(line.accesses[pair.first]);
}

/// None: it is refuted.
abi::Reason reasonOf(const ProofPair &pair) {
  switch (pair.verdict) {
  case ProofVerdict::Possible:
    return abi::Reason::PossibleRace;
  case ProofVerdict::Unknown:
    return abi::Reason::SolverLimit;
  case ProofVerdict::Proved:
  case ProofVerdict::Refuted:
    break;
  }
  return abi::Reason::None;
}

Access accessOf(const ProofAccess &row, const ProofThread &thread, const Index3 &extent) {
  Access access = row.access;
  const uint32_t linear =
      thread.thread[0] + extent[0] * (thread.thread[1] + extent[1] * thread.thread[2]);
  access.position = {thread.block, thread.thread, linear / WarpLanes, linear % WarpLanes};
  return access;
}

Relation relationOf(const ThreadPosition &one, const ThreadPosition &other) {
  if (one.block != other.block)
    return Relation::Grid;
  return one.warp == other.warp ? Relation::Warp : Relation::Block;
}

std::vector<std::string> givenIn(const Counterexample &example) {
  std::vector<std::string> given;
  for (const GivenNumber &row : example.parameters)
    given.push_back(row.name + "=" + std::to_string(row.value));
  for (const GivenContent &row : example.memory)
    given.push_back(row.object + "+" + std::to_string(row.offset) + " holds " +
                    std::to_string(row.value));
  return given;
}

/// In front of an array nothing is known.
Object objectOf(const Counterexample &example) {
  if (example.offset < 0)
    return {};
  Object object = example.object.object;
  object.offset = uint64_t(example.offset);
  return object;
}

/// Accesses are in the order of the code: the second is taken for the later one.
Report reportOf(const ProofLine &line, const ProofPair &pair) {
  const Counterexample example = pair.counterexample.value_or(Counterexample{}); // see check()
  Report report;
  report.current = accessOf(line.accesses[pair.second], example.second, example.block);
  report.previous = accessOf(line.accesses[pair.first], example.first, example.block);
  report.relation = report.widest = relationOf(report.current.position, report.previous.position);
  report.launch = {line.name, 0, example.grid, example.block, {}};
  report.space = example.object.space;
  report.object = objectOf(example);
  report.address = report.object.offset;
  report.sameValue = pair.sameValue;
  report.detector = Detector::Proofs;
  report.count = 1;
  report.given = givenIn(example);
  report.suppressed = intendedIn(line, pair);
  report.raceClass = classifyRace(report);
  return report;
}

std::string placeText(const ProofAccess &row) {
  return std::string(wordOf(row.access.kind)) + " at " + locationOf(row.access);
}

std::string openText(const ProofLine &line, const ProofPair &pair) {
  const std::string places =
      placeText(line.accesses[pair.first]) + " and " + placeText(line.accesses[pair.second]);
  if (pair.verdict == ProofVerdict::Unknown)
    return line.name + ": race not decided: " + places;
  std::string doubts;
  for (const std::string &doubt : pair.doubts)
    doubts += (doubts.empty() ? "" : ", ") + doubt;
  return line.name + ": possible race: " + places + "; in doubt: " + doubts;
}

/// Copies of a line by unrolling or templates are one site, as in a run.
std::string siteKey(const ProofAccess &row) {
  std::string key = wordOf(row.access.kind) + std::to_string(row.access.size);
  for (const std::vector<Frame> *frames : {&row.access.toolchainFrames, &row.access.frames})
    for (const Frame &frame : *frames)
      key += "\n" + frame.function + "\n" + frame.file + ":" + std::to_string(frame.line) + ":" +
             std::to_string(frame.column);
  const bool hasLine = !row.access.frames.front().file.empty();
  return hasLine ? key : key + std::to_string(row.access.ordinal);
}

/// The kernels of a compilation, one by one.
class ProofCoverage {
public:
  void add(const ProofLine &line);
  CoverageRows rows;

private:
  void addSite(const ProofLine &line, const ProofAccess &row, SiteState state, uint64_t reasons);

  std::map<std::string, uint64_t> numbers;
};

void ProofCoverage::addSite(const ProofLine &line, const ProofAccess &row, SiteState state,
                            uint64_t reasons) {
  SiteRow &site = rows.sites.emplace_back();
  site.kernel = line.name;
  site.number = numbers.try_emplace(siteKey(row), numbers.size()).first->second;
  site.place = row.access.frames.front();
  site.kind = row.access.kind;
  site.size = row.access.size;
  site.ordinal = row.access.ordinal;
  site.state = reasons ? SiteState::NotAnalysed : state;
  site.reasons = reasons;
  countSite(rows.kernels.back(), site.state);
}

/// What is refuted, or meant to race, has been looked at.
void ProofCoverage::add(const ProofLine &line) {
  const bool isUnderstood = line.obstacle == abi::Reason::None;
  const uint64_t obstacle = isUnderstood ? 0 : bitOf(line.obstacle);
  std::vector<SiteState> states(line.accesses.size(), SiteState::Proved);
  std::vector<uint64_t> reasons(line.accesses.size(), obstacle);
  for (const ProofPair &pair : line.open)
    for (const uint32_t access : {pair.first, pair.second}) {
      const abi::Reason reason = reasonOf(pair);
      states[access] = SiteState::Checked;
      if (reason != abi::Reason::None && !intendedIn(line, pair))
        reasons[access] |= bitOf(reason);
    }
  KernelRow &kernel = rows.kernels.emplace_back();
  kernel.kernel = line.name;
  kernel.launches = 1;
  kernel.launchesChecked = isUnderstood;
  kernel.reasons = obstacle | (line.barriers.empty() ? 0 : bitOf(abi::Reason::OpenBarrier));
  for (size_t i = 0; i < line.accesses.size(); ++i)
    addSite(line, line.accesses[i], states[i], reasons[i]);
  for (const ProofAccess &row : line.ownAccesses)
    addSite(line, row, SiteState::Proved, 0);
}

class RunBuilder {
public:
  void addNote(const std::string &text) {
    if (notes.insert(text).second)
      run.notes.push_back(text);
  }
  void add(const std::vector<ProofLine> &kernels);
  RunReport take(const std::string &directory);

private:
  void add(const ProofLine &line);
  void addOpen(const ProofLine &line, const ProofPair &pair);
  void addRace(Report race);

  RunReport run;
  Dedup races, suppressed;
  std::vector<Report> allSuppressed;
  CoverageMerge coverage;
  std::set<std::string> notes;
};

/// One of two compilations that both leave it open counts.
void RunBuilder::addOpen(const ProofLine &line, const ProofPair &pair) {
  const std::string text = openText(line, pair);
  if (notes.contains(text))
    return;
  addNote(text);
  run.summary.coverage.addConflict(reasonOf(pair), 1);
  ++run.summary.conflictsSetAside;
}

void RunBuilder::addRace(Report race) {
  if (race.suppressed)
    allSuppressed.push_back(race);
  (race.suppressed ? suppressed : races).add(std::move(race));
}

void RunBuilder::add(const ProofLine &line) {
  run.process.version = line.version;
  if (line.obstacle != abi::Reason::None && !line.reasons.empty())
    addNote(line.name + " is not understood: " + line.reasons.front());
  for (const std::string &place : line.barriers)
    addNote(line.name + ": some threads of a block may come to the barrier at " + place +
            " and others not");
  for (const ProofPair &pair : line.open) {
    if (pair.verdict == ProofVerdict::Refuted)
      addRace(reportOf(line, pair));
    else if (!intendedIn(line, pair))
      addOpen(line, pair);
  }
}

void RunBuilder::add(const std::vector<ProofLine> &kernels) {
  ProofCoverage rows;
  for (const ProofLine &line : kernels) {
    add(line);
    rows.add(line);
  }
  coverage.add(rows.rows);
}

RunReport RunBuilder::take(const std::string &directory) {
  run.process.directory = directory;
  run.races = races.take();
  run.summary.races = run.races.size();
  for (Report &race : suppressed.take())
    run.races.push_back(std::move(race));
  run.summary.suppressed = run.races.size() - run.summary.races;
  setIds(run.races, run.outOfBounds);
  run.suppressions = Suppressions().rows(allSuppressed, {});
  run.coverage = coverage.rows();
  coverage.count(run.summary.coverage);
  run.summary.target = "verify";
  return std::move(run);
}

/// The place of the row with these values, made if it is missing.
template <typename Row, typename IsSame>
Row &rowWith(std::vector<Row> &rows, const IsSame &isSame, Row fresh) {
  const auto found = std::ranges::find_if(rows, isSame);
  if (found != rows.end())
    return *found;
  return rows.emplace_back(std::move(fresh));
}

} // namespace

ProofReader::Compilation &ProofReader::compilationOf(const ProofLine &line) {
  Folder &folder = rowWith(
      folders, [&](const Folder &each) { return each.path == line.directory; },
      Folder{line.directory, {}});
  return rowWith(
      folder.compilations,
      [&](const Compilation &each) {
        return each.unit == line.unit && each.architecture == line.architecture &&
               each.assumptions == line.assumptions;
      },
      Compilation{line.unit, line.architecture, line.assumptions, {}, {}});
}

void ProofReader::add(const nlohmann::json &object) {
  ProofLine line;
  MemberReader member(object);
  members(member, line);
  for (std::vector<ProofAccess> *accesses : {&line.accesses, &line.ownAccesses})
    std::ranges::for_each(*accesses, prepare);
  check(line);
  Compilation &compilation = compilationOf(line);
  const auto older = std::ranges::find(compilation.kernels, line.kernel, &ProofLine::kernel);
  if (older == compilation.kernels.end()) {
    compilation.kernels.push_back(std::move(line));
    return;
  }
  compilation.again.push_back(line.name);
  *older = std::move(line);
}

std::vector<RunReport> ProofReader::runs() const {
  std::vector<RunReport> runs;
  for (const Folder &folder : folders) {
    RunBuilder builder;
    for (const Compilation &compilation : folder.compilations) {
      builder.add(compilation.kernels);
      if (!compilation.assumptions.empty())
        builder.addNote("proofs of " + compilation.unit + " assume " + compilation.assumptions);
      for (const std::string &name : compilation.again)
        builder.addNote(name + " was compiled again from " + compilation.unit + " (" +
                        compilation.architecture + "): its last result counts");
    }
    runs.push_back(builder.take(folder.path));
  }
  return runs;
}

} // namespace warpsan::report
