//===- cuda_api_pools.cpp - Memory pools -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All pools share the arena: what sets them apart is only what a program has
// set and asks for.
//===----------------------------------------------------------------------===//
#include "cpu/arena.h"
#include "cpu/cuda_api.h"
#include <cstring>

using namespace warpsan::cpu;

struct CUmemPoolHandle_st {
  /// As set; by cudaMemPoolAttr, from cudaMemPoolReuseFollowEventDependencies on.
  uint64_t settings[cudaMemPoolAttrReleaseThreshold + 1] = {0, 1, 1, 1, 0};
};

namespace {

CUmemPoolHandle_st defaultPool;
cudaMemPool_t currentPool = &defaultPool;

/// The switches are int, the sizes 64 bits.
size_t widthOf(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies ? sizeof(int) : sizeof(uint64_t);
}

bool isSetting(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolAttrReleaseThreshold;
}

uint64_t valueOf(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  return isSetting(attribute) ? pool->settings[attribute] : Arena::TotalBytes - arena().freeBytes();
}

} // namespace

WARPSAN_CUDA_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int) {
  *pool = &defaultPool;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int) {
  *pool = currentPool;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t pool) {
  currentPool = pool;
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) {
  *pool = new CUmemPoolHandle_st;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (pool == &defaultPool)
    return result(cudaErrorInvalidValue);
  if (pool == currentPool)
    currentPool = &defaultPool;
  delete pool;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }

WARPSAN_CUDA_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                                     void *value) {
  if (isSetting(attribute))
    std::memcpy(&pool->settings[attribute], value, widthOf(attribute));
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute,
                                                     void *value) {
  const uint64_t found = valueOf(pool, attribute);
  std::memcpy(value, &found, widthOf(attribute));
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *,
                                                  size_t) {
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t,
                                                  cudaMemLocation *) {
  *flags = cudaMemAccessFlagsProtReadWrite;
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t,
                                                     cudaStream_t stream) {
  return cudaMallocAsync(memory, bytes, stream);
}

WARPSAN_CUDA_ALIAS(cudaMallocFromPoolAsync, _ptsz)
