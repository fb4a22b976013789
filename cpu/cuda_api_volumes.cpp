//===- cuda_api_volumes.cpp - Copies of three-dimensional memory -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cuda_api.h"
#include <cstdio>
#include <cstring>

using namespace warpsan::cpu;

namespace {

/// ysize counts the rows of one slice.
char *rowOf(const cudaPitchedPtr &memory, const cudaPos &from, size_t y, size_t z) {
  return static_cast<char *>(memory.ptr) +
         ((from.z + z) * memory.ysize + from.y + y) * memory.pitch + from.x;
}

bool fits(const cudaPitchedPtr &memory, const cudaPos &from, const cudaExtent &extent) {
  return from.x + extent.width <= memory.pitch &&
         (extent.depth == 1 || from.y + extent.height <= memory.ysize);
}

} // namespace

WARPSAN_CUDA_API cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
  if (p->srcArray || p->dstArray) {
    std::fprintf(stderr, "WarpSan: the CPU target has no CUDA arrays (cudaMemcpy3D)\n");
    return result(cudaErrorNotSupported);
  }
  if (!p->srcPtr.ptr || !p->dstPtr.ptr || !fits(p->srcPtr, p->srcPos, p->extent) ||
      !fits(p->dstPtr, p->dstPos, p->extent))
    return result(cudaErrorInvalidValue);
  for (size_t z = 0; z < p->extent.depth; ++z)
    for (size_t y = 0; y < p->extent.height; ++y)
      std::memmove(rowOf(p->dstPtr, p->dstPos, y, z), rowOf(p->srcPtr, p->srcPos, y, z),
                   p->extent.width);
  return deviceStatus();
}
WARPSAN_CUDA_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t) {
  return cudaMemcpy3D(p);
}

WARPSAN_CUDA_API cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  if (!memory.ptr || !fits(memory, {}, extent))
    return result(cudaErrorInvalidValue);
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y)
      std::memset(rowOf(memory, {}, y, z), value, extent.width);
  return deviceStatus();
}
WARPSAN_CUDA_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                                               cudaStream_t) {
  return cudaMemset3D(memory, value, extent);
}

//===--- Names when the default stream is per thread -------------------------===//

WARPSAN_CUDA_ALIAS(cudaMemcpy3D, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemcpy3DAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemset3D, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemset3DAsync, _ptsz)
