//===- Encounter.h - Two accesses of a common byte -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/OneToOne.h"

namespace warpsan::resolve {

/// A value of the one thread and one of the other that are at least so far apart.
struct Difference {
  Variable ofFirst;
  Variable ofSecond;
  int64_t least;
};

enum class Threads { OfOneBlock, OfDifferentBlocks };

/// Two different threads may touch a common byte, one by the first access and one by the
/// second, in whatever rounds of their loops. `true`: perhaps not.
bool mayEncounter(const Touch &first, const Touch &second, Threads which,
                  const std::optional<Difference> &difference = std::nullopt);

} // namespace warpsan::resolve
