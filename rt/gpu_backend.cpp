//===- gpu_backend.cpp - A CUDA GPU as a device of the host runtime --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory, copies and synchronisation go through the program's own cudart, so
// that they share its context. What only the driver can do (modules, twins)
// goes through libcuda, opened at the first launch: a program that never
// launches runs on machines without a driver.
//===----------------------------------------------------------------------===//
#include "rt/backend.h"
#include "rt/cuda_real.h"
#include <algorithm>
#include <cuda.h>
#include <dlfcn.h>
#include <map>
#include <tuple>

namespace warpsan::rt {

namespace {

struct Driver {
#define WARPSAN_DRIVER_API(Function, Symbol) decltype(&::Function) Function = nullptr;
#include "rt/driver_api.def"

  /// Empty when everything was found.
  std::string load();
};

std::string Driver::load() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    return "no CUDA driver (libcuda.so.1 not found)";
#define WARPSAN_DRIVER_API(Function, Symbol)                                                       \
  Function = reinterpret_cast<decltype(Function)>(dlsym(library, Symbol));                         \
  if (!Function)                                                                                   \
    return "CUDA driver too old: no " Symbol;
#include "rt/driver_api.def"
  return {};
}

CUfunction functionOf(void *function) { return static_cast<CUfunction>(function); }

class GpuBackend final : public Backend {
public:
  const char *target() const override { return "gpu"; }
  std::string seed() const override { return "-"; }
  std::string unavailable() override;

  int resolve(const void *stub, KernelHandle &kernel) override;
  void *function(void *module, const char *name) override;
  void *symbol(void *module, const char *name, size_t *bytes) override;
  int launch(void *function, const LaunchShape &shape, void **arguments) override;

  uint32_t residentBlocks(void *function, uint32_t threads, size_t sharedBytes) override;
  uint32_t staticSharedBytes(void *function) override;
  uint32_t reservedSharedBytes() override;
  int currentDevice() override;
  bool isCapturing(void *stream) override;

  void *allocateDevice(size_t bytes) override;
  void freeDevice(void *memory) override { cudaReal().cudaFree(memory); }
  void *allocatePinned(size_t bytes) override;
  void freePinned(void *memory) override { cudaReal().cudaFreeHost(memory); }
  int copyToDevice(void *to, const void *from, size_t bytes, void *stream) override;
  int clearDevice(void *memory, size_t bytes, void *stream) override;
  int copyFromDevice(void *to, const void *from, size_t bytes) override;
  int synchronize() override { return cudaReal().cudaDeviceSynchronize(); }
  void forgetDevice() override;

private:
  int attribute(CUdevice_attribute which);
  bool allowSharedBytes(void *function, size_t bytes);
  cudaStream_t ownStream();
  int finishOwn(cudaError_t error);

  Driver driver;
  bool loaded = false;
  std::string trouble;
  cudaStream_t stream = nullptr;
  std::map<void *, size_t> dynamicLimit;
  std::map<std::tuple<void *, uint32_t, size_t>, uint32_t> occupancy;
  std::map<CUdevice_attribute, int> attributes;
};

std::string GpuBackend::unavailable() {
  if (loaded)
    return trouble;
  loaded = true;
  trouble = driver.load();
  int count = 0;
  if (trouble.empty() && cudaReal().cudaGetDeviceCount(&count) != cudaSuccess)
    trouble = "no usable CUDA device";
  // The failed query must not show up in the program's own error checks.
  cudaReal().cudaGetLastError();
  return trouble;
}

int GpuBackend::resolve(const void *stub, KernelHandle &kernel) {
  cudaFunction_t found = nullptr;
  if (const cudaError_t error = cudaReal().cudaGetFuncBySymbol(&found, stub)) {
    cudaReal().cudaGetLastError();
    return error;
  }
  CUmodule module = nullptr;
  const char *name = nullptr;
  const auto function = reinterpret_cast<CUfunction>(found);
  if (driver.cuFuncGetModule(&module, function) || driver.cuFuncGetName(&name, function))
    return cudaErrorInvalidDeviceFunction;
  kernel = {module, function, name};
  return cudaSuccess;
}

void *GpuBackend::function(void *module, const char *name) {
  CUfunction found = nullptr;
  const CUresult error = driver.cuModuleGetFunction(&found, static_cast<CUmodule>(module), name);
  return error ? nullptr : found;
}

void *GpuBackend::symbol(void *module, const char *name, size_t *bytes) {
  CUdeviceptr address = 0;
  size_t size = 0;
  if (driver.cuModuleGetGlobal(&address, &size, static_cast<CUmodule>(module), name))
    return nullptr;
  if (bytes)
    *bytes = size;
  return reinterpret_cast<void *>(address);
}

/// The program raised the limit of its own kernel; the twin has another one.
bool GpuBackend::allowSharedBytes(void *function, size_t bytes) {
  constexpr size_t AlwaysAllowed = 48 * 1024;
  size_t &limit = dynamicLimit[function];
  if (bytes + staticSharedBytes(function) <= AlwaysAllowed || bytes <= limit)
    return true;
  if (driver.cuFuncSetAttribute(functionOf(function),
                                CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(bytes)))
    return false;
  limit = bytes;
  return true;
}

/// Driver and runtime share their error numbers.
int GpuBackend::launch(void *function, const LaunchShape &shape, void **arguments) {
  if (!allowSharedBytes(function, shape.sharedBytes))
    return cudaErrorInvalidValue;
  const uint32_t *g = shape.grid;
  const uint32_t *b = shape.block;
  const auto onStream = static_cast<CUstream>(shape.stream);
  const auto bytes = unsigned(shape.sharedBytes);
  if (shape.cooperative)
    return driver.cuLaunchCooperativeKernel(functionOf(function), g[0], g[1], g[2], b[0], b[1],
                                            b[2], bytes, onStream, arguments);
  return driver.cuLaunchKernel(functionOf(function), g[0], g[1], g[2], b[0], b[1], b[2], bytes,
                               onStream, arguments, nullptr);
}

int GpuBackend::attribute(CUdevice_attribute which) {
  const auto [place, isNew] = attributes.try_emplace(which, 0);
  if (isNew)
    driver.cuDeviceGetAttribute(&place->second, which, currentDevice());
  return place->second;
}

uint32_t GpuBackend::residentBlocks(void *function, uint32_t threads, size_t sharedBytes) {
  const auto [place, isNew] = occupancy.try_emplace({function, threads, sharedBytes}, 0);
  if (!isNew)
    return place->second;
  int blocks = 0;
  if (!allowSharedBytes(function, sharedBytes) ||
      driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, functionOf(function),
                                                         int(threads), sharedBytes))
    blocks = 0;
  place->second = uint32_t(blocks * attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  return place->second;
}

uint32_t GpuBackend::staticSharedBytes(void *function) {
  int bytes = 0;
  driver.cuFuncGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, functionOf(function));
  return uint32_t(bytes);
}

