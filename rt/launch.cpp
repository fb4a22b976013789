//===- launch.cpp - Launching the twin with its record ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/launch.h"
#include "core/block_sample.h"
#include "core/region_grid.h"
#include "core/rounds.h"
#include "report/NamePattern.h"
#include "rt/message.h"
#include <algorithm>
#include <span>

namespace warpsan::rt {

using namespace abi;

namespace {

uint64_t blocksOf(const LaunchShape &shape) {
  return uint64_t(shape.grid[0]) * shape.grid[1] * shape.grid[2];
}

uint64_t threadsOf(const LaunchShape &shape) {
  return uint64_t(shape.block[0]) * shape.block[1] * shape.block[2];
}

/// Streams know a launch by its kernel, or as the clearing of all cells.
uint64_t tagOf(const Kernel *kernel) { return reinterpret_cast<uint64_t>(kernel); }
constexpr uint64_t ClearOfCells = UINT64_MAX;

/// blockSlots and the device's block numbers are 32 bits where it matters.
constexpr uint64_t MostBlocks = uint64_t(1) << 31;

bool waitsForBlocks(const Kernel &kernel, const LaunchShape &shape) {
  return shape.cooperative || (kernel.info().flags & KernelSpins);
}

/// Such code might ask how much shared memory there is, or use that of another block.
bool dependsOnSharedSize(const KernelInfo &kernel) {
  constexpr uint32_t Unseen = report::reasonBit(Reason::IndirectCall) |
                              report::reasonBit(Reason::ExternalCall) |
                              report::reasonBit(Reason::Cluster);
  return (kernel.flags & (KernelSharedSize | KernelOpen)) || (kernel.reasons & Unseen);
}

/// Accesses of global memory that the launch does not prove.
bool hasOpenGlobal(const KernelInfo &kernel, const LaunchRecord &record) {
  const uint64_t all = (uint64_t(1) << kernel.rootCount) - 1;
  return (kernel.flags & KernelGlobal) &&
         ((kernel.flags & KernelUnrootedGlobal) || record.resolvedRoots != all);
}

CopyExtras extrasOf(const LaunchRecord &record) {
  return {(record.flags & LaunchPoison) != 0, (record.flags & LaunchOnce) != 0};
}

std::span<const GridPass> passesOf(const LaunchRecord &record) {
  if (!(record.flags & LaunchOnce))
    return PassesOfLd;
  return record.flags & LaunchAnyOrder ? std::span<const GridPass>(PassesOfDetAnyOrder)
                                       : PassesOfDet;
}

bool touchesGlobal(const Kernel *kernel) {
  return !kernel || !kernel->module || (kernel->info().flags & KernelGlobal);
}

} // namespace

int Launcher::launch(const void *stub, const LaunchShape &shape, void **arguments,
                     const PlainLaunch &plain) {
  parts.launchSites.note(nextLaunch(), shape.caller);
  return launchKernel(parts.modules.find(stub, nextLaunch()), shape, arguments, plain);
}

int Launcher::launchFunction(void *function, const LaunchShape &shape, void **arguments,
                             const PlainLaunch &plain) {
  parts.launchSites.note(nextLaunch(), shape.caller);
  Kernel *kernel = parts.modules.findFunction(function, nextLaunch());
  if (kernel && kernel->module)
    return launchKernel(kernel, shape, arguments, plain);
  return launchPlain(nullptr, plain, Reason::DriverLaunch,
                     kernel ? kernel->name : "kernel of the driver API");
}

int Launcher::launchKernel(Kernel *kernel, const LaunchShape &shape, void **arguments,
                           const PlainLaunch &plain) {
  if (parts.device.isCapturing(shape.stream))
    return launchPlain(kernel, plain, Reason::GraphLaunch);
  noteOverlap(kernel, shape.stream);
  if (!kernel || !kernel->module)
    return launchPlain(kernel, plain, Reason::NoTwin);
  trackHeap(*kernel);
  if (const Refusal refusal = refusedByDet(*kernel))
    return launchPlain(kernel, plain, *refusal);
  // Every access is proved: the program's own kernel, at no cost.
  if (!kernel->module->needsCheck(kernel->index) || isProvedFor(*kernel, shape))
    return launchOwn(*kernel, shape, plain);
  if (resolutions.covers(*kernel, shape, arguments))
    return launchResolved(*kernel, shape, plain);
  if (!isChosen(*kernel))
    return launchFiltered(*kernel, shape, plain);
  if (const Refusal refusal = refusedByMode(*kernel))
    return launchPlain(kernel, plain, *refusal);
  // Whatever is wrong with the launch shows as without checks.
  if (!parts.device.accepts(kernel->original, shape))
    return launchPlain(kernel, plain, Reason::NoTwin);
  tryOtherSchedules(*kernel, shape, arguments);
  LaunchRecord record{};
  if (const Refusal refusal = fillRecord(*kernel, shape, arguments, record))
    return launchPlain(kernel, plain, *refusal);
  parts.costs.startCounting(record);
  if (launchTwin(*kernel, shape, arguments, record) == 0)
    return 0;
  if (record.sharedCells) {
    useSlots(*kernel, shape, record);
    if (launchTwin(*kernel, shape, arguments, record) == 0)
      return 0;
  }
  // What is wrong with the launch itself shows again, with the right error.
  return launchPlain(kernel, plain, Reason::NoTwin);
}

/// All its checks are of accesses that cannot race in such blocks. They may leave the
/// dynamic shared memory that the launch asks for.
bool Launcher::isProvedFor(const Kernel &kernel, const LaunchShape &shape) const {
  const KernelInfo &info = kernel.info();
  return !asksForBounds() && info.provedBlock.isSet() && info.provedBlock.allow(shape.block) &&
         !(info.flags & (KernelShapelessChecks | KernelOpen)) && !kernel.tellsDivergence();
}

/// By the options.
bool Launcher::isChosen(const Kernel &kernel) const {
  const uint64_t most = parts.options.launches;
  const char *name = kernel.module->view().text(kernel.info().demangled);
  return (most == 0 || kernel.runs().checked < most) &&
         report::isInList(parts.options.kernels, name);
}

/// Of a kernel for mode ld or det that has the twin of mode fsm.
Launcher::Refusal Launcher::refusedByMode(const Kernel &kernel) const {
  const KernelInfo &info = kernel.info();
  const bool hasOwnTwin = !(info.flags & (KernelModeLd | KernelModeDet)) ||
                          ((info.flags & KernelModeLd) && fallsBack());
  if (hasOwnTwin || (info.flags & KernelPrivate))
    return std::nullopt;
  return info.obstacles ? Reason::Unrepeatable : Reason::GlobalMemory;
}

/// What cannot race may still come out differently each time.
Launcher::Refusal Launcher::refusedByDet(const Kernel &kernel) {
  const KernelInfo &info = kernel.info();
  return (info.flags & KernelModeDet) && info.obstacles ? Refusal(Reason::Unrepeatable)
                                                        : std::nullopt;
}

int Launcher::launchUnchecked(const void *stub, const PlainLaunch &plain, Reason reason,
                              const std::string &name) {
  Kernel *kernel = stub ? parts.modules.find(stub, nextLaunch()) : nullptr;
  return launchPlain(kernel, plain, reason, name);
}

/// The answer of a device without room for the twin is not zero: the kernel
/// then runs as it is.
std::optional<uint32_t> Launcher::occupancy(const void *stub, uint32_t threads,
                                            size_t sharedBytes) {
  Kernel *kernel = parts.modules.find(stub, nextLaunch());
  const LaunchShape shape{{1, 1, 1}, {threads, 1, 1}, sharedBytes, nullptr, false, nullptr};
  if (!kernel || !kernel->twin || !kernel->module->needsCheck(kernel->index) ||
      !parts.device.accepts(kernel->original, shape))
    return std::nullopt;
  uint32_t blocks = 0;
  for (void *twin : {kernel->twin, kernel->slim})
    if (twin)
      blocks = std::max(blocks, parts.device.residentBlocks(twin, threads, sharedBytes));
  return blocks ? std::optional(blocks / parts.device.multiprocessors()) : std::nullopt;
}

/// The next run has the same launch number: its blocks would find the slots of
/// this one, with shared memory that was already accessed.
void Launcher::forgetBlocks(const LaunchShape &shape, const LaunchRecord &record) {
  if (record.blockSlots)
    parts.device.clearDevice(reinterpret_cast<void *>(record.blockSlots),
                             blocksOf(shape) * sizeof(uint64_t), shape.stream);
}

/// Each trial is an epoch of its own: cells of another one are no history.
void Launcher::tryOtherSchedules(Kernel &kernel, const LaunchShape &shape, void **arguments) {
  const uint32_t trials = parts.device.trials();
  for (uint32_t trial = 0; trial < trials; ++trial) {
    LaunchRecord record{};
    if (fillRecord(kernel, shape, arguments, record))
      return;
    parts.device.beginTrial(trial);
    startTwin(kernel, shape, arguments, record);
    parts.order.settle();
    parts.records.nameSchedule(parts.device.currentSchedule());
    parts.device.endTrial();
    forgetBlocks(shape, record);
  }
}

/// With room for cells in shared memory.
LaunchShape Launcher::shapeOfTwin(void *twin, LaunchShape shape, const LaunchRecord &record) const {
  if (record.sharedCells)
    shape.sharedBytes =
        record.sharedCells + record.slotStride - windowOf(twin, shape).dynamicStart();
  else if (record.sharedCopies)
    shape.sharedBytes = needOf(windowOf(twin, shape), record.copies, extrasOf(record)).dynamic;
  return shape;
}

int Launcher::startTwin(Kernel &kernel, const LaunchShape &shape, void **arguments,
                        const LaunchRecord &record) {
  void *twin = isProvedBut(kernel, shape, record) ? kernel.proved : twinFor(kernel, shape);
  return record.gridState ? startPasses(kernel, twin, shape, arguments, record)
                          : startPass(kernel, twin, shape, arguments, record);
}

int Launcher::startPass(Kernel &kernel, void *twin, const LaunchShape &shape, void **arguments,
                        const LaunchRecord &record) {
  std::vector<void *> extended(arguments, arguments + kernel.info().parameters);
  extended.push_back(const_cast<LaunchRecord *>(&record));
  const LaunchShape enlarged = shapeOfTwin(twin, shape, record);
  return follow(&kernel, [&] { return parts.device.launch(twin, enlarged, extended.data()); });
}

/// Mode ld compares the blocks: passes that leave memory as it was, then the program's kernel.
/// In mode det one pass is what the program does. Nothing waits for them here: they decide on
/// the device what they do.
int Launcher::startPasses(Kernel &kernel, void *twin, const LaunchShape &shape, void **arguments,
                          const LaunchRecord &record) {
  constexpr uint32_t SweepsOfProcessor = 4;
  LaunchShape sweep = shape;
  std::fill(sweep.grid, sweep.grid + 3, 1u);
  sweep.grid[0] = uint32_t(std::min<uint64_t>(
      blocksOf(shape), uint64_t(parts.device.multiprocessors()) * SweepsOfProcessor));
  LaunchRecord pass = record;
  for (const GridPass p : passesOf(record)) {
    pass.gridPass = uint32_t(p);
    // Cells that regions of the first pass have touched are no history.
    if (p == GridPass::Record) {
      if (!nextEpoch(kernel, shape.stream))
        continue;
      pass.epoch = epoch;
    }
    const LaunchShape &each = isSweep(p) ? sweep : shape;
    const int error = beginPass(shape, pass) ? startPass(kernel, twin, each, arguments, pass) : 1;
    if (error != 0) {
      grids.abandon(record);
      return error;
    }
  }
  if (record.flags & LaunchOnce)
    return 0;
  return follow(&kernel, [&] { return parts.device.launch(kernel.original, shape, arguments); });
}

/// Its blocks are not those of the pass before, whose launch has the same number.
bool Launcher::beginPass(const LaunchShape &shape, const LaunchRecord &record) {
  std::vector<MemoryRange> pieces{{record.blockSlots, blocksOf(shape) * sizeof(uint64_t)}};
  if (GridPass(record.gridPass) == GridPass::First)
    pieces.push_back({record.gridState, sizeof(GridState) + sizeof(WriteBuffer)});
  return parts.device.clearInOrder(pieces, shape.stream) == 0;
}

/// But for the ends of arrays, and nobody asks for more than races.
bool Launcher::isProvedBut(const Kernel &kernel, const LaunchShape &shape,
                           const LaunchRecord &record) {
  const uint64_t all = (uint64_t(1) << kernel.info().rootCount) - 1;
  constexpr uint32_t wanted = LaunchProvedShape | LaunchQuick;
  return kernel.proved && (record.flags & wanted) == wanted &&
         !(record.flags & LaunchCountAccesses) && record.resolvedRoots == all &&
         !waitsForBlocks(kernel, shape);
}

/// Where the launch runs the kernel, a hang shows when it returns.
int Launcher::follow(Kernel *kernel, const PlainLaunch &launch) {
  const uint64_t before = parts.device.hungLaunches();
  running = kernel && kernel->module ? kernel : nullptr;
  const int error = launch();
  if (running && parts.device.hungLaunches() != before)
    running->runs().reasons |= report::reasonBit(Reason::UnfinishedKernel);
  running = nullptr;
  return error;
}

void Launcher::interrupted() {
  if (!running)
    return;
  ++running->runs().launches;
  running->runs().reasons |= report::reasonBit(Reason::UnfinishedKernel);
}

int Launcher::launchTwin(Kernel &kernel, const LaunchShape &shape, void **arguments,
                         const LaunchRecord &record) {
  void *twin = twinFor(kernel, shape);
  const size_t sharedBytes = shapeOfTwin(twin, shape, record).sharedBytes;
  const int error = parts.costs.launch(kernel, {twin, sharedBytes}, shape,
                                       [&] { return startTwin(kernel, shape, arguments, record); });
  if (error == 0) {
    ++launches;
    ++twinLaunches;
    ++kernel.runs().launches;
    ++kernel.runs().checked;
    kernel.runs().sampled += (record.flags & LaunchSampled) != 0;
  }
  // May take long: a signal then finds the launch counted.
  if (parts.device.isSynchronous())
    parts.order.settle();
  if (error != 0)
    return error;
  if (parts.device.trials())
    parts.records.nameSchedule(parts.device.currentSchedule());
  if (parts.options.verbosity >= 2)
    printNote("launch " + std::to_string(launches) + ": " + kernel.name + " checked" +
              (record.sharedCells ? ", cells in shared memory" : "") +
              (isProvedBut(kernel, shape, record) ? ", for accesses that leave their array" : ""));
  return 0;
}

/// Nothing in it needs a check.
int Launcher::launchOwn(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain) {
  return launchPlain(
      &kernel,
      [&] {
        return parts.costs.launch(kernel, {kernel.original, shape.sharedBytes}, shape, plain);
      },
      Reason::None);
}

int Launcher::launchFiltered(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain) {
  const int error = launchOwn(kernel, shape, plain);
  if (error != 0)
    return error;
  ++kernel.runs().filtered;
  explain(kernel.name, Reason::FilteredOut);
  return 0;
}

/// As checked as if the twin had run.
int Launcher::launchResolved(Kernel &kernel, const LaunchShape &shape, const PlainLaunch &plain) {
  const int error = launchOwn(kernel, shape, plain);
  if (error != 0)
    return error;
  ++resolvedLaunches;
  if (parts.options.verbosity >= 2)
    printNote("launch " + std::to_string(launches) + ": " + kernel.name + " cannot race");
  return 0;
}

/// Reason::None: nothing needed a check. `name` stands for a kernel that could
/// not be resolved.
int Launcher::launchPlain(Kernel *kernel, const PlainLaunch &plain, Reason reason,
                          const std::string &name) {
  const int error = follow(kernel, plain);
  if (error != 0)
    return error;
  ++launches;
  if (!kernel || !kernel->module) {
    unknown[kernel ? kernel->name : name] = reason;
  } else {
    ++kernel->runs().launches;
    kernel->runs().reasons |= report::reasonBit(reason);
  }
  explain(kernel ? kernel->name : name, reason);
  return 0;
}

void Launcher::explain(const std::string &name, Reason reason) const {
  if (parts.options.verbosity >= 1 && reason != Reason::None)
    printNote("launch " + std::to_string(launches) + ": " + name +
              " not checked: " + report::reasonText(reason));
}

/// The heap of device code is one allocation, known from the first kernel on that
/// may call malloc.
void Launcher::trackHeap(const Kernel &kernel) {
  if (heapUsed || !(kernel.info().flags & KernelHeap))
    return;
  heapUsed = true;
  const MemoryRange heap = parts.device.deviceHeap(kernel.original);
  parts.allocations.add(heap.base, heap.bytes, HeapOfDeviceCode, nullptr, nextLaunch());
}

Launcher::Refusal Launcher::fillRecord(Kernel &kernel, const LaunchShape &shape, void **arguments,
                                       LaunchRecord &record) {
  record.version = Version;
  record.launch = nextLaunch();
  record.kernel = kernel.index;
  record.unitSite = kernel.unitSite;
  record.module = kernel.module->index();
  record.siteBase = kernel.module->checkedSites(kernel.index).first;
  record.siteFlags = reinterpret_cast<uint64_t>(kernel.module->deviceFlags + record.siteBase);
  record.kernelFlags = reinterpret_cast<uint64_t>(kernel.module->kernelFlags(kernel.index));
  record.sharedPlaces = reinterpret_cast<uint64_t>(kernel.module->sharedPlaces(kernel.index));
  if (kernel.info().provedBlock.allow(shape.block) && !asksForBounds())
    record.flags |= LaunchProvedShape;
  if (asksForBounds())
    record.flags |= LaunchBounds;
  if (const Refusal refusal = checkShape(kernel, shape))
    return refusal;
  if (kernel.info().flags & KernelOpenStack)
    parts.device.growStack();
  fillOrder(kernel, shape, record);
  // With a history, accesses also tell the rounds of a wait apart.
  if (!(record.flags & LaunchOrdered))
    fillRoots(kernel, shape, arguments, record);
  fillSample(kernel, shape, record);
  if (usesLines(kernel, shape, record))
    record.flags |= LaunchLines;
  if (const Refusal refusal = fillLayouts(kernel, shape, record))
    return refusal;
  if (!parts.records.prepare(record))
    return Reason::ShadowMemory;
  if (kernel.module->view().barrierCount())
    parts.barriers.prepare(record);
  if (const Refusal refusal = fillGlobal(kernel, shape.stream, record))
    return refusal;
  fillQuickPath(kernel, arguments, record);
  fillShared(kernel, shape, record);
  return needsCopies(kernel, shape, record) ? fillRegions(kernel, shape, record) : std::nullopt;
}

/// Launches that count have the twin with all checks.
bool Launcher::needsCopies(const Kernel &kernel, const LaunchShape &shape,
                           const LaunchRecord &record) const {
  const uint32_t flags = kernel.info().flags;
  return (flags & KernelPrivate) &&
         ((flags & KernelModeDet) || parts.options.counters || !isProvedBut(kernel, shape, record));
}

/// The copies of modes ld and det are of all blocks.
void Launcher::fillSample(const Kernel &kernel, const LaunchShape &shape,
                          LaunchRecord &record) const {
  const BlockSample sample = sampleOf(blocksOf(shape), parts.options.blocks, kernel.runs().checked);
  if (sample.stride == 1 || (kernel.info().flags & KernelPrivate))
    return;
  record.flags |= LaunchSampled;
  record.sampleStride = sample.stride;
  record.sampleFirst = sample.first;
}

void Launcher::fillRoots(const Kernel &kernel, const LaunchShape &shape, void **arguments,
                         LaunchRecord &record) {
  const resolve::Resolution found = resolutions.rootsOf(kernel, shape, arguments);
  record.resolvedRoots = found.resolved;
  record.directRoots = found.direct;
}

/// Where nobody surely knows the heap of device code, any address may lie in it once
/// a kernel has called malloc.
bool Launcher::asksForBounds() const {
  return parts.options.bounds && (!heapUsed || parts.device.seesDeviceHeap());
}

Launcher::Refusal Launcher::checkShape(const Kernel &kernel, const LaunchShape &shape) {
  if (!kernel.twin || blocksOf(shape) == 0 || threadsOf(shape) == 0)
    return Reason::NoTwin;
  if (blocksOf(shape) >= MostBlocks)
    return Reason::LayoutTooWide;
  if (!twinFor(kernel, shape))
    return Reason::CoResidency;
  return std::nullopt;
}

/// The twin takes more registers: blocks that wait for each other, and would
/// all be on the device, might wait for ever. Null if there is no way to check them.
void *Launcher::twinFor(const Kernel &kernel, const LaunchShape &shape) {
  const auto fits = [&](void *function) {
    return parts.device.residentBlocks(function, uint32_t(threadsOf(shape)), shape.sharedBytes) >=
           blocksOf(shape);
  };
  if (!waitsForBlocks(kernel, shape) || fits(kernel.twin))
    return kernel.twin;
  if (kernel.slim && fits(kernel.slim))
    return kernel.slim;
  return shape.cooperative || fits(kernel.original) ? nullptr : kernel.twin;
}

LayoutRequest Launcher::layoutRequest(const Kernel &kernel, const LaunchShape &shape,
                                      bool isOrdered) const {
  return {threadsOf(shape),
          blocksOf(shape),
          std::max(kernel.module->checkedSites(kernel.index).count, 1u),
          kernel.info().flags,
          isOrdered,
          unsigned(parts.options.clock_bits),
          isCached()};
}

/// Their fields are wide enough for every launch, too.
bool Launcher::needsHistories(const Kernel &kernel, const LaunchShape &shape) const {
  const uint32_t flags = kernel.info().flags;
  if (flags & KernelModeDet)
    return false;
  if (needsOrder(flags))
    return true;
  const LayoutRequest request = layoutRequest(kernel, shape, false);
  return (flags & KernelHistories) && !chooseGlobalLayout(request);
}

/// Without memory for the log, cells do what they can: conflicts that may be
/// ordered are then set aside.
void Launcher::fillOrder(const Kernel &kernel, const LaunchShape &shape, LaunchRecord &record) {
  if (needsHistories(kernel, shape) && !parts.order.prepare(shape, record))
    printNote("out of shadow memory for the order of " + kernel.name);
}

/// Mode det has no cells.
Launcher::Refusal Launcher::fillLayouts(Kernel &kernel, const LaunchShape &shape,
                                        LaunchRecord &record) {
  if (kernel.info().flags & KernelModeDet)
    return std::nullopt;
  const LayoutRequest request = layoutRequest(kernel, shape, record.flags & LaunchOrdered);
  const auto global = chooseGlobalLayout(request);
  const auto shared = chooseSharedLayout(request);
  if (!global || !shared)
    return Reason::LayoutTooWide;
  record.globalLayout = *global;
  record.sharedLayout = *shared;
  return std::nullopt;
}

Launcher::Refusal Launcher::fillGlobal(Kernel &kernel, StreamHandle stream, LaunchRecord &record) {
  const uint32_t flags = kernel.info().flags;
  using Shadow = Allocations::Shadow;
  if ((flags & KernelModeDet) || ((flags & KernelPrivate) && !hasOpenGlobal(kernel.info(), record)))
    return parts.allocations.prepare(Shadow::None, record) ? std::nullopt
                                                           : Refusal(Reason::ShadowMemory);
  if (!(flags & KernelGlobal))
    return std::nullopt;
  const Shadow shadow = record.flags & LaunchOrdered ? Shadow::Histories
                        : flags & KernelSubWord      ? Shadow::WordsAndBytes
                                                     : Shadow::Words;
  if (!nextEpoch(kernel, stream) || !parts.allocations.prepare(shadow, record) ||
      (isCached() && !parts.misses.prepare(record)))
    return Reason::ShadowMemory;
  record.epoch = epoch;
  return std::nullopt;
}

/// Cells of lines pay where whole warps access lines: kernels with checks that look so, in
/// blocks in whose warps the lanes differ in threadIdx.x alone. The slow path, which
/// launches that count take, knows no rows.
bool Launcher::usesLines(const Kernel &kernel, const LaunchShape &shape,
                         const LaunchRecord &record) const {
  constexpr uint32_t WarpSize = 32;
  const auto &block = shape.block;
  const bool hasRows =
      block[0] % WarpSize == 0 || (block[0] > WarpSize && threadsOf(shape) == block[0]);
  const bool isWanted = parts.options.line_cells == 2 ||
                        (parts.options.line_cells && hasRows && (kernel.info().flags & KernelRows));
  constexpr uint32_t HasNoLines = LaunchOrdered | LaunchBounds | LaunchSampled;
  return isWanted && !parts.options.counters && !(record.flags & HasNoLines) && !isCached();
}

/// With it a check finds its cells in few steps.
void Launcher::fillQuickPath(const Kernel &kernel, void **arguments, LaunchRecord &record) const {
  if (record.flags & (LaunchOrdered | LaunchBounds))
    return;
  record.flags |= LaunchQuick;
  if (record.epoch)
    parts.allocations.fillNearRanges(
        Resolutions::addressesOf(kernel, arguments, record.resolvedRoots), record);
}

bool Launcher::isCapturing() const {
  const std::vector<StreamHandle> handles = parts.streams.handles();
  return std::any_of(handles.begin(), handles.end(),
                     [&](StreamHandle each) { return parts.device.isCapturing(each); });
}

/// For the device, which is forbidden during a capture.
bool Launcher::waitForOthers(Kernel &kernel, StreamHandle stream) {
  if (isCapturing() || parts.device.synchronize() != 0)
    return false;
  parts.streams.synchronizeDevice();
  parts.streams.launch(stream, tagOf(&kernel)); // still to come
  overlapsClear = false;
  return true;
}

/// An epoch is one launch. When they are used up all cells forget, once in MaxEpoch
/// launches. The order of the stream puts that behind launches in flight, but for those
/// of other streams, which must be waited for. So must it be by later ones.
bool Launcher::nextEpoch(Kernel &kernel, StreamHandle stream) {
  if (overlapsClear && !waitForOthers(kernel, stream))
    return false;
  if (epoch < MaxEpoch) {
    ++epoch;
    return true;
  }
  if (isCapturing())
    return false;
  if (!parts.streams.launch(stream, ClearOfCells).empty()) {
    if (!waitForOthers(kernel, stream))
      return false;
    parts.streams.launch(stream, ClearOfCells);
  }
  if (!parts.allocations.clearCells(stream))
    return false;
  ++epochClears;
  epoch = 1;
  return true;
}

SharedWindow Launcher::windowOf(void *twin, const LaunchShape &shape) const {
  return {parts.device.reservedSharedBytes(), parts.device.staticSharedBytes(twin),
          shape.sharedBytes};
}

void Launcher::fillShared(Kernel &kernel, const LaunchShape &shape, LaunchRecord &record) {
  const uint32_t flags = kernel.info().flags;
  const bool isProved =
      (record.flags & LaunchProvedShape) && !(flags & (KernelShapelessShared | KernelOpen));
  const SharedWindow window = windowOf(twinFor(kernel, shape), shape);
  if (needsCopies(kernel, shape, record)) { // only recorded passes have use for cells
    record.sharedWords = flags & KernelModeDet ? 1 : std::max(window.words(), 1u);
    return useSlots(kernel, shape, record);
  }
  if (!(flags & KernelShared) || isProved || window.fixed + window.dynamic == 0)
    return;
  record.sharedWords = window.words();
  if (!useSharedCells(kernel, shape, record))
    useSlots(kernel, shape, record);
}

/// For so much dynamic shared memory, without too few blocks.
bool Launcher::leavesRoomFor(const Kernel &kernel, void *twin, const LaunchShape &shape,
                             size_t dynamic) const {
  if (windowOf(twin, shape).fixed + dynamic > parts.device.sharedLimit())
    return false;
  const auto resident = [&](size_t bytes) {
    return parts.device.residentBlocks(twin, uint32_t(threadsOf(shape)), bytes);
  };
  return leavesRoom({resident(dynamic), resident(shape.sharedBytes)}, blocksOf(shape),
                    waitsForBlocks(kernel, shape));
}

bool Launcher::useSharedCopies(const Kernel &kernel, const LaunchShape &shape,
                               const CopyNeed &need) const {
  return parts.options.ld_shared && !dependsOnSharedSize(kernel.info()) &&
         leavesRoomFor(kernel, kernel.twin, shape, need.dynamic);
}

/// One block has no others.
Launcher::Refusal Launcher::fillGrid(Kernel &kernel, const LaunchShape &shape,
                                     LaunchRecord &record) {
  const uint64_t blocks = blocksOf(shape);
  if (blocks == 1 || !hasOpenGlobal(kernel.info(), record))
    return std::nullopt;
  if (parts.options.ld_scope == "block") {
    record.flags |= LaunchSharedOnly;
    if (kernel.info().flags & KernelModeDet) // has no accesses to count
      kernel.runs().reasons |= report::reasonBit(Reason::GlobalMemory);
    return std::nullopt;
  }
  if (blocks > MostGridBlocks)
    return Reason::GlobalMemory;
  record.gridBlocks = blocks;
  record.directRoots = 0; // memory is not written
  const uint32_t lines =
      gridLinesFor(blocks * threadsOf(shape), parts.options.ld_grid_mb * 1024 * 1024);
  return grids.prepare(parts.streams.idOf(shape.stream), lines, record)
             ? std::nullopt
             : Refusal(Reason::ShadowMemory);
}

/// How many copies there are, and who has them.
Launcher::Refusal Launcher::planCopies(Kernel &kernel, const LaunchShape &shape,
                                       LaunchRecord &record) {
  const bool byLanes = parts.options.ld_lanes && !ordersLanes(kernel.info().flags);
  const auto members = uint32_t(byLanes ? threadsOf(shape) : (threadsOf(shape) + 31) / 32);
  const SharedWindow window = windowOf(kernel.twin, shape);
  const uint64_t most = parts.options.ld_memory;
  const bool isDet = kernel.info().flags & KernelModeDet;
  const uint64_t least = isDet ? allCopyBytes(window, members) : leastCopyBytes(window, members);
  record.copies = isDet ? members : copiesWithin(window, members, most);
  if (!record.copies || (isDet && most && most < least)) {
    printNote(kernel.name + " needs ld_memory=" + std::to_string(least) + " or more");
    return Reason::ShadowMemory;
  }
  record.flags |= byLanes ? LaunchLanes : 0;
  const uint32_t wanted = roundsFor(members, record.copies);
  const auto mostRounds = uint32_t(parts.options.ld_rounds);
  record.rounds = mostRounds ? std::min(wanted, mostRounds) : wanted;
  leastRounds.keepLeast(
      {record.copies, record.rounds, wanted, partedShare(members, record.copies, record.rounds)});
  return std::nullopt;
}

Launcher::Refusal Launcher::fillRegions(Kernel &kernel, const LaunchShape &shape,
                                        LaunchRecord &record) {
  if (record.flags & LaunchOrdered)
    return Reason::LayoutTooWide;
  if (!record.slotCount)
    return Reason::ShadowMemory;
  if (const Refusal refusal = planCopies(kernel, shape, record))
    return refusal;
  if (const Refusal refusal = fillGrid(kernel, shape, record))
    return refusal;
  record.flags |= parts.options.ld_poison ? LaunchPoison : 0;
  if (kernel.info().flags & KernelModeDet)
    record.flags |= LaunchOnce | (parts.options.det == "any" ? LaunchAnyOrder : 0);
  const SharedWindow window = windowOf(kernel.twin, shape);
  const CopyNeed need = needOf(window, record.copies, extrasOf(record));
  mostCopyBytes = std::max(mostCopyBytes, need.bytes);
  record.copyBytes = need.copyBytes;
  record.sharedFirst = window.reserved;
  record.dynamicBytes = uint32_t(shape.sharedBytes);
  record.bufferLines = bufferLinesFor(parts.options.ld_buffer_kb * 1024);
  uint64_t stride = copiesOffset(record.bufferLines);
  if (useSharedCopies(kernel, shape, need))
    record.sharedCopies = need.sharedCopies;
  else
    stride += need.bytes;
  return regions.prepare(parts.streams.idOf(shape.stream), stride, record)
             ? std::nullopt
             : Refusal(Reason::ShadowMemory);
}

/// False if cells in the block's own shared memory would change what the program sees,
/// or leave too few blocks. Histories do not fit there, and an access that bounds=1
/// is to find must not hit cells.
bool Launcher::useSharedCells(const Kernel &kernel, const LaunchShape &shape,
                              LaunchRecord &record) {
  if (!parts.options.shared_cells || (record.flags & (LaunchOrdered | LaunchBounds)) ||
      dependsOnSharedSize(kernel.info()))
    return false;
  void *twin = twinFor(kernel, shape);
  const SharedWindow window = windowOf(twin, shape);
  const SharedCells cells = placeCells(window, kernel.info().flags & KernelSubWord);
  if (!leavesRoomFor(kernel, twin, shape, cells.dynamic))
    return false;
  record.sharedCells = cells.offset;
  record.sharedFirst = window.reserved;
  record.slotStride = cells.bytes;
  return true;
}

/// Without memory the launch goes on with no cells for shared memory, and the
/// device counts the sites that would have needed them.
void Launcher::useSlots(const Kernel &kernel, const LaunchShape &shape, LaunchRecord &record) {
  record.sharedCells = record.sharedFirst = 0;
  const uint32_t resident = parts.device.residentBlocks(
      twinFor(kernel, shape), uint32_t(threadsOf(shape)), shape.sharedBytes);
  SharedNeed need;
  need.words = record.sharedWords;
  need.bytes = kernel.info().flags & KernelSubWord;
  need.histories = record.flags & LaunchOrdered;
  need.slots = uint32_t(std::min<uint64_t>(std::max(resident, 1u), blocksOf(shape)));
  need.blocks = blocksOf(shape);
  if (!parts.pools.prepare(parts.streams.idOf(shape.stream), need, record))
    printNote("out of shadow memory for the shared memory of " + kernel.name);
}

/// Both launches keep what they find, since a cell of another epoch is no
/// history; what they may miss is an access of the other one.
void Launcher::noteOverlap(Kernel *kernel, StreamHandle stream) {
  overlapsClear = false;
  for (const uint64_t other : parts.streams.launch(stream, tagOf(kernel))) {
    if (other == ClearOfCells) {
      overlapsClear = true;
      continue;
    }
    const auto *otherKernel = reinterpret_cast<const Kernel *>(other);
    if (!touchesGlobal(kernel) || !touchesGlobal(otherKernel))
      continue;
    for (const Kernel *each : {static_cast<const Kernel *>(kernel), otherKernel})
      if (each && each->module)
        each->runs().reasons |= report::reasonBit(Reason::OverlappingLaunch);
  }
}

} // namespace warpsan::rt
