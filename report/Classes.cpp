//===- Classes.cpp - Classes of races and their texts ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Classes.h"

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

} // namespace

RaceClass classifyRace(const Report &report) {
  const Access &current = report.current;
  const Access &previous = report.previous;
  if (!previous.siteKnown)
    return classOfRelation(report.widest);
  // Even under a lock, or on the lock itself: no fence repairs those.
  if (isAtomic(current.kind) && isAtomic(previous.kind))
    return classOfAtomics(report);
  if (report.lockFault)
    return RaceClass::Lock;
  if (current.isNonCoherent || previous.isNonCoherent)
    return RaceClass::NonCoherent;
  if (isAtomic(current.kind) || isAtomic(previous.kind))
    return RaceClass::AtomicPlain;
  if (report.sameValue && isStore(current.kind) && isStore(previous.kind))
    return RaceClass::SameValue;
  if (current.isVolatile && previous.isVolatile)
    return RaceClass::Volatile;
  return classOfRelation(report.widest);
}

const char *classId(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair)                                        \
  case RaceClass::Name:                                                                            \
    return Id;
#include "report/race_classes.def"
  }
  return "";
}

const char *classTitle(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair)                                        \
  case RaceClass::Name:                                                                            \
    return Title;
#include "report/race_classes.def"
  }
  return "";
}

const char *classReason(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair)                                        \
  case RaceClass::Name:                                                                            \
    return Reason;
#include "report/race_classes.def"
  }
  return "";
}

const char *classRepair(RaceClass raceClass) {
  switch (raceClass) {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair)                                        \
  case RaceClass::Name:                                                                            \
    return Repair;
#include "report/race_classes.def"
  }
  return "";
}

} // namespace warpsan::report
