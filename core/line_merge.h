//===- line_merge.h - The steps of two-pass detection on lines -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As byte_merge.h, where copies are sparse: an owner has lines of what it wrote, and what a
// byte was before is asked for. Lines may be written meanwhile, by their owner's threads.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/region_block.h"

namespace warpsan {

WARPSAN_HD bool holds(const WriteLine *line, uint32_t byte) {
  return line && *const_cast<const volatile uint32_t *>(&line->mask) >> byte & 1;
}

WARPSAN_HD uint8_t byteOf(const WriteLine &line, uint32_t byte) {
  return *const_cast<const volatile uint8_t *>(line.bytes + byte);
}

/// step(byte) for each bit of the mask.
template <typename Step>
WARPSAN_HD void forBytes(uint32_t mask, const Step &step) {
  for (; mask; mask &= mask - 1)
    step(uint32_t(__builtin_ctz(mask)));
}

/// The bytes that the owner changed. before(byte): what the byte was.
template <typename Before>
WARPSAN_HD uint32_t changedBytes(const WriteLine &line, const Before &before) {
  uint32_t changed = 0;
  forBytes(line.mask, [&](uint32_t byte) {
    if (byteOf(line, byte) != before(byte))
      changed |= 1u << byte;
  });
  return changed;
}

/// Whether a line of a second pass has another byte than the union, or than what the byte
/// was before where nobody changed it.
template <typename Before>
WARPSAN_HD bool differsFromUnion(const WriteLine &line, const WriteLine *all,
                                 const Before &before) {
  bool differs = false;
  forBytes(line.mask, [&](uint32_t byte) {
    differs |= byteOf(line, byte) != (holds(all, byte) ? byteOf(*all, byte) : before(byte));
  });
  return differs;
}

/// Of a line of the first pass, whose owner has `again` in the second one.
WARPSAN_HD constexpr bool isWrittenAgain(const WriteLine &line, const WriteLine *again) {
  return (line.changed & ~(again ? again->mask : 0u)) == 0;
}

/// Lines of one address; those that there are not, or that do not count, are null.
struct Layer {
  const WriteLine *own;
  const WriteLine *before; ///< in a second pass: of the owner in the first one
  const WriteLine *all;    ///< in a second pass: the union

  WARPSAN_HD constexpr bool isEmpty() const { return !own && !all; }
  /// What the owner itself changed in the first pass it does not find in the second one.
  WARPSAN_HD const WriteLine *holderOf(uint32_t byte) const {
    if (holds(own, byte))
      return own;
    const bool isOwnChange = before && before->changed >> byte & 1;
    return !isOwnChange && holds(all, byte) ? all : nullptr;
  }
};

} // namespace warpsan
