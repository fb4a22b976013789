//===- Elision.h - Why an access needs no check -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace warpsan {

enum class Elision : uint8_t {
#define WARPSAN_ELISION(Name, Switch, Doc) Name,
#include "warpsan/elisions.def"
};

inline constexpr llvm::StringLiteral ElisionSwitches[] = {
#define WARPSAN_ELISION(Name, Switch, Doc) Switch,
#include "warpsan/elisions.def"
};
inline constexpr llvm::StringLiteral ElisionDocs[] = {
#define WARPSAN_ELISION(Name, Switch, Doc) Doc,
#include "warpsan/elisions.def"
};
inline constexpr unsigned ElisionCount = sizeof(ElisionSwitches) / sizeof(ElisionSwitches[0]);

/// The elisions in force, one bit each.
class ElisionSet {
public:
  static ElisionSet all() { return ElisionSet((1u << ElisionCount) - 1); }
  static ElisionSet none() { return ElisionSet(0); }
  bool has(Elision elision) const { return bits >> unsigned(elision) & 1; }
  void set(unsigned row, bool on) { bits = on ? bits | 1u << row : bits & ~(1u << row); }

private:
  explicit ElisionSet(uint32_t bits) : bits(bits) {}
  uint32_t bits;
};

} // namespace warpsan
