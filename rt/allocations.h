//===- allocations.h - Memory of the program and its shadow ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/KernelCosts.h"
#include "resolve/LaunchFacts.h"
#include "rt/backend.h"
#include "warpsan/abi.h"
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace warpsan::rt {

/// Allocation::function of the heap that malloc of device code takes memory from.
inline constexpr char HeapOfDeviceCode[] = "heap of device code";

/// A piece of memory that kernels can reach, with the launches it lived through.
struct Allocation {
  uint64_t base = 0;
  uint64_t size = 0;         ///< as asked for
  const char *function = ""; ///< "cudaMalloc", or empty for variables of a module
  const void *caller = nullptr;
  uint32_t firstLaunch = 0;
  uint32_t lastLaunch = UINT32_MAX;

  bool holds(uint64_t address) const { return address - base < size; }
  /// Memory of the host may have one address there and another on the device.
  bool isAliasable() const;
  bool livedAt(uint32_t launch) const { return firstLaunch <= launch && launch <= lastLaunch; }
  /// Bytes between the address and the allocation; 0 also right behind it.
  uint64_t distance(uint64_t address) const {
    return address < base ? base - address : address - std::min(address, base + size);
  }
};

/// Known ranges, their cells, and the range table on the device. Cells are
/// made when the range appears, so that they are all zero, which is no history;
/// a freed range's cells stay until nothing in flight can use them.
class Allocations {
public:
  /// `exactEnds`: ranges end with the last byte asked for and not with its word.
  /// `isCached`: one cell for 16 words, and four byte cells; histories are for every word.
  Allocations(Backend &backend, uint64_t maxShadowBytes, bool exactEnds = false,
              bool isCached = false)
      : device(backend), maxShadow(maxShadowBytes), exact(exactEnds), cached(isCached) {}

  /// `launch`: number of the next launch.
  void add(uint64_t base, uint64_t size, const char *function, const void *caller, uint32_t launch);
  void remove(uint64_t base, uint32_t launch);
  /// Memory that nobody writes; it stays.
  void addConstant(uint64_t base, uint64_t size);

  /// What a launch keeps for each range.
  enum class Shadow : uint8_t { Words, WordsAndBytes, Histories, None };
  /// The table as a launch needs it. False when it could not be made. With LaunchLines in
  /// the record, lines have cells, too, where there is memory for them.
  bool prepare(Shadow shadow, abi::LaunchRecord &record);
  /// Ranges for the record's quick path: those that hold the addresses, then others.
  void fillNearRanges(const std::vector<uint64_t> &addresses, abi::LaunchRecord &record) const;
  /// All cells forget, in the order of the stream; on others nothing may be in flight.
  bool clearCells(void *stream);
  /// Nothing is in flight: memory of freed ranges goes back to the device, ...
  void releaseUnused();
  /// ... or to later ranges, where a free would make the program wait.
  void recycleUnused();
  /// The device was reset: its memory is gone, the history stays.
  void forgetDevice(uint32_t nextLaunch);

  /// What holds the address now.
  std::optional<resolve::Placement> placementOf(uint64_t address) const;
  /// Grows whenever placements may have changed.
  uint64_t changes() const { return changeCount; }
  /// The allocation that held the address at that launch.
  std::optional<Allocation> find(uint64_t address, uint32_t launch) const;
  /// The closest one that was there at that launch.
  std::optional<Allocation> nearest(uint64_t address, uint32_t launch) const;
  /// The last one that had held the address and was freed before that launch.
  std::optional<Allocation> findFreed(uint64_t address, uint32_t launch) const;
  uint64_t shadowBytes() const { return shadow; }
  /// When there was most shadow memory.
  const report::MemoryCosts &largestShadow() const { return largest; }
  bool outOfShadow() const { return exhausted; }

private:
  struct Range {
    uint64_t base = 0; ///< of whole words
    uint64_t size = 0;
    uint64_t used = 0; ///< of `size`, up to the last byte asked for
    void *wordCells = nullptr;
    void *byteCells = nullptr;
    void *histories = nullptr;
    void *lineCells = nullptr;
    bool wordsTried = false;
    bool bytesTried = false;
    bool historiesTried = false;
    bool linesTried = false;
    bool isRenewed = false; ///< malloc gives parts of it out anew, within lines
    bool isConstant = false;
    unsigned users = 0; ///< allocations in the range: neighbours may share a word
  };

  Range &enter(uint64_t base, uint64_t size, bool isConstant);
  const Range *rangeAt(uint64_t address) const;
  static abi::NearRange nearRangeOf(const Range &range);
  Range mergeNeighbours(Range range);
  uint64_t wordCellBytes(const Range &range) const;
  uint64_t byteCellBytes(const Range &range) const;
  static uint64_t lineCellBytes(const Range &range);
  static uint64_t lineCellsAt(const Range &range);
  void *takeSpare(uint64_t bytes);
  void *allocate(uint64_t bytes);
  void *allocateNew(uint64_t bytes);
  void freeSpare();
  void *allocateCells(uint64_t bytes);
  void *tryCells(uint64_t bytes);
  void discard(void *memory, uint64_t bytes);
  void makeCells(Range &range, Shadow kind);
  void makeLines(Range &range);
  void noteLargest();
  void retire(Range &range);
  bool upload();

  Backend &device;
  uint64_t maxShadow;
  bool exact;
  bool cached;
  uint64_t shadow = 0;
  report::MemoryCosts largest;
  bool exhausted = false;
  bool changed = true; ///< the table on the device is older than `ranges`
  bool made[4] = {};   ///< every range has that Shadow, as far as possible
  bool madeLines = false;
  uint64_t changeCount = 0;
  void *table = nullptr;
  uint32_t tableRows = 0;
  uint64_t tableBytes = 0;
  std::map<uint64_t, Range> ranges; ///< by base
  std::vector<Allocation> history;
  std::map<uint64_t, size_t> living; ///< base to index in history

  struct Block {
    void *memory;
    uint64_t bytes;
  };
  std::vector<Block> unused;             ///< launches in flight may use it
  std::multimap<uint64_t, void *> spare; ///< by size; nobody uses it
};

} // namespace warpsan::rt
