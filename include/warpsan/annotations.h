//===- annotations.h - What a program tells WarpSan -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For device code. Compilers without WarpSan (__WARPSAN__ undefined) see nothing of it.
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

#else

#define WARPSAN_ASSUME(condition) ((void)0)
#define WARPSAN_INVARIANT(condition) ((void)0)

#endif

#endif // WARPSAN_ANNOTATIONS_H
