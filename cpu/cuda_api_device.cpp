//===- cuda_api_device.cpp - Device, function and occupancy queries --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arena.h"
#include "cpu/cuda_api.h"
#include "cpu/device_heap.h"
#include "cpu/device_interface.h"
#include "cpu/device_model.h"
#include "cpu/kernel_limits.h"
#include "cpu/module_registry.h"
#include "cpu/registered_memory.h"
#include <algorithm>
#include <cstring>
#include <iterator>

using namespace warpsan::cpu;

namespace {

/// Only limits whose value a program may ask for are kept.
constexpr size_t LimitCount = 8;
size_t limits[LimitCount] = {
    /* cudaLimitStackSize */ 1024,
    /* cudaLimitPrintfFifoSize */ 1 << 20,
};

struct AttributeRow {
  cudaDeviceAttr attribute;
  int value;
};

constexpr AttributeRow Attributes[] = {
#define WARPSAN_DEVICE_ATTRIBUTE(Name, Value) {cudaDevAttr##Name, static_cast<int>(Value)},
#include "cpu/device_attributes.def"
};

cudaError_t checkDevice(int device) {
  return device == 0 ? cudaSuccess : result(cudaErrorInvalidDevice);
}

/// Written only if different: constants may lie in read-only memory.
void setToInitial(const ModuleRow &variable) {
  auto *begin = static_cast<char *>(variable.address);
  const auto *initial = static_cast<const char *>(variable.initial);
  if (initial && !std::equal(begin, begin + variable.bytes, initial))
    std::copy_n(initial, variable.bytes, begin);
  if (!initial && std::any_of(begin, begin + variable.bytes, [](char byte) { return byte != 0; }))
    std::fill_n(begin, variable.bytes, 0);
}

void setLimits(cudaDeviceProp &p) {
  p.warpSize = 32;
  p.maxThreadsPerBlock = model::ThreadsPerBlock;
  p.maxThreadsPerMultiProcessor = model::ThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = model::BlocksPerMultiprocessor;
  p.multiProcessorCount = model::Multiprocessors;
  p.regsPerBlock = p.regsPerMultiprocessor = model::Registers;
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = static_cast<int>(model::BlockLimit[i]);
    p.maxGridSize[i] = static_cast<int>(model::GridLimit[i]);
  }
}

void setMemory(cudaDeviceProp &p) {
  p.totalGlobalMem = Arena::TotalBytes;
  p.totalConstMem = model::ConstantBytes;
  p.sharedMemPerBlock = model::SharedPerBlock;
  p.sharedMemPerBlockOptin = model::SharedPerBlockOptIn;
  p.sharedMemPerMultiprocessor = model::SharedPerMultiprocessor;
  p.reservedSharedMemPerBlock = ReservedShared;
  p.l2CacheSize = model::L2Bytes;
  p.memoryBusWidth = model::BusBits;
  p.textureAlignment = p.texturePitchAlignment = model::TextureAlignment;
}

void setAbilities(cudaDeviceProp &p) {
  p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
  p.pageableMemoryAccess = 1;
  p.canMapHostMemory = p.cooperativeLaunch = p.concurrentKernels = 1;
  p.memoryPoolsSupported = p.hostRegisterSupported = p.streamPrioritiesSupported = 1;
}

} // namespace

//===--- Device ------------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaSetDevice(int device) { return checkDevice(device); }
WARPSAN_CUDA_API cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return checkDevice(device);
}
WARPSAN_CUDA_API cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) {
  return cudaGetDevice(device);
}
WARPSAN_CUDA_API cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
WARPSAN_CUDA_API cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  *flags = cudaDeviceScheduleAuto;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceSynchronize() { return deviceStatus(); }
/// Removed from CUDA 13; older programs still declare and call it.
WARPSAN_CUDA_API cudaError_t cudaThreadSynchronize() { return deviceStatus(); }
WARPSAN_CUDA_API cudaError_t cudaDeviceReset() {
  arena().releaseAll();
  deviceHeap().reset();
  forgetDynamicSharedLimits();
  registeredMemory().removeAll();
  for (const ModuleRow *row : moduleRegistry().variables())
    setToInitial(*row);
  clearErrors();
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDriverGetVersion(int *version) {
  *version = model::RuntimeVersion;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaRuntimeGetVersion(int *version) {
  *version = model::RuntimeVersion;
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  *properties = {};
  std::strcpy(properties->name, model::Name);
  properties->major = model::Major;
  properties->minor = model::Minor;
  setLimits(*properties);
  setMemory(*properties);
  setAbilities(*properties);
  return checkDevice(device);
}

WARPSAN_CUDA_API cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                                    int device) {
  *value = 0; // what the model does not have
  for (const AttributeRow &row : Attributes)
    if (row.attribute == attribute)
      *value = row.value;
  return checkDevice(device);
}

WARPSAN_CUDA_API cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device) {
  std::strncpy(text, "0000:00:00.0", static_cast<size_t>(length));
  return checkDevice(device);
}
WARPSAN_CUDA_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
  *can = 0;
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (limit == cudaLimitMallocHeapSize)
    return deviceHeap().setBytes(value) ? cudaSuccess : result(cudaErrorInvalidValue);
  if (unsigned(limit) >= LimitCount)
    return result(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
  if (unsigned(limit) >= LimitCount)
    return result(cudaErrorUnsupportedLimit);
  *value = limit == cudaLimitMallocHeapSize ? deviceHeap().bytes() : limits[limit];
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
WARPSAN_CUDA_API cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaProfilerStart() { return cudaSuccess; }
WARPSAN_CUDA_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

//===--- Functions and occupancy -------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                                   const void *function) {
  const Registered *kernel = moduleRegistry().find(function);
  if (!kernel || !kernel->row->isKernel)
    return result(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = kernel->row->sharedBytes;
  attributes->maxThreadsPerBlock = model::ThreadsPerBlock;
  attributes->numRegs = 32;
  attributes->binaryVersion = attributes->ptxVersion = model::Major * 10 + model::Minor;
  attributes->maxDynamicSharedSizeBytes = int(dynamicSharedLimit(*kernel->row));
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute,
                                                  int value) {
  const Registered *kernel = moduleRegistry().find(function);
  if (!kernel || !kernel->row->isKernel)
    return result(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize &&
      (value < 0 || !setDynamicSharedLimit(*kernel->row, size_t(value))))
    return result(cudaErrorInvalidValue);
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) {
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) {
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int threads, size_t sharedBytes, unsigned) {
  const Registered *kernel = moduleRegistry().find(function);
  if (!kernel)
    return result(cudaErrorInvalidDeviceFunction);
  *blocks = model::occupancy(threads, sharedBytes + kernel->row->sharedBytes);
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                                           const void *function,
                                                                           int threads,
                                                                           size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads,
                                                                sharedBytes, 0);
}
