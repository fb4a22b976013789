//===- random.h - Numbers that a seed repeats ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <vector>

namespace warpsan::oracle {

/// splitmix64; the standard distributions differ between libraries.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t below(uint64_t count) { return uint32_t(next() % count); }
  bool oneIn(uint32_t count) { return below(count) == 0; }
  template <typename T>
  const T &of(const std::vector<T> &list) {
    return list[below(list.size())];
  }

private:
  uint64_t state;
};

} // namespace warpsan::oracle
