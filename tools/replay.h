//===- replay.h - Launches of counterexamples -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs that warpsan-replay makes: a kernel with the numbers that a counterexample of mode
// verify names, and arrays made up for its pointers.
//===----------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>

namespace warpsan {

/// Of a parameter, by its number, or of a field of it, by its offset in bytes.
struct ReplayedNumber {
  unsigned parameter, field, bytes;
  uint64_t value;
};

/// In the array that a pointer leads to; the offset is in bytes.
struct ReplayedContent {
  unsigned parameter, field;
  int64_t offset;
  unsigned bytes;
  uint64_t value;
};

namespace replaying {

/// Of each array. Counterexamples have small numbers if they can.
constexpr size_t ArrayBytes = size_t(16) << 20;

inline void check(cudaError_t status, const char *what) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// Zero but for what is named. A pointer leads into the middle: offsets may be negative.
inline char *makeArray(unsigned parameter, std::initializer_list<ReplayedContent> contents) {
  void *array = nullptr;
  check(cudaMalloc(&array, ArrayBytes), "cudaMalloc");
  check(cudaMemset(array, 0, ArrayBytes), "cudaMemset");
  char *middle = static_cast<char *>(array) + ArrayBytes / 2;
  for (const ReplayedContent &row : contents)
    if (row.parameter == parameter && row.offset >= -int64_t(ArrayBytes / 2) &&
        row.offset + row.bytes <= int64_t(ArrayBytes / 2))
      check(cudaMemcpy(middle + row.offset, &row.value, row.bytes, cudaMemcpyHostToDevice),
            "cudaMemcpy");
  return middle;
}

template <typename T>
T makeArgument(unsigned parameter, std::initializer_list<ReplayedNumber> numbers,
               std::initializer_list<ReplayedContent> contents) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(makeArray(parameter, contents));
  } else {
    static_assert(std::is_trivially_copyable_v<T>, "parameters of this type are not made up");
    alignas(T) char bytes[sizeof(T)] = {};
    for (const ReplayedNumber &row : numbers)
      if (row.parameter == parameter && row.field + row.bytes <= sizeof(T))
        std::memcpy(bytes + row.field, &row.value, row.bytes);
    T value;
    std::memcpy(static_cast<void *>(&value), bytes, sizeof value);
    return value;
  }
}

} // namespace replaying

template <typename... Parameters>
int replay(void (*kernel)(Parameters...), dim3 grid, dim3 block,
           std::initializer_list<ReplayedNumber> numbers,
           std::initializer_list<ReplayedContent> contents) {
  unsigned next = 0;
  std::tuple<Parameters...> values{
      replaying::makeArgument<Parameters>(next++, numbers, contents)...};
  std::apply([&](auto &...value) { kernel<<<grid, block>>>(value...); }, values);
  replaying::check(cudaGetLastError(), "launch");
  replaying::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return 0;
}

} // namespace warpsan
