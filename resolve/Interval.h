//===- Interval.h - Integers between two ends ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <algorithm>
#include <cstdint>

namespace warpsan::resolve {

/// Holds every sum and product of what fits in 62 bits.
__extension__ typedef __int128 Wide;

/// No end. Beyond all that is computed with: larger results count as it.
inline constexpr Wide Infinity = Wide(1) << 120;

inline Wide saturated(Wide value) { return std::clamp(value, -Infinity, Infinity); }

inline bool isInfinite(Wide value) { return value <= -Infinity || value >= Infinity; }

/// An infinite operand stays what it is.
inline Wide sum(Wide left, Wide right) {
  return isInfinite(left) ? left : isInfinite(right) ? right : saturated(left + right);
}

inline Wide product(Wide value, int64_t factor) {
  Wide result = 0;
  if (factor == 0)
    return 0;
  if (isInfinite(value) || __builtin_mul_overflow(value, Wide(factor), &result))
    return (value > 0) == (factor > 0) ? Infinity : -Infinity;
  return saturated(result);
}

inline Wide floorDivide(Wide value, Wide by) {
  if (isInfinite(value))
    return by > 0 ? value : -value;
  const Wide quotient = value / by;
  return quotient - (value % by != 0 && (value < 0) != (by < 0));
}

inline Wide ceilDivide(Wide value, Wide by) { return -floorDivide(-value, by); }

/// All integers from `low` to `high`; none if low > high.
struct Interval {
  Wide low = -Infinity;
  Wide high = Infinity;

  bool isEmpty() const { return low > high; }
  bool isSingle() const { return low == high; }
  bool isFinite() const { return !isInfinite(low) && !isInfinite(high); }
  Wide width() const { return isFinite() ? high - low : Infinity; }
  bool holds(const Interval &other) const { return low <= other.low && other.high <= high; }
  bool meets(const Interval &other) const { return low <= other.high && other.low <= high; }
};

/// A lower end that is too large to be known is none, and so is an upper one.
inline Interval ended(Wide low, Wide high) {
  return {low >= Infinity ? -Infinity : low, high <= -Infinity ? Infinity : high};
}

inline Interval operator+(const Interval &left, const Interval &right) {
  return ended(sum(left.low, right.low), sum(left.high, right.high));
}

inline Interval operator*(const Interval &values, int64_t factor) {
  const Wide first = product(values.low, factor), last = product(values.high, factor);
  return factor < 0 ? ended(last, first) : ended(first, last);
}

inline Interval intersection(const Interval &left, const Interval &right) {
  return {std::max(left.low, right.low), std::min(left.high, right.high)};
}

inline Interval hull(const Interval &left, const Interval &right) {
  return {std::min(left.low, right.low), std::max(left.high, right.high)};
}

} // namespace warpsan::resolve
