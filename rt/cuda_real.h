//===- cuda_real.h - The program's own CUDA runtime ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cuda.h>
#include <cuda_runtime_api.h>

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                                struct CUstream_st *stream);

extern "C" void __warpsan_region(const void *base, size_t bytes, const char *name);
extern "C" void __warpsan_region_end(const void *base);

namespace warpsan::rt {

/// Null where no instrumented module uses the function. The runtime links no
/// cudart of its own: a second copy would have its own state.
struct CudaReal {
#define WARPSAN_CUDA_API(Function, Use) decltype(&::Function) Function = nullptr;
#define WARPSAN_CUDA_API_PTSZ(Function, Use) decltype(&::Function) Function##_ptsz = nullptr;
#include "rt/cuda_api.def"
};

/// Filled by __warpsan_attach.
CudaReal &cudaReal();

} // namespace warpsan::rt
