//===- session.h - The run: state, its end, its verdict --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object for the process, never destroyed. Public functions take the lock;
// the report is written exactly once, by whichever end comes first:
//
//   exit()         an exit handler registered at the first CUDA call, so it
//                  runs before cudart's own teardown; the exit code is set by
//                  another one, registered when the first module attaches, so
//                  it runs after the program's static destructors
//   a signal       from what lies in pinned memory, without the device
//   halt_on_error  at a synchronisation
//===----------------------------------------------------------------------===//
#pragma once
#include "report/RunReport.h"
#include "rt/drain.h"
#include "rt/progress.h"
#include "warpsan/host_abi.h"
#include <atomic>
#include <mutex>

namespace warpsan::rt {

class Session {
public:
  static Session &get();

  /// An instrumented module is about to attach.
  void start();

  int launch(const void *stub, const LaunchShape &shape, void **arguments,
             const PlainLaunch &plain);
  int launchFunction(void *function, const LaunchShape &shape, void **arguments,
                     const PlainLaunch &plain);
  int launchUnchecked(const void *stub, const PlainLaunch &plain, abi::Reason reason,
                      const std::string &name);
  /// The program may launch kernels that are not seen.
  void noteUnseen(const std::string &name, abi::Reason reason);
  /// See Launcher.
  std::optional<uint32_t> occupancy(const void *stub, uint32_t threads, size_t sharedBytes);

  void addMemory(const void *base, size_t bytes, const char *function, const void *caller);
  void removeMemory(const void *base);
  void nameMemory(const void *base, size_t bytes, const char *name, const void *caller);
  void forgetName(const void *base);
  /// After a free that waited for the device.
  void memoryFreed();

  /// Changes the model of stream order; nothing once the report is written.
  template <typename Change>
  void order(const Change &change) {
    const std::lock_guard lock(mutex);
    if (isActive())
      change(streams);
  }
  void destroyStream(StreamHandle stream);
  /// The host has waited for something.
  void synchronized();
  void deviceSynchronized();

  void beforeReset();

  /// See host_abi.h.
  void takeRaces(WarpsanRaceSink sink, void *closure);

  /// Ends of the process.
  void finishAtExit();
  void setExitCode();
  void finishInSignal(int signal);

private:
  Session();
  void startProcess();
  void enterFirstCall();
  void leaveFirstLaunch();
  bool usable();
  bool isActive() const { return !reported; }
  bool isOwnDevice();
  template <typename Launch>
  int launchChecked(const PlainLaunch &plain, const Launch &launch);
  void report(bool deviceUsable);
  report::RunReport collect(bool deviceUsable);
  report::RunSummary summarize(const report::RunReport &run, bool deviceUsable);
  void write(const report::RunReport &run) const;
  void printCosts(bool deviceUsable);
  void printCounters(const std::vector<report::KernelCosts> &kernels);
  report::ExitPolicy policy() const;
  [[noreturn]] void halt();

  // Recursive: on the CPU target kernels run inside launch(), and a signal
  // there ends the process through finishInSignal().
  std::recursive_mutex mutex;
  std::atomic<bool> reported = false;
  report::Process description;
  int process = 0; ///< a child forked after the first CUDA call has no verdict
  bool firstCallSeen = false;
  bool firstLaunchSeen = false;
  bool failed = false;     ///< no device to run on
  int boundDevice = -1;    ///< device whose kernels are checked
  std::optional<int> code; ///< to end with

  RuntimeOptions options;
  report::Suppressions suppressions;
  Progress progress;
  Backend &device;
  Allocations allocations;
  NamedRegions regions;
  Modules modules;
  SharedPools pools;
  RecordTable records;
  OrderTable orders;
  CacheMisses misses;
  BarrierTable barriers;
  CostTable costs;
  Streams streams;
  LaunchSites launchSites;
  Launcher launcher;
  Drain drain;
};

} // namespace warpsan::rt
