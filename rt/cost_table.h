//===- cost_table.h - What checking costs, kernel by kernel ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/KernelCosts.h"
#include "rt/modules.h"
#include "rt/runtime_options.h"
#include <deque>
#include <functional>
#include <map>
#include <utility>

namespace warpsan::rt {

/// Counters in device memory, times and resources of launches; nothing without
/// counters=1.
class CostTable {
public:
  CostTable(Backend &backend, const RuntimeOptions &runOptions)
      : device(backend), options(runOptions) {}

  /// The launch counts, if there is memory for that.
  void startCounting(abi::LaunchRecord &record);
  /// The kernel's own function or a twin, which may take more shared memory.
  struct Launched {
    void *function;
    size_t sharedBytes; ///< dynamic
  };
  /// Times a launch that the program asked for in that shape.
  int launch(const Kernel &kernel, const Launched &launched, const LaunchShape &shape,
             const std::function<int()> &launch);
  /// Of all kernels that were launched. From an unusable device, what is known without it.
  std::vector<report::KernelCosts> read(const Modules &modules, bool deviceUsable);
  /// The device is idle and about to be reset.
  void forgetDevice();

private:
  using Key = std::pair<uint32_t, uint32_t>; ///< module and kernel

  /// Launches of one function.
  struct Launches {
    report::LaunchCosts costs;
    bool timeLost = false; ///< of one of them
  };

  struct Row {
    Launches checked;
    Launches own;
    std::optional<report::FunctionCosts> ownFunction;
    std::optional<report::FunctionCosts> twin;
    void *counters = nullptr;         ///< abi::KernelCounters, device memory
    abi::KernelCounters earlier = {}; ///< before the reset
    bool counted = false;
    bool countsLost = false;
  };

  /// A launch whose time is not known yet.
  struct Timed {
    Key kernel;
    bool isChecked;
    uint64_t begin;
    uint64_t end;
  };

  int measure(Key kernel, bool isChecked, void *stream, const std::function<int()> &launch);
  Launches &launchesOf(const Timed &timed);
  void settleTimes();
  void loseTimes();
  std::optional<report::FunctionCosts> functionCosts(const Launched &launched, uint64_t threads);
  std::optional<abi::KernelCounters> countersOf(const Row &row);
  void complete(const Row &row, bool deviceUsable, report::KernelCosts &costs);

  Backend &device;
  const RuntimeOptions &options;
  std::map<Key, Row> rows;
  std::deque<Timed> pending; ///< as they were launched
};

} // namespace warpsan::rt
