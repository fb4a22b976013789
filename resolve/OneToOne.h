//===- OneToOne.h - Threads with bytes of their own ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/Domain.h"
#include <vector>

namespace warpsan::resolve {

/// An access of `bytes` from `address` on, where `domain` says.
struct Touch {
  AffineForm address;
  uint64_t bytes;
  Domain domain;
};

/// No two threads touch a common byte by any of the accesses, in whatever rounds of
/// their loops. `false`: not known.
bool areApart(std::vector<Touch> touches);

} // namespace warpsan::resolve
