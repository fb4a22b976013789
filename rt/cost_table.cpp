//===- cost_table.cpp - What checking costs, kernel by kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/cost_table.h"
#include <algorithm>

namespace warpsan::rt {

using namespace abi;
using report::FunctionCosts;
using report::KernelCosts;
using report::LaunchCosts;

namespace {

uint64_t product(const uint32_t (&extents)[3]) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

void add(KernelCounters &to, const KernelCounters &from) {
  for (size_t i = 0; i < std::size(to.values); ++i)
    to.values[i] += from.values[i];
}

LaunchCosts timed(LaunchCosts costs, bool timeLost) {
  if (timeLost)
    costs.nanoseconds.reset();
  return costs;
}

} // namespace

/// What the device would leave out before it looks for the flag goes to fields of its own.
void CostTable::startCounting(LaunchRecord &record) {
  if (!options.counters)
    return;
  Row &row = rows[{record.module, record.kernel}];
  if (!row.counters)
    row.counters = device.allocateDevice(sizeof(KernelCounters));
  if (!row.counters) {
    row.countsLost = true;
    return;
  }
  row.counted = true;
  record.kernelCounters = reinterpret_cast<uint64_t>(row.counters);
  record.flags = (record.flags | LaunchCountAccesses) & ~uint32_t(LaunchQuick);
  record.countedRoots = std::exchange(record.resolvedRoots, 0);
  if (record.flags & LaunchProvedShape)
    record.flags ^= LaunchProvedShape | LaunchCountedShape;
}

int CostTable::launch(const Kernel &kernel, const Launched &launched, const LaunchShape &shape,
                      const std::function<int()> &launch) {
  if (!options.counters)
    return launch();
  const Key key{kernel.module->index(), kernel.index};
  const bool isChecked = launched.function != kernel.original;
  const int error = measure(key, isChecked, shape.stream, launch);
  if (error != 0)
    return error;
  Row &row = rows[key];
  const uint64_t threads = product(shape.block);
  LaunchCosts &costs = (isChecked ? row.checked : row.own).costs;
  ++costs.launches;
  costs.threads += product(shape.grid) * threads;
  row.ownFunction = functionCosts({kernel.original, shape.sharedBytes}, threads);
  if (isChecked)
    row.twin = functionCosts(launched, threads);
  return 0;
}

int CostTable::measure(Key kernel, bool isChecked, void *stream,
                       const std::function<int()> &launch) {
  settleTimes();
  const uint64_t begin = device.markMoment(stream);
  const int error = launch();
  if (error == 0)
    pending.push_back({kernel, isChecked, begin, device.markMoment(stream)});
  else
    device.releaseMoment(begin);
  return error;
}

CostTable::Launches &CostTable::launchesOf(const Timed &timed) {
  Row &row = rows[timed.kernel];
  return timed.isChecked ? row.checked : row.own;
}

/// As far as the device has come, in order of launch: it is asked at every one.
void CostTable::settleTimes() {
  for (; !pending.empty(); pending.pop_front()) {
    const Timed &first = pending.front();
    Launches &launches = launchesOf(first);
    const bool isMarked = first.begin && first.end;
    const auto nanoseconds = isMarked ? device.elapsed(first.begin, first.end) : std::nullopt;
    if (isMarked && !nanoseconds)
      return;
    launches.timeLost |= !isMarked;
    launches.costs.nanoseconds = launches.costs.nanoseconds.value_or(0) + nanoseconds.value_or(0);
    device.releaseMoment(first.begin);
    device.releaseMoment(first.end);
  }
}

/// A sum without some of its launches would be a guess.
void CostTable::loseTimes() {
  for (const Timed &each : pending)
    launchesOf(each).timeLost = true;
  pending.clear();
}

std::optional<FunctionCosts> CostTable::functionCosts(const Launched &launched, uint64_t threads) {
  const auto known = device.resources(launched.function);
  if (!known)
    return std::nullopt;
  const uint32_t blocks =
      device.residentBlocks(launched.function, uint32_t(threads), launched.sharedBytes);
  return FunctionCosts{known->registers, known->localBytes,
                       device.staticSharedBytes(launched.function),
                       blocks / std::max(device.multiprocessors(), 1u)};
}

std::optional<KernelCounters> CostTable::countersOf(const Row &row) {
  KernelCounters sum = row.earlier;
  if (!row.counters)
    return sum;
  KernelCounters live = {};
  if (device.copyFromDevice(&live, row.counters, sizeof live) != 0)
    return std::nullopt;
  add(sum, live);
  return sum;
}

void CostTable::complete(const Row &row, bool deviceUsable, KernelCosts &costs) {
  costs.checked = timed(row.checked.costs, row.checked.timeLost);
  costs.own = timed(row.own.costs, row.own.timeLost);
  costs.ownFunction = row.ownFunction;
  costs.twin = row.twin;
  if (deviceUsable && row.counted && !row.countsLost)
    costs.counters = countersOf(row);
}

std::vector<KernelCosts> CostTable::read(const Modules &modules, bool deviceUsable) {
  if (deviceUsable)
    settleTimes();
  loseTimes();
  std::vector<KernelCosts> all;
  for (const auto &module : modules.modules())
    for (uint32_t k = 0; k < module->view().kernelCount(); ++k) {
      if (module->runsOf(k).launches == 0)
        continue;
      all.push_back(report::staticCosts(module->view(), k));
      all.back().launches = module->runsOf(k).launches;
      if (const auto row = rows.find({module->index(), k}); row != rows.end())
        complete(row->second, deviceUsable, all.back());
    }
  return all;
}

void CostTable::forgetDevice() {
  settleTimes();
  loseTimes();
  for (auto &[kernel, row] : rows) {
    const auto counted = countersOf(row);
    row.countsLost |= !counted;
    row.earlier = counted.value_or(row.earlier);
    row.counters = nullptr;
  }
}

} // namespace warpsan::rt
