//===- nvcc_host.h - What nvcc's headers give host code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The drivers include this in front of CUDA sources. Programs written for nvcc
// use min and max of mixed numbers in host code without a header, where clang
// has them for device code only, and clocks whose headers nvcc happens to pull
// in. So does math.h of C++: without it isnan(x) is an error, and sqrt(x) of a
// float is a double. What clang would compile wrongly is an error here.
//===----------------------------------------------------------------------===//
#ifndef WARPSAN_NVCC_HOST_H
#define WARPSAN_NVCC_HOST_H
#ifdef __CUDA__
#include <math.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

namespace warpsan_nvcc_host {

template <bool Numbers, class T>
struct EnableIf {};
template <class T>
struct EnableIf<true, T> {
  using Type = T;
};

/// The type that the usual arithmetic conversions give two numbers.
template <class A, class B>
using Common =
    typename EnableIf<__is_arithmetic(A) && __is_arithmetic(B), decltype(true ? A() : B())>::Type;

} // namespace warpsan_nvcc_host

/// Never better than what the program has itself: the unused pack makes these
/// more general than any min(T, T). Like fmin, they pass over a NaN.
template <class A, class B, class... Unused>
__attribute__((host)) inline warpsan_nvcc_host::Common<A, B> min(A a, B b, Unused...) {
  const warpsan_nvcc_host::Common<A, B> left = a, right = b;
  return right < left || left != left ? right : left;
}

template <class A, class B, class... Unused>
__attribute__((host)) inline warpsan_nvcc_host::Common<A, B> max(A a, B b, Unused...) {
  const warpsan_nvcc_host::Common<A, B> left = a, right = b;
  return left < right || left != left ? right : left;
}

/// Those of one type, of which clang has the device half.
#define WARPSAN_NVCC_CHOICE(Name, Type, Order)                                                     \
  __attribute__((host)) inline Type Name(Type a, Type b) { return b Order a ? b : a; }
WARPSAN_NVCC_CHOICE(umin, unsigned, <)
WARPSAN_NVCC_CHOICE(umax, unsigned, >)
WARPSAN_NVCC_CHOICE(llmin, long long, <)
WARPSAN_NVCC_CHOICE(llmax, long long, >)
WARPSAN_NVCC_CHOICE(ullmin, unsigned long long, <)
WARPSAN_NVCC_CHOICE(ullmax, unsigned long long, >)
#undef WARPSAN_NVCC_CHOICE

/// clang drops the attribute and gives host and device a variable each, so a
/// program that compiled would not run as written.
#undef __managed__
#define __managed__                                                                                \
  _Pragma("GCC error \"WarpSan: clang has no __managed__ variables; use cudaMallocManaged\"")

#endif
#endif
