//===- trace.h - From notes of a run to events for the oracle --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/oracle/interpreter.h"
#include "test/oracle/oracle.h"

namespace warpsan::oracle {

/// One event for each note.
std::vector<Event> eventsOf(const Program &program, const std::vector<Note> &notes);

const Operation &operationOf(const Program &program, const Note &note);

} // namespace warpsan::oracle
