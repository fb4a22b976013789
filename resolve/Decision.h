//===- Decision.h - Which accesses of a launch cannot race -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/LaunchFacts.h"

namespace warpsan::resolve {

/// Bit r: nothing that the launch accesses behind root r of its kernel can race
/// (LaunchRecord::resolvedRoots). Null pointers are not accessed.
uint64_t resolveRoots(const LaunchFacts &launch);

} // namespace warpsan::resolve
