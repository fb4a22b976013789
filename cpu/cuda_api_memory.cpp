//===- cuda_api_memory.cpp - Allocation, copies, symbols -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/arena.h"
#include "cpu/cuda_api.h"
#include "cpu/module_registry.h"
#include "cpu/registered_memory.h"
#include <cstring>

using namespace warpsan::cpu;

namespace {

constexpr size_t PitchAlignment = 512;

cudaError_t allocate(void **pointer, size_t bytes, MemoryKind kind) {
  if (!pointer)
    return result(cudaErrorInvalidValue);
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  *pointer = arena().allocate(bytes, kind);
  return *pointer ? cudaSuccess : result(cudaErrorMemoryAllocation);
}

cudaError_t release(void *memory) {
  return arena().release(memory) ? cudaSuccess : result(cudaErrorInvalidValue);
}

cudaError_t copy(void *to, const void *from, size_t bytes) {
  if (bytes && (!to || !from))
    return result(cudaErrorInvalidValue);
  if (bytes)
    std::memmove(to, from, bytes);
  return deviceStatus();
}

cudaError_t fill(void *memory, int value, size_t bytes) {
  if (bytes && !memory)
    return result(cudaErrorInvalidValue);
  if (bytes)
    std::memset(memory, value, bytes);
  return deviceStatus();
}

cudaError_t copyRows(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                     size_t height) {
  if (width > toPitch || width > fromPitch)
    return result(cudaErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    std::memmove(static_cast<char *>(to) + row * toPitch,
                 static_cast<const char *>(from) + row * fromPitch, width);
  return deviceStatus();
}

cudaError_t fillRows(void *memory, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row)
    std::memset(static_cast<char *>(memory) + row * pitch, value, width);
  return deviceStatus();
}

const ModuleRow *variable(const void *symbol) {
  const Registered *found = moduleRegistry().find(symbol);
  return found && !found->row->isKernel ? found->row : nullptr;
}

/// Address of a part of a variable, or null when it is no part of one.
char *partOf(const void *symbol, size_t offset, size_t bytes) {
  const ModuleRow *row = variable(symbol);
  if (!row || offset > row->bytes || bytes > row->bytes - offset)
    return nullptr;
  return static_cast<char *>(row->address) + offset;
}

bool isMapped(const void *host) {
  Allocation found;
  return registeredMemory().holds(host) ||
         (arena().find(host, found) && found.kind != MemoryKind::Device);
}

cudaMemoryType typeOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::Device:
    return cudaMemoryTypeDevice;
  case MemoryKind::Managed:
    return cudaMemoryTypeManaged;
  case MemoryKind::Host:
    return cudaMemoryTypeHost;
  }
  return cudaMemoryTypeUnregistered;
}

} // namespace

//===--- Allocation --------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::Device);
}
WARPSAN_CUDA_API cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t) {
  return allocate(pointer, bytes, MemoryKind::Device);
}
WARPSAN_CUDA_API cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, MemoryKind::Managed);
}
WARPSAN_CUDA_API cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::Host);
}
WARPSAN_CUDA_API cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, MemoryKind::Host);
}
WARPSAN_CUDA_API cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                                             size_t height) {
  *pitch = (width + PitchAlignment - 1) / PitchAlignment * PitchAlignment;
  return allocate(pointer, *pitch * height, MemoryKind::Device);
}
WARPSAN_CUDA_API cudaError_t cudaMalloc3D(cudaPitchedPtr *result3d, cudaExtent extent) {
  result3d->xsize = extent.width;
  result3d->ysize = extent.height;
  return cudaMallocPitch(&result3d->ptr, &result3d->pitch, extent.width,
                         extent.height * extent.depth);
}

WARPSAN_CUDA_API cudaError_t cudaFree(void *memory) { return release(memory); }
WARPSAN_CUDA_API cudaError_t cudaFreeAsync(void *memory, cudaStream_t) { return release(memory); }
WARPSAN_CUDA_API cudaError_t cudaFreeHost(void *memory) { return release(memory); }