/// From sm_80 on the first KiB of the shared window is the system's.
uint32_t GpuBackend::reservedSharedBytes() {
  return uint32_t(attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
}

int GpuBackend::currentDevice() {
  int device = 0;
  if (cudaReal().cudaGetDevice(&device) != cudaSuccess)
    cudaReal().cudaGetLastError();
  return device;
}

bool GpuBackend::isCapturing(void *onStream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t error =
      cudaReal().cudaStreamIsCapturing(static_cast<cudaStream_t>(onStream), &status);
  if (error != cudaSuccess)
    cudaReal().cudaGetLastError();
  // The legacy stream cannot be asked while another one captures.
  return status != cudaStreamCaptureStatusNone || error == cudaErrorStreamCaptureImplicit;
}

/// Work of the runtime must neither wait for the program's streams nor hold
/// them up.
cudaStream_t GpuBackend::ownStream() {
  if (!stream)
    cudaReal().cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}

int GpuBackend::finishOwn(cudaError_t error) {
  if (error == cudaSuccess)
    error = cudaReal().cudaStreamSynchronize(ownStream());
  if (error != cudaSuccess)
    cudaReal().cudaGetLastError();
  return error;
}

void *GpuBackend::allocateDevice(size_t bytes) {
  void *memory = nullptr;
  if (cudaReal().cudaMalloc(&memory, std::max<size_t>(bytes, 1)) != cudaSuccess) {
    cudaReal().cudaGetLastError();
    return nullptr;
  }
  if (clearDevice(memory, bytes, nullptr) == 0)
    return memory;
  cudaReal().cudaFree(memory);
  return nullptr;
}

void *GpuBackend::allocatePinned(size_t bytes) {
  void *memory = nullptr;
  if (cudaReal().cudaHostAlloc(&memory, std::max<size_t>(bytes, 1),
                               cudaHostAllocPortable | cudaHostAllocMapped) == cudaSuccess)
    return memory;
  cudaReal().cudaGetLastError();
  return nullptr;
}

int GpuBackend::copyToDevice(void *to, const void *from, size_t bytes, void *) {
  return finishOwn(
      cudaReal().cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, ownStream()));
}

int GpuBackend::clearDevice(void *memory, size_t bytes, void *) {
  return finishOwn(cudaReal().cudaMemsetAsync(memory, 0, bytes, ownStream()));
}

int GpuBackend::copyFromDevice(void *to, const void *from, size_t bytes) {
  return finishOwn(
      cudaReal().cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, ownStream()));
}

void GpuBackend::forgetDevice() {
  stream = nullptr;
  dynamicLimit.clear();
  occupancy.clear();
}

} // namespace

/// Never destroyed: the run's report is written by exit handlers.
Backend &backend() {
  static auto *instance = new GpuBackend;
  return *instance;
}

} // namespace warpsan::rt
