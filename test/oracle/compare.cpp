//===- compare.cpp - The detector against the oracle -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/compare.h"
#include "test/oracle/generator.h"
#include "test/oracle/sites.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

namespace warpsan::oracle {

namespace {

constexpr uint32_t WordBytes = 4;

/// Runs of one program until a difference that depends on the schedule shows.
constexpr uint32_t Attempts = 30;

/// One side against the other. Reports of a word may stop with its first race:
/// its history starts anew there (docs/limits.md).
class Comparer {
public:
  Comparer(const Program &given, const Run &finished, const Rules &rules)
      : program(given), run(finished), events(eventsOf(given, finished.notes)),
        races(findRaces(events, rules)) {}

  Comparison compare() {
    Comparison result{!run.stuck, events.size(), races.size(), {}, {}};
    if (run.stuck)
      return result;
    result.difference = falseAlarm();
    if (result.difference.empty() && !sawEarly())
      result.difference = missed();
    if (!result.difference.empty())
      result.trace = trace();
    return result;
  }

private:
  uint32_t siteOfEvent(uint32_t event) const { return operationOf(program, run.notes[event]).site; }
  SitePair sitesOf(const Race &race) const {
    return std::minmax(siteOfEvent(race.first), siteOfEvent(race.second));
  }
  bool isTold(const Race &race) const;
  bool isTold(uint32_t access) const;
  bool isToldElsewhere(const Race &race) const;
  std::vector<uint32_t> laterOnes(const Race &race) const;
  struct Span {
    uint32_t begin, end;
  };
  Span spanOf(const Race &race) const;
  std::vector<Race> earliest(const std::vector<Race> &among) const;
  bool mayRelease(uint32_t write) const;
  bool isSeenEarly(uint32_t read, uint32_t write) const;
  bool sawEarly() const;
  std::string falseAlarm() const;
  std::string missed() const;
  std::string trace() const;

