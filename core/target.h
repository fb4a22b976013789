//===- target.h - The only host/device macro -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#ifdef __CUDA__
#define WARPSAN_HD __host__ __device__ inline __attribute__((always_inline))
#else
#define WARPSAN_HD inline
#endif
