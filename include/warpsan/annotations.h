//===- annotations.h - What a program tells WarpSan -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers without WarpSan (__WARPSAN__ undefined) see nothing of it. What is for device code
// is first.
//===----------------------------------------------------------------------===//
#ifndef WARPSAN_ANNOTATIONS_H
#define WARPSAN_ANNOTATIONS_H

#ifdef __WARPSAN__

#ifdef __CUDA_ARCH__
extern "C" __device__ void __warpsan_invariant(bool holds);
#endif

/// The condition is true whenever a thread comes here; if not, the program's behaviour is
/// undefined. It must have no side effects. Proofs rest on it, and so may the optimiser.
#define WARPSAN_ASSUME(condition) __builtin_assume(condition)

/// Inside a loop: the condition may be one that is true at the start of every round. It is
/// checked before proofs rest on it (-mllvm -warpsan-mode=verify), so a wrong one does no harm.
/// Nothing is left of it in the program.
#ifdef __CUDA_ARCH__
#define WARPSAN_INVARIANT(condition) __warpsan_invariant(condition)
#else
#define WARPSAN_INVARIANT(condition) ((void)0)
#endif

/// For synchronisation that WarpSan does not understand: what a thread did before a release of
/// an address comes before what another one does behind a later acquire of it. The address only
/// names the two; the release stands in front of what tells others, the acquire behind the wait.
/// Nothing is left of them without checks.
#ifdef __CUDA_ARCH__
extern "C" __device__ void warpsan_device_release(const volatile void *address);
extern "C" __device__ void warpsan_device_acquire(const volatile void *address);
#define WARPSAN_RELEASE(address) warpsan_device_release(address)
#define WARPSAN_ACQUIRE(address) warpsan_device_acquire(address)
#else
#define WARPSAN_RELEASE(address) ((void)0)
#define WARPSAN_ACQUIRE(address) ((void)0)
#endif

/// In front of a function: its accesses, and those of what is inlined in it, may race. Races
/// with them are not shown and count as suppressed, with the reason, a string (docs/suppressions.md).
#ifdef __CUDA_ARCH__
#define WARPSAN_INTENDED(reason) __attribute__((annotate("warpsan:intended:" reason)))
#else
#define WARPSAN_INTENDED(reason)
#endif

/// The same for one expression; its value is a copy.
#define WARPSAN_INTENDED_RACE(reason, ...)                                                         \
  ([&]() WARPSAN_INTENDED(reason) { return __VA_ARGS__; }())

#else

#define WARPSAN_RELEASE(address) ((void)0)
#define WARPSAN_ACQUIRE(address) ((void)0)
#define WARPSAN_INTENDED(reason)
#define WARPSAN_INTENDED_RACE(reason, ...) (__VA_ARGS__)
#define WARPSAN_ASSUME(condition) ((void)0)
#define WARPSAN_INVARIANT(condition) ((void)0)

#endif

#include <stddef.h>

/// Reports name the line of the call.
#define WARPSAN_HOST_CALL static inline __attribute__((always_inline))

#ifdef __WARPSAN__
#ifdef __cplusplus
extern "C" {
#endif
// Undefined in every program: the plugin gives calls a way to the runtime.
void __warpsan_region(const void *base, size_t bytes, const char *name) __attribute__((weak));
void __warpsan_region_end(const void *base) __attribute__((weak));
#ifdef __cplusplus
}
#endif
#endif

/// Host code: names memory that an allocator of the program gives out. Reports then say that
/// region and the element in it, and not the allocation around it. It ends with
/// warpsan_region_end(), with the allocation, or where another one starts at its address.
WARPSAN_HOST_CALL void warpsan_region(const void *base, size_t bytes, const char *name) {
#ifdef __WARPSAN__
  if (__warpsan_region)
    __warpsan_region(base, bytes, name);
#else
  (void)base, (void)bytes, (void)name;
#endif
}

WARPSAN_HOST_CALL void warpsan_region_end(const void *base) {
#ifdef __WARPSAN__
  if (__warpsan_region_end)
    __warpsan_region_end(base);
#else
  (void)base;
#endif
}

#undef WARPSAN_HOST_CALL

#endif // WARPSAN_ANNOTATIONS_H
