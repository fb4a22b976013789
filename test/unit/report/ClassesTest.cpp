//===- ClassesTest.cpp - Which class a pair of accesses is -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Classes.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

Report underLock(AccessKind kind, Scope scope) {
  Report made;
  made.current.siteKnown = made.previous.siteKnown = true;
  made.current.kind = made.previous.kind = kind;
  made.current.scope = made.previous.scope = scope;
  made.relation = made.widest = Relation::Grid;
  made.cause = abi::RaceLock;
  return made;
}

TEST(Classes, PlainAccessesUnderALockThatDoesNotProtect) {
  EXPECT_EQ(classifyRace(underLock(AccessKind::Write, Scope::None)), RaceClass::Lock);
}

/// The word of the lock itself, say.
TEST(Classes, NarrowAtomicsUnderALockAreNoFaultOfTheLock) {
  EXPECT_EQ(classifyRace(underLock(AccessKind::AtomicRmw, Scope::Block)), RaceClass::NarrowScope);
}

} // namespace
} // namespace warpsan::report
