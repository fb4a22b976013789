//===- ThreadPair.h - Two threads and their terms ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "verify/ThreadTerms.h"

namespace warpsan::verify {

/// Which two threads.
enum class Relation : uint8_t { SameBlock, SameWarp, OtherWarps, OtherBlocks };

struct ThreadPair {
  /// They are of one block, or warp, if it can be asked what they ran alike.
  ThreadPair(z3::context &context, const Kernel &kernel, const LaunchAssumptions &assumptions,
             const Knowledge &knowledge, ThreadTerms::RanAlike ranAlike,
             Kernel::Level level = Kernel::Level::Block);

  /// They are two, and related so.
  z3::expr differ(Relation relation) const;
  /// What is so of all symbols that their terms name.
  std::vector<z3::expr> facts(Relation relation) const;
  Doubts doubts() const;

  const Kernel &kernel;
  LaunchTerms launch;
  ThreadTerms first, second;

private:
  std::vector<z3::expr> drawsApart(Relation relation) const;
};

z3::expr warpOf(const ThreadTerms &thread);

} // namespace warpsan::verify
