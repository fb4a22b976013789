//===- StepTimer.h - Time of the steps of a pass ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -ftime-report and -ftime-trace of clang name passes, also those that a pass runs itself,
// but nothing else inside of one. Steps do not nest: their times add up.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Pass.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/Timer.h"

namespace warpsan {

/// From construction to destruction; costs nothing if nobody asks for times.
class StepTimer {
public:
  explicit StepTimer(llvm::StringRef step)
      : timer(step, step, "warpsan", "WarpSan", llvm::TimePassesIsEnabled), trace("WarpSan", step) {
  }

private:
  llvm::NamedRegionTimer timer;
  llvm::TimeTraceScope trace;
};

/// Runs one step.
template <typename Step>
auto timeStep(llvm::StringRef name, const Step &step) {
  const StepTimer timer(name);
  return step();
}

} // namespace warpsan
