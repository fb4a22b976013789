//===- cuda_api.h - What the files of the CUDA runtime API share -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The API works on host memory and runs each operation before it returns.
// That is one of the orders a program with streams has to expect, except for
// host code that talks to a running kernel.
//===----------------------------------------------------------------------===//
#pragma once
#include <cuda_runtime_api.h>

#define WARPSAN_CUDA_API extern "C" __attribute__((visibility("default")))

/// A second name: all streams are alike.
#define WARPSAN_CUDA_ALIAS(Name, Suffix)                                                           \
  WARPSAN_CUDA_API decltype(Name) Name##Suffix __attribute__((alias(#Name)));

namespace warpsan::cpu {

/// Records an error for cudaGetLastError and returns it.
cudaError_t result(cudaError_t error);
/// What a call that waits for the device returns: the sticky error, if any.
cudaError_t deviceStatus();
void setStickyError(cudaError_t error);
void clearErrors();

} // namespace warpsan::cpu
