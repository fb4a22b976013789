// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How threads access what they share. A program says in which racy form the fast version does it;
// without -DRACY all of them are relaxed atomics, and nothing else differs.
#pragma once
#include <cstdint>
#include <cuda/atomic>
#include <type_traits>

/// The functions have no lines of their own: what a report names is the line of the algorithm.
#define GRAPHS_ACCESS __device__ static inline __attribute__((always_inline, nodebug))

namespace graphs {

template <class T>
using Atomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// Returns what it met. Relaxed in both versions, as atomicCAS() is with nvcc; clang makes a sequentially
/// consistent one of that, with a fence that would cost more than all races save.
GRAPHS_ACCESS int compareAndSwap(int *at, int expected, int desired) {
  Atomic<int>(*at).compare_exchange_strong(expected, desired, cuda::memory_order_relaxed);
  return expected;
}

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

/// Bytes that become 0 or 255.
struct Bytes {
  using Byte = unsigned char;
  GRAPHS_ACCESS Byte load(const Byte *from) { return Volatile::load(from); }
  GRAPHS_ACCESS void clear(Byte *at) { Volatile::store(at, 0); }
  GRAPHS_ACCESS void fill(Byte *at) { Volatile::store(at, 255); }
};

template <class Form>
using Access = Form;

#else

struct Plain;
struct Volatile;

struct Relaxed {
  template <class T>
  GRAPHS_ACCESS T load(T *from) {
    return Atomic<T>(*from).load(cuda::memory_order_relaxed);
  }
  template <class T>
  GRAPHS_ACCESS void store(T *to, std::type_identity_t<T> value) {
    Atomic<T>(*to).store(value, cuda::memory_order_relaxed);
  }
};

/// As bits of the words that hold them: CUDA has no atomic updates of bytes, and cuda::atomic_ref stores
/// one by a loop of compare-and-swap. Arrays must fill words.
struct Bytes {
  using Byte = unsigned char;
  GRAPHS_ACCESS Byte load(Byte *from) {
    return Byte(word(from).load(cuda::memory_order_relaxed) >> shift(from));
  }
  GRAPHS_ACCESS void clear(Byte *at) {
    word(at).fetch_and(~(255u << shift(at)), cuda::memory_order_relaxed);
  }
  GRAPHS_ACCESS void fill(Byte *at) {
    word(at).fetch_or(255u << shift(at), cuda::memory_order_relaxed);
  }

private:
  GRAPHS_ACCESS unsigned shift(const Byte *at) { return uintptr_t(at) % 4 * 8; }
  GRAPHS_ACCESS Atomic<unsigned> word(Byte *at) {
    return Atomic<unsigned>(*reinterpret_cast<unsigned *>(at - uintptr_t(at) % 4));
  }
};

template <class>
using Access = Relaxed;

#endif

} // namespace graphs
