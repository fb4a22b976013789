//===- byte_merge.h - Comparing and merging copies, byte by byte ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of two-pass race detection (LD; Figure 3 of the paper) on words of four
// bytes, each byte for itself: S is what a region started from, P a warp's copy behind a
// pass, U the union of what all warps changed. Masks have 0xff for each byte that is meant.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/target.h"
#include <stdint.h>

namespace warpsan {

/// The bytes in which two words differ.
WARPSAN_HD constexpr uint32_t differingBytes(uint32_t a, uint32_t b) {
  uint32_t bits = a ^ b;
  bits |= bits >> 4 & 0x0f0f0f0fu;
  bits |= bits >> 2 & 0x03030303u;
  bits |= bits >> 1 & 0x01010101u;
  return (bits & 0x01010101u) * 0xffu;
}

/// `taken` where the mask says so, else `other`.
WARPSAN_HD constexpr uint32_t pickBytes(uint32_t mask, uint32_t taken, uint32_t other) {
  return (taken & mask) | (other & ~mask);
}

struct Merged {
  uint32_t all;       ///< U with what this warp changed
  uint32_t conflicts; ///< bytes that another warp had changed before
};

/// One warp's changes of the first pass go into the union.
WARPSAN_HD constexpr Merged mergeChanges(uint32_t stale, uint32_t all, uint32_t own) {
  const uint32_t changed = differingBytes(own, stale);
  return {pickBytes(changed, own, all), changed & differingBytes(all, stale)};
}

/// What a warp starts its second pass from: what the others have changed, without what it
/// has changed itself.
WARPSAN_HD constexpr uint32_t secondStart(uint32_t stale, uint32_t all, uint32_t own) {
  return pickBytes(differingBytes(own, stale), stale, all);
}

} // namespace warpsan
