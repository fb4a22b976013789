//===- fiber.h - Stacks that CUDA threads run on ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boost.Context switches without system calls; ucontext is seven times slower
// (two sigprocmask calls a switch).
//===----------------------------------------------------------------------===//
#pragma once
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <vector>

namespace warpsan::cpu {

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr; ///< where it stopped; null: fresh
  char *bottom = nullptr;
  char *top = nullptr;
};

/// Keeps every stack it ever made: the next launch needs them again.
class FiberPool {
public:
  using Body = void (*)();

  explicit FiberPool(Body threadBody) : body(threadBody) {}
  /// A fiber that runs `body` from the start, or an idle one that continues.
  Fiber *take();
  /// An idle fiber whose body is in a state to take another thread.
  void putIdle(Fiber *fiber) { idle.push_back(fiber); }
  /// A fiber whose frames are dead; its body starts again.
  void putAbandoned(Fiber *fiber);

  /// Suspends `from` and resumes `to`.
  void resume(Fiber &from, Fiber &to);

private:
  void grow();
  char *mapStacks(size_t count);
  static void start(boost::context::detail::transfer_t transfer);

  Body body;
  std::vector<Fiber *> idle;
  size_t made = 0;
};

} // namespace warpsan::cpu
