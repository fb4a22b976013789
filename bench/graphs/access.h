// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads access what they share. A program says in which racy form the fast version does it;
// without -DRACY all of them are relaxed atomics, and nothing else differs.
#pragma once
#include <type_traits>
#ifndef RACY
#include <cuda/atomic>
#endif

/// The functions have no lines of their own: what a report names is the line of the algorithm.
#define GRAPHS_ACCESS __device__ static inline __attribute__((always_inline, nodebug))

namespace graphs {

#ifdef RACY

/// The compiler may split, repeat, and leave out such accesses.
struct Plain {
  template <class T>
  GRAPHS_ACCESS T load(const T *from) {
    return *from;
  }
  template <class T>
  GRAPHS_ACCESS void store(T *to, std::type_identity_t<T> value) {
    *to = value;
  }
};

/// Each access is made, but may be split, and is no synchronisation.
struct Volatile {
  template <class T>
  GRAPHS_ACCESS T load(const volatile T *from) {
    return *from;
  }
  template <class T>
  GRAPHS_ACCESS void store(volatile T *to, std::type_identity_t<T> value) {
    *to = value;
  }
};

template <class Form>
using Access = Form;

#else

struct Plain;
struct Volatile;

struct Relaxed {
  template <class T>
  using Reference = cuda::atomic_ref<T, cuda::thread_scope_device>;

  template <class T>
  GRAPHS_ACCESS T load(T *from) {
    return Reference<T>(*from).load(cuda::memory_order_relaxed);
  }
  template <class T>
  GRAPHS_ACCESS void store(T *to, std::type_identity_t<T> value) {
    Reference<T>(*to).store(value, cuda::memory_order_relaxed);
  }
};

template <class>
using Access = Relaxed;

#endif

} // namespace graphs