WARPSAN_CUDA_API cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned) {
  if (!memory || bytes == 0)
    return result(cudaErrorInvalidValue);
  return registeredMemory().add(memory, bytes) ? cudaSuccess
                                               : result(cudaErrorHostMemoryAlreadyRegistered);
}
WARPSAN_CUDA_API cudaError_t cudaHostUnregister(void *memory) {
  return registeredMemory().remove(memory) ? cudaSuccess : result(cudaErrorHostMemoryNotRegistered);
}
WARPSAN_CUDA_API cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned) {
  if (!isMapped(host))
    return result(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaHostGetFlags(unsigned *flags, void *) {
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  *free = arena().freeBytes();
  *total = Arena::TotalBytes;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned,
                                                  cudaStream_t) {
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise,
                                           cudaMemLocation) {
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                                      const void *pointer) {
  *attributes = {};
  attributes->type = cudaMemoryTypeUnregistered;
  Allocation found;
  if (registeredMemory().holds(pointer))
    attributes->type = cudaMemoryTypeHost;
  else if (arena().find(pointer, found))
    attributes->type = typeOf(found.kind);
  else
    return cudaSuccess;
  attributes->devicePointer = const_cast<void *>(pointer);
  if (attributes->type != cudaMemoryTypeDevice)
    attributes->hostPointer = attributes->devicePointer;
  return cudaSuccess;
}

//===--- Copies ------------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  return copy(to, from, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                             cudaMemcpyKind, cudaStream_t) {
  return copy(to, from, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t bytes) {
  return copy(to, from, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes,
                                                 cudaStream_t) {
  return copy(to, from, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from,
                                          size_t fromPitch, size_t width, size_t height,
                                          cudaMemcpyKind) {
  return copyRows(to, toPitch, from, fromPitch, width, height);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from,
                                               size_t fromPitch, size_t width, size_t height,
                                               cudaMemcpyKind, cudaStream_t) {
  return copyRows(to, toPitch, from, fromPitch, width, height);
}
WARPSAN_CUDA_API cudaError_t cudaMemset(void *memory, int value, size_t bytes) {
  return fill(memory, value, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t) {
  return fill(memory, value, bytes);
}
WARPSAN_CUDA_API cudaError_t cudaMemset2D(void *memory, size_t pitch, int value, size_t width,
                                          size_t height) {
  return fillRows(memory, pitch, value, width, height);
}
WARPSAN_CUDA_API cudaError_t cudaMemset2DAsync(void *memory, size_t pitch, int value, size_t width,
                                               size_t height, cudaStream_t) {
  return fillRows(memory, pitch, value, width, height);
}

//===--- Symbols -----------------------------------------------------------===//

WARPSAN_CUDA_API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                                                size_t offset, cudaMemcpyKind) {
  char *to = partOf(symbol, offset, bytes);
  return to ? copy(to, from, bytes) : result(cudaErrorInvalidSymbol);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                                  size_t offset, cudaMemcpyKind) {
  const char *from = partOf(symbol, offset, bytes);
  return from ? copy(to, from, bytes) : result(cudaErrorInvalidSymbol);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                                     size_t bytes, size_t offset,
                                                     cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
WARPSAN_CUDA_API cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes,
                                                       size_t offset, cudaMemcpyKind kind,
                                                       cudaStream_t) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
WARPSAN_CUDA_API cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
  const ModuleRow *row = variable(symbol);
  if (!row)
    return result(cudaErrorInvalidSymbol);
  *address = row->address;
  return cudaSuccess;
}
WARPSAN_CUDA_API cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  const ModuleRow *row = variable(symbol);
  if (!row)
    return result(cudaErrorInvalidSymbol);
  *bytes = row->bytes;
  return cudaSuccess;
}

//===--- Names when the default stream is per thread -------------------------===//

WARPSAN_CUDA_ALIAS(cudaFreeAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMallocAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemPrefetchAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemcpy, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemcpy2D, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemcpy2DAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemcpyAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemcpyFromSymbol, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemcpyFromSymbolAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemcpyToSymbol, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemcpyToSymbolAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemset, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemset2D, _ptds)
WARPSAN_CUDA_ALIAS(cudaMemset2DAsync, _ptsz)
WARPSAN_CUDA_ALIAS(cudaMemsetAsync, _ptsz)