  const Program &program;
  const Run &run;
  std::vector<Event> events;
  std::vector<Race> races;
};

std::string nameOf(uint32_t site) {
  if (site == UnknownSite)
    return "unknown";
  const bool isOfProgram = site >= FirstSite && site - FirstSite < std::size(Sites);
  return (isOfProgram ? infoOf(uint16_t(site)).name : "line") + ('@' + std::to_string(site));
}

std::string nameOf(const SitePair &pair) {
  return nameOf(pair.first) + " and " + nameOf(pair.second);
}

/// Accesses of the pair that the detector may have met as the later one.
std::vector<uint32_t> Comparer::laterOnes(const Race &race) const {
  if (run.notes[race.first].ended < run.notes[race.second].began)
    return {race.second};
  return {race.first, race.second};
}

std::string Comparer::falseAlarm() const {
  std::set<SitePair> known;
  for (const Race &race : races) {
    known.insert(sitesOf(race));
    for (const uint32_t access : laterOnes(race))
      known.insert({UnknownSite, siteOfEvent(access)});
  }
  for (const SitePair &pair : run.races)
    if (!known.contains(pair))
      return "false alarm: " + nameOf(pair);
  return {};
}

bool Comparer::isTold(const Race &race) const {
  const std::vector<uint32_t> accesses = laterOnes(race);
  return run.races.contains(sitesOf(race)) ||
         std::any_of(accesses.begin(), accesses.end(), [&](uint32_t access) {
           return run.races.contains({UnknownSite, siteOfEvent(access)});
         });
}

bool Comparer::isTold(uint32_t access) const {
  return std::any_of(races.begin(), races.end(), [&](const Race &race) {
    const std::vector<uint32_t> accesses = laterOnes(race);
    return std::find(accesses.begin(), accesses.end(), access) != accesses.end() && isTold(race);
  });
}

/// Without an order log an access of several words is told with the first.
bool Comparer::isToldElsewhere(const Race &race) const {
  const std::vector<uint32_t> accesses = laterOnes(race);
  return !program.isOrdered && std::any_of(accesses.begin(), accesses.end(),
                                           [&](uint32_t access) { return isTold(access); });
}

/// When the detector may have met the later access of the pair.
Comparer::Span Comparer::spanOf(const Race &race) const {
  const Note &a = run.notes[race.first];
  const Note &b = run.notes[race.second];
  return {std::max(a.began, b.began), std::max(a.ended, b.ended)};
}

/// Those that may have been met until one was that must have been told.
std::vector<Race> Comparer::earliest(const std::vector<Race> &among) const {
  uint32_t end = 0;
  for (const Race &race : among)
    if (race.isCertain)
      end = end ? std::min(end, spanOf(race).end) : spanOf(race).end;
  std::vector<Race> result;
  std::copy_if(among.begin(), among.end(), std::back_inserter(result),
               [&](const Race &race) { return spanOf(race).begin < end; });
  return result;
}

/// It is a release, or comes behind a fence or the taking of a lock.
bool Comparer::mayRelease(uint32_t write) const {
  for (uint32_t i = 0; i < write; ++i)
    if (events[i].thread == events[write].thread &&
        (events[i].type == Event::Fence || events[i].takes))
      return true;
  return events[write].release;
}

/// A write takes its number before it is done, so a read may be taken to have seen
/// one that was about to happen (docs/design.md); a poll sees it in the end anyway.
bool Comparer::isSeenEarly(uint32_t read, uint32_t write) const {
  const Event &r = events[read];
  const Event &w = events[write];
  return r.reads && r.strong && !r.poll && w.writes && w.strong && r.address == w.address &&
         run.notes[write].began < run.notes[read].ended && mayRelease(write);
}

/// Nothing can be told of what is missing then.
bool Comparer::sawEarly() const {
  for (uint32_t read = 0; program.isOrdered && read < events.size(); ++read)
    for (uint32_t write = read + 1; write < events.size(); ++write)
      if (isSeenEarly(read, write))
        return true;
  return false;
}

/// The first access of each word that races must be told, with one that it
/// races with there.
std::string Comparer::missed() const {
  std::map<uint64_t, std::vector<Race>> words;
  for (const Race &race : races) {
    const Event &a = events[race.first];
    const Event &b = events[race.second];
    const uint64_t begin = std::max(a.address, b.address);
    const uint64_t end = std::min(a.address + a.bytes, b.address + b.bytes);
    for (uint64_t word = begin / WordBytes; word * WordBytes < end; ++word)
      words[word].push_back(race);
  }
  for (const auto &[word, all] : words) {
    const std::vector<Race> candidates = earliest(all);
    if (!candidates.empty() &&
        std::none_of(candidates.begin(), candidates.end(),
                     [&](const Race &race) { return isTold(race) || isToldElsewhere(race); }))
      return "missed: " + nameOf(sitesOf(candidates.front()));
  }
  return {};
}

const char *nameOf(Act act) {
  switch (act) {
  case Act::Access:
    return "access";
  case Act::Fence:
    return "fence.sc";
  case Act::WeakFence:
    return "fence.acq_rel";
  case Act::BlockBarrier:
    return "block barrier";
  case Act::WarpBarrier:
    return "warp barrier";
  case Act::NamedSync:
    return "bar.sync";
  case Act::NamedArrive:
    return "bar.arrive";
  }
  return "";
}

const char *nameOf(Scope scope) {
  return scope == Scope::Block ? "block" : scope == Scope::Device ? "device" : "system";
}

std::string describe(const Operation &operation) {
  std::ostringstream text;
  text << nameOf(operation.act);
  if (operation.act == Act::Access)
    text << ' ' << infoOf(operation.site).name << '@' << operation.site
         << (operation.isShared ? " shared+" : " global+") << operation.offset << " value "
         << operation.value;
  if (operation.act == Act::Fence || operation.act == Act::WeakFence)
    text << ' ' << nameOf(operation.scope);
  if (operation.act == Act::WarpBarrier)
    text << " mask 0x" << std::hex << operation.mask;
  if (operation.act == Act::NamedSync || operation.act == Act::NamedArrive)
    text << ' ' << operation.number << ", " << operation.count;
  return text.str();
}

std::string Comparer::trace() const {
  std::ostringstream text;
  for (uint32_t i = 0; i < events.size(); ++i) {
    const Operation &operation = operationOf(program, run.notes[i]);
    const bool isBarrier = operation.act != Act::Access && operation.act != Act::Fence &&
                           operation.act != Act::WeakFence;
    if (isBarrier && program.threads > 8 && events[i].thread % 32 > 3)
      continue;
    text << "  " << i << ": thread " << events[i].thread << " of block " << events[i].block << ": "
         << describe(operation) << (events[i].type == Event::Leave ? " (leaves)" : "") << '\n';
  }
  for (const Race &race : races)
    text << "  oracle: " << race.first << " races with " << race.second
         << (race.byLock ? " (lock)" : "") << '\n';
  for (const SitePair &pair : run.races)
    text << "  WarpSan: " << nameOf(pair) << '\n';
  return text.str();
}

bool differs(const Program &program, const Rules &rules) {
  for (uint32_t attempt = 0; attempt < Attempts; ++attempt) {
    const Comparison result = compare(program, rules);
    if (!result.valid)
      return false;
    if (!result.difference.empty())
      return true;
  }
  return false;
}

} // namespace

Comparison compare(const Program &program, const Rules &rules) {
  const Run run = interpret(program);
  Rules own = rules;
  own.seenIsOrdered &= program.isOrdered;
  return Comparer(program, run, own).compare();
}

Program shrink(Program program, const Rules &rules) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint16_t group : groupsOf(program)) {
      Program smaller = program;
      removeGroup(smaller, group);
      if (!differs(smaller, rules))
        continue;
      program = smaller;
      changed = true;
    }
  }
  return program;
}

std::string describe(const Program &program) {
  std::ostringstream text;
  text << program.blocks << " blocks of " << program.threads << " threads, "
       << (program.isOrdered ? "with" : "without") << " order log\n";
  for (uint32_t t = 0; t < program.lists.size(); ++t)
    for (const Operation &operation : program.lists[t])
      text << "  thread " << t << ": " << describe(operation) << '\n';
  return text.str();
}

} // namespace warpsan::oracle
