//===- allocations.cpp - Memory of the program and its shadow --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/allocations.h"
#include "core/history.h"
#include "core/line.h"
#include <string_view>

namespace warpsan::rt {

namespace {

constexpr uint64_t WordBytes = 4;
constexpr uint64_t HistoriesPerWordBytes = sizeof(History) / WordBytes;

/// Of which the near ranges are chosen: more would take a launch long.
constexpr size_t MostWanted = 64;

uint64_t roundDown(uint64_t value) { return value & ~(WordBytes - 1); }
uint64_t roundUp(uint64_t value) { return roundDown(value + WordBytes - 1); }

} // namespace

bool Allocation::isAliasable() const {
  const std::string_view name = function;
  return name == "cudaHostAlloc" || name == "cudaMallocHost" || name == "cudaHostRegister";
}

/// Small variables of a module can lie in one word; then one range holds them.
/// Existing cells of the parts are given up: this happens while a module is
/// entered, before its first launch.
Allocations::Range Allocations::mergeNeighbours(Range range) {
  uint64_t end = range.base + range.size;
  // Of those that start in front of it, only the last one can reach into it.
  auto it = ranges.upper_bound(range.base);
  if (it != ranges.begin() && std::prev(it)->second.base + std::prev(it)->second.size > range.base)
    --it;
  while (it != ranges.end() && it->second.base < end) {
    Range &other = it->second;
    range.used = std::max(range.base + range.used, other.base + other.used);
    range.base = std::min(range.base, other.base);
    range.used -= range.base;
    end = std::max(end, other.base + other.size);
    range.users += other.users;
    range.isConstant &= other.isConstant;
    range.isRenewed |= other.isRenewed;
    retire(other);
    it = ranges.erase(it);
  }
  range.size = end - range.base;
  return range;
}

Allocations::Range &Allocations::enter(uint64_t base, uint64_t size, bool isConstant) {
  Range range;
  range.base = roundDown(base);
  range.size = roundUp(base + size) - range.base;
  range.used = base + size - range.base;
  range.isConstant = isConstant;
  range = mergeNeighbours(range);
  ++range.users;
  changed = true;
  ++changeCount;
  std::fill(std::begin(made), std::end(made), false);
  madeLines = false;
  return ranges[range.base] = range;
}

void Allocations::addConstant(uint64_t base, uint64_t size) { enter(base, size, true); }

void Allocations::add(uint64_t base, uint64_t size, const char *function, const void *caller,
                      uint32_t launch) {
  if (base == 0 || size == 0)
    return;
  // The program got this address again without a call that freed it here.
  remove(base, launch);
  enter(base, size, false).isRenewed |= std::string_view(function) == HeapOfDeviceCode;
  living[base] = history.size();
  history.push_back({base, size, function, caller, launch, UINT32_MAX});
}

void Allocations::remove(uint64_t base, uint32_t launch) {
  const auto alive = living.find(base);
  if (alive == living.end())
    return;
  history[alive->second].lastLaunch = launch - 1;
  living.erase(alive);
  ++changeCount;
  auto range = ranges.upper_bound(base);
  if (range == ranges.begin())
    return;
  --range;
  if (--range->second.users != 0)
    return;
  retire(range->second);
  ranges.erase(range);
  changed = true;
}

uint64_t Allocations::wordCellBytes(const Range &range) const {
  const uint64_t words = range.size / WordBytes;
  return (cached ? cachedCells(words) : words) * sizeof(Cell);
}

uint64_t Allocations::byteCellBytes(const Range &range) const {
  return wordCellBytes(range) * WordBytes;
}

uint64_t Allocations::lineCellBytes(const Range &range) {
  const uint64_t last = range.base + range.size - 1;
  return (last / LineBytes - range.base / LineBytes + 1) * sizeof(Cell);
}

/// As the device computes places from it.
uint64_t Allocations::lineCellsAt(const Range &range) {
  if (!range.lineCells)
    return 0;
  return reinterpret_cast<uint64_t>(range.lineCells) - range.base / LineBytes * sizeof(Cell);
}

/// As it was left, or null. Of a block of much more than is asked for the rest would be
/// wasted.
void *Allocations::takeSpare(uint64_t bytes) {
  const auto found = spare.lower_bound(bytes);
  if (found == spare.end() || found->first > 2 * bytes)
    return nullptr;
  void *memory = found->second;
  spare.erase(found);
  return memory;
}

/// All zero.
void *Allocations::allocate(uint64_t bytes) {
  void *memory = takeSpare(bytes);
  if (!memory)
    return allocateNew(bytes);
  if (device.clearDevice(memory, bytes, nullptr) == 0)
    return memory;
  device.freeDevice(memory);
  return nullptr;
}

void *Allocations::allocateNew(uint64_t bytes) {
  if (void *memory = device.allocateDevice(bytes))
    return memory;
  if (spare.empty())
    return nullptr;
  freeSpare();
  return device.allocateDevice(bytes);
}

void *Allocations::tryCells(uint64_t bytes) {
  void *cells = maxShadow && shadow + bytes > maxShadow ? nullptr : allocate(bytes);
  if (cells)
    shadow += bytes;
  return cells;
}

void *Allocations::allocateCells(uint64_t bytes) {
  void *cells = tryCells(bytes);
  exhausted |= !cells;
  return cells;
}

/// A range that could not be covered is not tried again: its accesses are
/// counted as not analysed on the device.
void Allocations::makeCells(Range &range, Shadow kind) {
  if (range.isConstant || kind == Shadow::None)
    return;
  if (kind == Shadow::Histories) {
    if (!range.historiesTried) {
      range.historiesTried = true;
      changed = true;
      range.histories = allocateCells(range.size * HistoriesPerWordBytes);
    }
    return;
  }
  if (!range.wordsTried) {
    range.wordsTried = true;
    changed = true;
    range.wordCells = allocateCells(wordCellBytes(range));
  }
  if (kind == Shadow::WordsAndBytes && range.wordCells && !range.bytesTried) {
    range.bytesTried = true;
    changed = true;
    range.byteCells = allocateCells(byteCellBytes(range));
  }
}

/// A range does without, too.
void Allocations::makeLines(Range &range) {
  if (!range.wordCells || cached || range.isRenewed || range.linesTried)
    return;
  range.linesTried = true;
  range.lineCells = tryCells(lineCellBytes(range));
  changed |= range.lineCells != nullptr;
}

void Allocations::noteLargest() {
  if (shadow <= largest.shadowBytes)
    return;
  largest.shadowBytes = shadow;
  largest.trackedBytes = 0;
  for (const auto &[base, range] : ranges)
    largest.trackedBytes += range.isConstant ? 0 : range.used;
}

void Allocations::discard(void *memory, uint64_t bytes) {
  if (memory)
    unused.push_back({memory, bytes});
}

void Allocations::retire(Range &range) {
  const uint64_t wordBytes = range.wordCells ? wordCellBytes(range) : 0;
  const uint64_t byteBytes = range.byteCells ? byteCellBytes(range) : 0;
  const uint64_t historyBytes = range.histories ? range.size * HistoriesPerWordBytes : 0;
  discard(range.wordCells, wordBytes);
  discard(range.byteCells, byteBytes);
  discard(range.histories, historyBytes);
  const uint64_t lineBytes = range.lineCells ? lineCellBytes(range) : 0;
  discard(range.lineCells, lineBytes);
  shadow -= wordBytes + byteBytes + historyBytes + lineBytes;
}

bool Allocations::upload() {
  std::vector<abi::Range> rows;
  for (const auto &[base, range] : ranges) {
    const auto cells = reinterpret_cast<uint64_t>(range.wordCells);
    rows.push_back({base, exact ? range.used : range.size,
                    range.isConstant ? abi::ConstantCells
                    : cached         ? 0
                                     : cells,
                    reinterpret_cast<uint64_t>(range.byteCells),
                    reinterpret_cast<uint64_t>(range.histories), cached ? cells : 0,
                    lineCellsAt(range)});
  }
  const size_t bytes = std::max<size_t>(rows.size(), 1) * sizeof(abi::Range);
  void *fresh = takeSpare(bytes);
  if (!fresh)
    fresh = allocateNew(bytes);
  if (!fresh)
    return false;
  if (!rows.empty() &&
      device.copyToDevice(fresh, rows.data(), rows.size() * sizeof(abi::Range), nullptr) != 0) {
    device.freeDevice(fresh);
    return false;
  }
  // Launches in flight still read the old table.
  discard(table, tableBytes);
  table = fresh;
  tableBytes = bytes;
  tableRows = uint32_t(rows.size());
  changed = false;
  return true;
}

bool Allocations::prepare(Shadow kind, abi::LaunchRecord &record) {
  if (!made[unsigned(kind)]) {
    for (auto &[base, range] : ranges)
      makeCells(range, kind);
    made[unsigned(kind)] = true;
    noteLargest();
  }
  if ((record.flags & abi::LaunchLines) && !madeLines) {
    for (auto &[base, range] : ranges)
      makeLines(range);
    madeLines = true;
    noteLargest();
  }
  if (changed && !upload())
    return false;
  record.ranges = reinterpret_cast<uint64_t>(table);
  record.rangeCount = tableRows;
  return true;
}

const Allocations::Range *Allocations::rangeAt(uint64_t address) const {
  const auto behind = ranges.upper_bound(address);
  if (behind == ranges.begin())
    return nullptr;
  const Range &range = std::prev(behind)->second;
  return address - range.base < range.size ? &range : nullptr;
}

abi::NearRange Allocations::nearRangeOf(const Range &range) {
  constexpr uint64_t Grain = 16;
  const uint64_t begin = (range.base + Grain - 1) / Grain * Grain;
  const uint64_t end = (range.base + range.size) / Grain * Grain;
  const auto cellsFrom = [&](const void *cells, uint64_t bytesOfCell) {
    return cells ? reinterpret_cast<uint64_t>(cells) - range.base / bytesOfCell * sizeof(Cell) : 0;
  };
  return {begin, end > begin ? end - begin : 0, cellsFrom(range.wordCells, WordBytes),
          cellsFrom(range.byteCells, 1)};
}

void Allocations::fillNearRanges(const std::vector<uint64_t> &addresses,
                                 abi::LaunchRecord &record) const {
  const Range *chosen[abi::NearRangeCount];
  unsigned count = 0;
  const auto choose = [&](const Range *range) {
    if (cached || count == abi::NearRangeCount || !range || !range->wordCells ||
        std::find(chosen, chosen + count, range) != chosen + count)
      return;
    if (record.flags & abi::LaunchLines)
      record.lineRanges[count] = {nearRangeOf(*range), lineCellsAt(*range)};
    else
      record.nearRanges[count] = nearRangeOf(*range);
    chosen[count++] = range;
  };
  for (const uint64_t address : addresses)
    choose(rangeAt(address));
  size_t looked = 0;
  for (auto range = ranges.begin();
       range != ranges.end() && count < abi::NearRangeCount && looked < MostWanted;
       ++range, ++looked)
    choose(&range->second);
}

bool Allocations::clearCells(void *stream) {
  std::vector<MemoryRange> pieces;
  const auto add = [&](const void *memory, uint64_t bytes) {
    if (memory)
      pieces.push_back({reinterpret_cast<uint64_t>(memory), bytes});
  };
  for (const auto &[base, range] : ranges) {
    add(range.wordCells, wordCellBytes(range));
    add(range.byteCells, byteCellBytes(range));
    add(range.lineCells, lineCellBytes(range));
    add(range.histories, range.size * HistoriesPerWordBytes);
  }
  return device.clearInOrder(pieces, stream) == 0;
}

void Allocations::releaseUnused() {
  recycleUnused();
  freeSpare();
}

void Allocations::freeSpare() {
  for (const auto &[bytes, memory] : spare)
    device.freeDevice(memory);
  spare.clear();
}

void Allocations::recycleUnused() {
  for (const Block &block : unused)
    spare.emplace(block.bytes, block.memory);
  unused.clear();
}

void Allocations::forgetDevice(uint32_t nextLaunch) {
  ++changeCount;
  for (const auto &[base, index] : living)
    history[index].lastLaunch = nextLaunch - 1;
  ranges.clear();
  living.clear();
  unused.clear();
  spare.clear();
  table = nullptr;
  tableRows = 0;
  shadow = 0;
  changed = true;
}

/// Constants are no allocations of the program.
std::optional<resolve::Placement> Allocations::placementOf(uint64_t address) const {
  const auto behind = living.upper_bound(address);
  if (behind != living.begin())
    if (const Allocation &known = history[std::prev(behind)->second]; known.holds(address))
      return resolve::Placement{known.base, known.size, known.isAliasable()};
  const Range *range = rangeAt(address);
  if (!range || !range->isConstant || address - range->base >= range->used)
    return std::nullopt;
  return resolve::Placement{range->base, range->used, false};
}

std::optional<Allocation> Allocations::find(uint64_t address, uint32_t launch) const {
  for (const Allocation &each : history)
    if (each.holds(address) && each.livedAt(launch))
      return each;
  return std::nullopt;
}

std::optional<Allocation> Allocations::nearest(uint64_t address, uint32_t launch) const {
  std::optional<Allocation> best;
  for (const Allocation &each : history)
    if (each.livedAt(launch) && (!best || each.distance(address) < best->distance(address)))
      best = each;
  return best;
}

std::optional<Allocation> Allocations::findFreed(uint64_t address, uint32_t launch) const {
  std::optional<Allocation> latest;
  for (const Allocation &each : history)
    if (each.holds(address) && each.lastLaunch < launch)
      latest = each;
  return latest;
}

} // namespace warpsan::rt
