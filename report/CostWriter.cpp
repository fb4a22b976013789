//===- CostWriter.cpp - Costs of kernels as text ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CostWriter.h"
#include <algorithm>
#include <cstdio>

namespace warpsan::report {

namespace {

using Cells = std::vector<std::string>;

constexpr const char *CounterKeys[] = {
#define WARPSAN_COUNTER(Name, Key, Doc) Key,
#include "warpsan/counters.def"
};

std::string decimal(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string microseconds(uint64_t nanoseconds) { return decimal(double(nanoseconds) * 1e-3, 1); }

std::string field(const std::string &key, uint64_t value) {
  return " " + key + "=" + std::to_string(value);
}

//===--- Table -------------------------------------------------------------===//

std::string timeCell(const LaunchCosts &costs) {
  return costs.nanoseconds ? decimal(double(*costs.nanoseconds) * 1e-6, 3) : "-";
}

uint64_t valueOf(const abi::KernelCounters &counters, abi::Counter which) {
  return counters.values[unsigned(which)];
}

Cells counterCells(const std::optional<abi::KernelCounters> &counters) {
  using abi::Counter;
  if (!counters)
    return {"-", "-", "-"};
  const uint64_t leftOut =
      valueOf(*counters, Counter::LeftOutByLaunch) + valueOf(*counters, Counter::LeftOutByShape);
  return {std::to_string(valueOf(*counters, Counter::Checks)), std::to_string(leftOut),
          std::to_string(valueOf(*counters, Counter::CellWrites))};
}

Cells rowOf(const KernelCosts &kernel) {
  Cells cells = {kernel.name, std::to_string(kernel.launches), std::to_string(kernel.own.launches),
                 std::to_string(kernel.checked.threads + kernel.own.threads)};
  const Cells counters = counterCells(kernel.counters);
  cells.insert(cells.end(), counters.begin(), counters.end());
  cells.push_back(timeCell(kernel.checked));
  cells.push_back(timeCell(kernel.own));
  return cells;
}

/// The first column to the left, numbers to the right.
std::string aligned(const std::vector<Cells> &rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Cells &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Cells &row : rows) {
    text += "  " + row[0] + std::string(widths[0] - row[0].size(), ' ');
    for (size_t i = 1; i < row.size(); ++i)
      text += "  " + std::string(widths[i] - row[i].size(), ' ') + row[i];
    text += "\n";
  }
  return text;
}

std::string table(const std::vector<KernelCosts> &kernels) {
  std::vector<Cells> rows = {{"kernel", "launches", "own", "threads", "checks", "left out",
                              "cell writes", "ms checked", "ms own"}};
  for (const KernelCosts &kernel : kernels)
    rows.push_back(rowOf(kernel));
  return "WarpSan: costs by kernel (own: launches of the program's own kernel, nothing in them "
         "can race)\n" +
         aligned(rows);
}

//===--- Lines of keys and values ------------------------------------------===//

std::string launchFields(const KernelCosts &kernel) {
  std::string text = field("launches", kernel.launches) +
                     field("launches_checked", kernel.checked.launches) +
                     field("launches_own", kernel.own.launches) +
                     field("threads", kernel.checked.threads + kernel.own.threads);
  if (kernel.checked.nanoseconds)
    text += " checked_us=" + microseconds(*kernel.checked.nanoseconds);
  if (kernel.own.nanoseconds)
    text += " own_us=" + microseconds(*kernel.own.nanoseconds);
  return text;
}

std::string siteFields(const SiteCounts &sites) {
  std::string text = field("sites", sites.all()) + field("sites_checked", sites.checked) +
                     field("sites_not_analysed", sites.notAnalysed) +
                     field("sites_proved", sites.allProved());
  for (size_t i = 0; i < sites.proved.size(); ++i)
    if (sites.proved[i])
      text += field(std::string("proved_") + ElisionNames[i], sites.proved[i]);
  return text;
}

/// Kernels without regions have none.
bool isOfRegions(size_t counter) {
  return counter >= size_t(abi::Counter::FirstPassCycles) &&
         counter <= size_t(abi::Counter::CommitCycles);
}

std::string counterFields(const abi::KernelCounters &counters) {
  std::string text;
  for (size_t i = 0; i < std::size(CounterKeys); ++i)
    if (counters.values[i] || !isOfRegions(i))
      text += field(CounterKeys[i], counters.values[i]);
  return text;
}

/// "own/twin", or the own kernel's alone.
std::string functionFields(const FunctionCosts &own, const std::optional<FunctionCosts> &twin) {
  const auto both = [&](const char *key, uint32_t FunctionCosts::*value) {
    const std::string text = std::string(" ") + key + "=" + std::to_string(own.*value);
    return twin ? text + "/" + std::to_string((*twin).*value) : text;
  };
  return both("registers", &FunctionCosts::registers) +
         both("local_bytes", &FunctionCosts::localBytes) +
         both("static_shared_bytes", &FunctionCosts::sharedBytes) +
         both("blocks_per_multiprocessor", &FunctionCosts::blocks);
}

std::string lines(const KernelCosts &kernel) {
  const std::string head = "WarpSan: kernel=\"" + kernel.name + "\"";
  std::string text = head + launchFields(kernel) + "\n" + head + siteFields(kernel.sites) + "\n";
  if (kernel.counters)
    text += head + counterFields(*kernel.counters) + "\n";
  if (kernel.ownFunction)
    text += head + functionFields(*kernel.ownFunction, kernel.twin) + "\n";
  return text;
}

/// Of modes ld and det.
std::string copyFields(const MemoryCosts &memory) {
  if (!memory.copyBytes)
    return {};
  return field("copy_bytes", memory.copyBytes) +
         field("region_slot_bytes", memory.regionSlotBytes) +
         field("grid_table_bytes", memory.gridTableBytes);
}

} // namespace

std::string writeCosts(const std::vector<KernelCosts> &kernels) {
  if (kernels.empty())
    return {};
  std::string text = table(kernels);
  for (const KernelCosts &kernel : kernels)
    text += lines(kernel);
  return text;
}

std::string writeCosts(const MemoryCosts &memory) {
  std::string text = "WarpSan: memory" + field("tracked_bytes", memory.trackedBytes) +
                     field("shadow_bytes", memory.shadowBytes);
  if (memory.trackedBytes)
    text +=
        " shadow_per_byte=" + decimal(double(memory.shadowBytes) / double(memory.trackedBytes), 2);
  return text + field("shared_shadow_bytes", memory.sharedShadowBytes) +
         field("order_log_bytes", memory.orderLogBytes) + copyFields(memory) + "\n";
}

} // namespace warpsan::report
