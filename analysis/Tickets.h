//===- Tickets.h - Numbers drawn from a counter -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/DenseMap.h"

#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace warpsan {

/// What atomic additions of positive constants give back, as the place that a work list
/// has for an entry: no two are the same while nothing else writes to the counter.
class Tickets {
public:
  explicit Tickets(const llvm::Function &kernel);

  /// From 1 on; 0: it is none.
  uint32_t numberOf(const llvm::Value &value) const { return numbers.lookup(&value); }
  /// That its draw adds to the counter.
  static uint32_t amountOf(const llvm::Value &ticket);

private:
  llvm::DenseMap<const llvm::Value *, uint32_t> numbers;
};

} // namespace warpsan
