//===- launch.h - Launching the twin with its record -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Verdict.h"
#include "rt/barrier_table.h"
#include "rt/bit_budget.h"
#include "rt/cache_misses.h"
#include "rt/cost_table.h"
#include "rt/grid_tables.h"
#include "rt/launch_sites.h"
#include "rt/modules.h"
#include "rt/order_table.h"
#include "rt/record_table.h"
#include "rt/region_memory.h"
#include "rt/resolutions.h"
#include "rt/runtime_options.h"
#include "rt/shared_cells.h"
#include "rt/shared_pool.h"
#include "rt/streams.h"
#include <functional>

namespace warpsan::rt {

/// The launch the program asked for, as the program's cudart does it.
using PlainLaunch = std::function<int()>;

/// What launches share.
struct LaunchParts {
  Backend &device;
  const RuntimeOptions &options;
  Modules &modules;
  Allocations &allocations;
  SharedPools &pools;
  RecordTable &records;
  OrderTable &order;
  CacheMisses &misses;
  BarrierTable &barriers;
  CostTable &costs;
  Streams &streams;
  LaunchSites &launchSites;
};

class Launcher {
public:
  explicit Launcher(const LaunchParts &shared)
      : parts(shared), resolutions(shared.options, shared.allocations), regions(shared.device),
        grids(shared.device) {}

  /// A cudaError_t. Falls back to the plain launch, and counts that, whenever
  /// the twin cannot be launched.
  int launch(const void *stub, const LaunchShape &shape, void **arguments,
             const PlainLaunch &plain);
  /// The same for a function of the driver API.
  int launchFunction(void *function, const LaunchShape &shape, void **arguments,
                     const PlainLaunch &plain);
  /// A launch the runtime does not look into. `name` stands for the kernel if
  /// `stub` is null.
  int launchUnchecked(const void *stub, const PlainLaunch &plain, abi::Reason reason,
                      const std::string &name);
  /// Launches that may happen unseen.
  void noteUnseen(const std::string &name, abi::Reason reason) { unknown[name] = reason; }
  /// Blocks of a multiprocessor, with checks; nothing if it runs as it is.
  std::optional<uint32_t> occupancy(const void *stub, uint32_t threads, size_t sharedBytes);

  /// The process ends now: a kernel that runs inside its launch does not finish.
  void interrupted();

  /// Number of the next launch, from 1.
  uint32_t nextLaunch() const { return launches + 1; }
  uint64_t clears() const { return epochClears; }
  uint64_t twins() const { return twinLaunches; }
  /// Launches without checks, since nothing in them could race.
  uint64_t resolved() const { return resolvedLaunches; }
  /// Of the launch in mode ld or det of which least can be said.
  const report::CopyRounds &copyRounds() const { return leastRounds; }
  const std::map<std::string, abi::Reason> &unknownKernels() const { return unknown; }
  void addMemory(report::MemoryCosts &memory) const {
    memory.copyBytes = mostCopyBytes;
    memory.regionSlotBytes = regions.bytes();
    memory.gridTableBytes = grids.bytes();
  }
  void forgetDevice() {
    epoch = 0;
    heapUsed = false;
    resolutions.forgetDevice();
    regions.forgetDevice();
    grids.forgetDevice();
  }
  /// Nothing is in flight.
  void releaseUnused() {
    regions.releaseUnused();
    grids.releaseUnused();
  }

private:
  using Refusal = std::optional<abi::Reason>;

