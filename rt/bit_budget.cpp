//===- bit_budget.cpp - Cell layout of a launch ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/bit_budget.h"
#include "warpsan/module_info.h"
#include <algorithm>
#include <bit>

namespace warpsan::rt {

namespace {

/// Bits that number `count` things from 0.
unsigned bitsFor(uint64_t count) { return count <= 1 ? 0 : unsigned(std::bit_width(count - 1)); }

unsigned threadInBlockBits(const LayoutRequest &request) {
  return std::max(5u, bitsFor(request.threadsPerBlock));
}

/// All ones in otherSite means "none", so no site may have that number.
unsigned siteBits(const LayoutRequest &request) { return bitsFor(uint64_t(request.sites) + 1); }

constexpr uint32_t ClockFlags =
    abi::KernelBlockBarrier | abi::KernelWarpBarrier | abi::KernelPartialWarpBarrier;

/// Block barriers stand in the longest loops and are never reset: they get a
/// double share. 31 bits are more than a run can count. A mask that the compiler
/// does not know may name the whole warp.
void shareClockBits(CellLayout &layout, unsigned bits, uint32_t flags) {
  const unsigned block = flags & abi::KernelBlockBarrier ? 2 : 0;
  const unsigned warp = flags & (abi::KernelWarpBarrier | abi::KernelPartialWarpBarrier) ? 1 : 0;
  const unsigned group = flags & abi::KernelPartialWarpBarrier ? 1 : 0;
  const unsigned shares = block + warp + group;
  if (shares == 0)
    return;
  const auto cut = [](unsigned width) { return uint8_t(std::min(width, 31u)); };
  layout.warpClock = cut(bits * warp / shares);
  layout.groupClock = cut(bits * group / shares);
  const unsigned rest = bits - layout.warpClock - layout.groupClock;
  if (block)
    layout.blockClock = cut(rest);
  else if (warp)
    layout.warpClock = cut(rest + layout.warpClock);
  else
    layout.groupClock = cut(rest + layout.groupClock);
}

std::optional<CellLayout> historyLayout(const LayoutRequest &request, unsigned threadBits) {
  const bool hasClocks = request.kernelFlags & ClockFlags;
  if (threadBits > HistoryThreadBits || siteBits(request) > HistorySiteBits ||
      (hasClocks && request.clockBits > HistoryBlockBits))
    return std::nullopt;
  CellLayout layout{};
  layout.thread = HistoryThreadBits;
  layout.threadInBlock = uint8_t(threadInBlockBits(request));
  layout.site = HistorySiteBits;
  return layout;
}

/// The second site is the first thing to go: without it some reports lack the
/// earlier line, without clocks accesses are not analysed.
std::optional<CellLayout> chooseLayout(const LayoutRequest &request, unsigned threadBits,
                                       unsigned payloadBits) {
  if (request.isOrdered)
    return historyLayout(request, threadBits);
  const unsigned site = siteBits(request);
  const unsigned leastClock = request.kernelFlags & ClockFlags ? request.clockBits : 0;
  if (threadBits + site + leastClock > payloadBits)
    return std::nullopt;
  CellLayout layout{};
  layout.thread = uint8_t(threadBits);
  layout.threadInBlock = uint8_t(threadInBlockBits(request));
  layout.site = uint8_t(site);
  layout.otherSite = threadBits + 2 * site + leastClock <= payloadBits ? uint8_t(site) : 0;
  shareClockBits(layout, payloadBits - threadBits - site - layout.otherSite, request.kernelFlags);
  return layout;
}

} // namespace

std::optional<CellLayout> chooseGlobalLayout(const LayoutRequest &request) {
  return chooseLayout(request, threadInBlockBits(request) + bitsFor(request.blocks),
                      request.isCached ? PayloadBits - TagBits : PayloadBits);
}

std::optional<CellLayout> chooseSharedLayout(const LayoutRequest &request) {
  return chooseLayout(request, threadInBlockBits(request), PayloadBits);
}

} // namespace warpsan::rt
