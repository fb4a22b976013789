//===- Encounter.h - Two accesses of a common byte -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/OneToOne.h"

namespace warpsan::resolve {

/// Two different threads may touch a common byte, one by the first access and one by
/// the second, in whatever rounds of their loops. `true`: perhaps not.
bool mayEncounter(const Touch &first, const Touch &second);

} // namespace warpsan::resolve
