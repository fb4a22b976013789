//===- random.h - Random numbers that are the same on every machine ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distributions of the standard library differ between libraries, so integers are all there is.
#pragma once
#include <cstdint>

namespace graphs {

/// A bijection of 64 bits without visible structure (the last step of splitmix64).
constexpr uint64_t mixed(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() { return mixed(state += 0x9e3779b97f4a7c15); }

  /// From 0 to bound - 1. The bias is below bound / 2^64.
  uint64_t below(uint64_t bound) {
    using Wide = unsigned __int128;
    return uint64_t((Wide(next()) * bound) >> 64);
  }

  bool percent(uint64_t chance) { return below(100) < chance; }

private:
  uint64_t state;
};

} // namespace graphs