  void forgetBlocks(const LaunchShape &shape, const abi::LaunchRecord &record);
  void tryOtherSchedules(Kernel &kernel, const LaunchShape &shape, void **arguments);
  int launchKernel(Kernel *kernel, const LaunchShape &shape, void **arguments,
                   const PlainLaunch &plain);
  LaunchShape shapeOfTwin(void *twin, LaunchShape shape, const abi::LaunchRecord &record) const;
  int startTwin(Kernel &kernel, const LaunchShape &shape, void **arguments,
                const abi::LaunchRecord &record);
  int startPass(Kernel &kernel, void *twin, const LaunchShape &shape, void **arguments,
                const abi::LaunchRecord &record);
  int startPasses(Kernel &kernel, void *twin, const LaunchShape &shape, void **arguments,
                  const abi::LaunchRecord &record);
  bool beginPass(const LaunchShape &shape, const abi::LaunchRecord &record);
  int launchTwin(Kernel &kernel, const LaunchShape &shape, void **arguments,
                 const abi::LaunchRecord &record);
  int launchPlain(Kernel *kernel, const PlainLaunch &plain, abi::Reason reason,
                  const std::string &name = "unknown kernel");
  int launchOwn(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain);
  int launchFiltered(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain);
  int launchResolved(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain);
  void trackHeap(const Kernel &kernel);
  Refusal fillRecord(Kernel &kernel, const LaunchShape &shape, void **arguments,
                     abi::LaunchRecord &record);
  bool asksForBounds() const;
  void fillSample(const Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record) const;
  void fillRoots(const Kernel &kernel, const LaunchShape &shape, void **arguments,
                 abi::LaunchRecord &record);
  bool isProvedFor(const Kernel &kernel, const LaunchShape &shape) const;
  bool isCached() const { return parts.options.shadow == "cached"; }
  bool isChosen(const Kernel &kernel) const;
  Refusal refusedByMode(const Kernel &kernel) const;
  static Refusal refusedByDet(const Kernel &kernel);
  bool fallsBack() const { return parts.options.ld_fallback == "fsm"; }
  Refusal fillGrid(Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  Refusal fillRegions(Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  Refusal planCopies(Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  bool useSharedCopies(const Kernel &kernel, const LaunchShape &shape, const CopyNeed &need) const;
  bool leavesRoomFor(const Kernel &kernel, void *twin, const LaunchShape &shape,
                     size_t dynamic) const;
  Refusal checkShape(const Kernel &kernel, const LaunchShape &shape);
  void *twinFor(const Kernel &kernel, const LaunchShape &shape);
  static bool isProvedBut(const Kernel &kernel, const LaunchShape &shape,
                          const abi::LaunchRecord &record);
  bool needsCopies(const Kernel &kernel, const LaunchShape &shape,
                   const abi::LaunchRecord &record) const;
  LayoutRequest layoutRequest(const Kernel &kernel, const LaunchShape &shape, bool isOrdered) const;
  bool needsHistories(const Kernel &kernel, const LaunchShape &shape) const;
  void fillOrder(const Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  Refusal fillLayouts(Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  bool usesLines(const Kernel &kernel, const LaunchShape &shape,
                 const abi::LaunchRecord &record) const;
  Refusal fillGlobal(Kernel &kernel, StreamHandle stream, abi::LaunchRecord &record);
  void fillQuickPath(const Kernel &kernel, void **arguments, abi::LaunchRecord &record) const;
  SharedWindow windowOf(void *twin, const LaunchShape &shape) const;
  void fillShared(Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  bool useSharedCells(const Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  void useSlots(const Kernel &kernel, const LaunchShape &shape, abi::LaunchRecord &record);
  bool isCapturing() const;
  bool waitForOthers(Kernel &kernel, StreamHandle stream);
  bool nextEpoch(Kernel &kernel, StreamHandle stream);
  int follow(Kernel *kernel, const PlainLaunch &launch);
  void noteOverlap(Kernel *kernel, StreamHandle stream);
  void explain(const std::string &name, abi::Reason reason) const;

  LaunchParts parts;
  Resolutions resolutions;
  RegionPools regions;
  uint64_t mostCopyBytes = 0; ///< of a block
  GridTables grids;
  uint32_t launches = 0;
  Kernel *running = nullptr; ///< whose launch has not returned
  bool heapUsed = false;     ///< malloc of device code
  uint32_t epoch = 0;
  bool overlapsClear = false; ///< cells may be cleared while the latest launch runs
  uint64_t epochClears = 0;
  uint64_t twinLaunches = 0;
  uint64_t resolvedLaunches = 0;
  report::CopyRounds leastRounds;
  std::map<std::string, abi::Reason> unknown;
};

} // namespace warpsan::rt
