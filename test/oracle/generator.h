//===- generator.h - Random programs ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs are made clean: every word has an owner, a lock or is atomic, and it
// changes hands by a barrier or a flag with all that this takes. What makes them
// interesting are mutations: what orders is taken out or narrowed, accesses come
// in. None can make a program wait for ever that did not before.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/interpreter.h"
#include "test/oracle/random.h"

namespace warpsan::oracle {

Program makeClean(Random &random, bool isOrdered);

/// Something that orders is left out or reaches less far. False: there is nothing.
bool weaken(Program &program, Random &random);
/// A thread that only meets others ends: nobody waits for it any more.
void exitEarly(Program &program, Random &random);
/// One more access of data.
void addAccess(Program &program, Random &random);

/// Operations of a group stand and fall together.
void removeGroup(Program &program, uint16_t group);
std::vector<uint16_t> groupsOf(const Program &program);

} // namespace warpsan::oracle
