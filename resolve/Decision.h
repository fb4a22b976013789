//===- Decision.h - Which accesses of a launch cannot race -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/LaunchFacts.h"

namespace warpsan::resolve {

/// Bit r of each is for root r of the kernel. Null pointers are not accessed.
struct Resolution {
  uint64_t resolved = 0; ///< LaunchRecord::resolvedRoots
  uint64_t direct = 0;   ///< LaunchRecord::directRoots of KernelPrivate, if blocks are not compared

  auto operator<=>(const Resolution &) const = default;
};

/// What the launch can be seen not to race on.
Resolution resolveRoots(const LaunchFacts &launch);

} // namespace warpsan::resolve
