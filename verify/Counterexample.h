//===- Counterexample.h - Two threads that race -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/Meeting.h"
#include "verify/Outcome.h"

namespace warpsan::verify {

/// What the model says of the two threads that meet at the pair.
Witness witnessOf(ThreadPair &threads, const Pair &pair, Relation relation, const z3::model &model);

/// Whether both come to the accesses when they run with the numbers of the counterexample, at
/// common bytes and with no barrier between. Not known is no. Adds to the witness what they read.
bool isConfirmed(ThreadPair &threads, const Pair &pair, Witness &witness, const z3::model &model);

} // namespace warpsan::verify
