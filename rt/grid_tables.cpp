//===- grid_tables.cpp - What the blocks of a launch write -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/grid_tables.h"
#include "core/region_grid.h"
#include <algorithm>
#include <bit>

namespace warpsan::rt {

uint32_t gridLinesFor(uint64_t threads, uint64_t most) {
  constexpr uint64_t LinesOfThread = 16;
  constexpr uint32_t Fewest = 1u << 16;
  const uint64_t wanted = std::max<uint64_t>(threads * LinesOfThread, Fewest);
  uint32_t lines = 4;
  while (lines < wanted && gridBytes(lines * 2) <= most)
    lines *= 2;
  return lines;
}

bool GridTables::prepare(StreamId stream, uint32_t lines, abi::LaunchRecord &record) {
  void *&table = tables[{stream, lines}];
  if (!table)
    table = device.allocateDevice(gridBytes(lines));
  record.gridState = reinterpret_cast<uint64_t>(table);
  record.gridLines = lines;
  return table != nullptr;
}

void GridTables::abandon(const abi::LaunchRecord &record) {
  for (auto &[key, table] : tables)
    if (table && reinterpret_cast<uint64_t>(table) == record.gridState) {
      unused.push_back(table);
      table = nullptr;
    }
}

uint64_t GridTables::bytes() const {
  uint64_t sum = 0;
  for (const auto &[key, table] : tables)
    sum += table ? gridBytes(key.second) : 0;
  return sum;
}

void GridTables::releaseUnused() {
  for (void *memory : unused)
    device.freeDevice(memory);
  unused.clear();
}

void GridTables::forgetDevice() {
  tables.clear();
  unused.clear();
}

} // namespace warpsan::rt
