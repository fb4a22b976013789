//===- Classes.cpp - Classes of races and their texts ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Classes.h"
#include "report/Decode.h"
#include <optional>

namespace warpsan::report {

namespace {

/// Order among threads of this relation needs at least this scope.
bool scopeCovers(Scope scope, Relation relation) {
  return scope == Scope::Device || scope == Scope::System || relation != Relation::Grid;
}

RaceClass classOfRelation(Relation relation) {
  switch (relation) {
  case Relation::Thread:
  case Relation::Group:
  case Relation::Warp:
    return RaceClass::WarpBarrier;
  case Relation::Block:
    return RaceClass::BlockBarrier;
  case Relation::Grid:
    return RaceClass::BetweenBlocks;
  }
  return RaceClass::BetweenBlocks;
}

RaceClass classOfAtomics(const Report &report) {
  const Access &current = report.current;
  const Access &previous = report.previous;
  if (!scopeCovers(current.scope, report.widest) || !scopeCovers(previous.scope, report.widest))
    return RaceClass::NarrowScope;
  return RaceClass::MixedSize;
}

/// What order/ says would have ordered the two; a missing fence is only the most
/// likely of several faults.
std::optional<RaceClass> classOfCause(uint8_t cause) {
  if (cause & abi::RaceLock)
    return cause & abi::RaceNarrowFence ? RaceClass::LockScope : RaceClass::Lock;
  if (cause & abi::RaceNarrowFence)
    return RaceClass::NarrowFence;
  if (cause & abi::RaceNarrowAtomic)
    return RaceClass::NarrowScope;
  if (cause & abi::RaceNoCommonLock)
    return RaceClass::CommonLock;
  return std::nullopt;
}

} // namespace

RaceClass classifyRace(const Report &report) {
  const Access &current = report.current;
  const Access &previous = report.previous;
  if (!previous.siteKnown)
    return classOfRelation(report.widest);
  // Even under a lock, or on the lock itself: no fence repairs those.
  if (isAtomic(current.kind) && isAtomic(previous.kind))
    return classOfAtomics(report);
  if (const std::optional<RaceClass> found = classOfCause(report.cause))
    return *found;
  if (current.isNonCoherent || previous.isNonCoherent)
    return RaceClass::NonCoherent;
  if (isAtomic(current.kind) || isAtomic(previous.kind))
    return RaceClass::AtomicPlain;
  if (report.sameValue && isStore(current.kind) && isStore(previous.kind))
    return RaceClass::SameValue;
  if (report.cause & abi::RaceNoFence)
    return RaceClass::MissingFence;
  if (current.isVolatile && previous.isVolatile)
    return RaceClass::Volatile;
  return classOfRelation(report.widest);
}

const char *classId(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics)                               \
  case RaceClass::Name:                                                                            \
    return Id;
#include "report/race_classes.def"
  }
  return "";
}

const char *classTitle(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics)                               \
  case RaceClass::Name:                                                                            \
    return Title;
#include "report/race_classes.def"
  }
  return "";
}

const char *classReason(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics)                               \
  case RaceClass::Name:                                                                            \
    return Reason;
#include "report/race_classes.def"
  }
  return "";
}

const char *classRepair(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics)                               \
  case RaceClass::Name:                                                                            \
    return Repair;
#include "report/race_classes.def"
  }
  return "";
}

namespace {

/// Without the folder, which the frames show.
std::string placeOf(const Access &access, const char *unknown) {
  if (!access.siteKnown)
    return unknown;
  const std::string place = locationOf(access);
  const bool hasFile = !access.frames.empty() && !access.frames.front().file.empty();
  return hasFile ? place.substr(place.rfind('/') + 1) : place;
}

/// "A and B" in the order of the source; once if they are one.
std::string bothPlaces(const Report &report, const std::string &one) {
  const bool swapped = lineOf(report.current) < lineOf(report.previous);
  const std::string earlier = placeOf(report.previous, "the earlier access");
  const std::string later = placeOf(report.current, "the later access");
  if (earlier == later)
    return one + later;
  return swapped ? later + " and " + earlier : earlier + " and " + later;
}

const char *fenceFor(Relation relation) {
  return relation == Relation::Grid ? "__threadfence()" : "__threadfence_block()";
}

const char *barrierFor(Relation relation) {
  switch (relation) {
  case Relation::Thread:
  case Relation::Group:
  case Relation::Warp:
    return "__syncwarp()";
  case Relation::Block:
    return "__syncthreads()";
  case Relation::Grid:
    return "a barrier of the grid (cooperative_groups::this_grid().sync())";
  }
  return "";
}

void replaceAll(std::string &text, const std::string &name, const std::string &value) {
  for (size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
}

/// Threads that update one element, in most cases: a barrier cannot stand between them.
bool isWithinLine(const Report &report) {
  const bool lacksBarrier =
      report.raceClass == RaceClass::BlockBarrier || report.raceClass == RaceClass::WarpBarrier;
  return lacksBarrier && report.current.siteKnown && report.previous.siteKnown &&
         lineOf(report.current) == lineOf(report.previous);
}

constexpr char WithinLineRepair[] =
    "an atomic update at {later} (atomicAdd() or the like), or an element of its own for each "
    "thread; only if one access is to come before the other, as between rounds of a loop, ";

} // namespace

std::string repairOf(const Report &report) {
  std::string text = isWithinLine(report) ? WithinLineRepair : "";
  text += classRepair(report.raceClass);
  replaceAll(text, "{both}", bothPlaces(report, ""));
  replaceAll(text, "{between}", "between " + bothPlaces(report, "the two accesses of "));
  replaceAll(text, "{earlier}", placeOf(report.previous, "the earlier access"));
  replaceAll(text, "{later}", placeOf(report.current, "the later access"));
  replaceAll(text, "{fence}", fenceFor(report.widest));
  replaceAll(text, "{barrier}", barrierFor(report.widest));
  return text;
}

} // namespace warpsan::report
