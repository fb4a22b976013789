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
#include "warpsan/module_info.h"
#include <algorithm>
#include <cuda.h>
#include <dlfcn.h>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

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

/// While the program captures a stream, much is forbidden to its threads that
/// has nothing to do with that stream.
class OutsideCapture {
public:
  OutsideCapture() { exchange(); }
  ~OutsideCapture() { exchange(); }
  OutsideCapture(const OutsideCapture &) = delete;
  OutsideCapture &operator=(const OutsideCapture &) = delete;

private:
  void exchange() { cudaReal().cudaThreadExchangeStreamCaptureMode(&mode); }
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
};

class GpuBackend final : public Backend {
public:
  const char *target() const override { return "gpu"; }
  std::string seed() const override { return "-"; }
  std::string unavailable() override;

  int resolve(const void *stub, KernelHandle &kernel) override;
  void *function(void *module, const char *name) override;
  void *symbol(void *module, const char *name, size_t *bytes) override;
  int resolveFunction(void *function, KernelHandle &kernel) override;
  int launch(void *function, const LaunchShape &shape, void **arguments) override;
  bool accepts(void *function, const LaunchShape &shape) override;

  uint32_t residentBlocks(void *function, uint32_t threads, size_t sharedBytes) override;
  uint32_t multiprocessors() override;
  uint32_t staticSharedBytes(void *function) override;
  size_t sharedLimit() override;
  std::optional<ThreadResources> resources(void *function) override;
  uint32_t reservedSharedBytes() override;
  void growStack() override;
  int currentDevice() override;
  bool isCapturing(void *stream) override;

  void *allocateDevice(size_t bytes) override;
  void freeDevice(void *memory) override;
  void *allocatePinned(size_t bytes) override;
  void freePinned(void *memory) override;
  int copyToDevice(void *to, const void *from, size_t bytes, void *stream) override;
  int clearDevice(void *memory, size_t bytes, void *stream) override;
  int clearInOrder(const std::vector<MemoryRange> &pieces, void *stream) override;
  int copyFromDevice(void *to, const void *from, size_t bytes) override;
  int synchronize() override { return cudaReal().cudaDeviceSynchronize(); }
  uint64_t markMoment(void *stream) override;
  void releaseMoment(uint64_t moment) override;
  std::optional<uint64_t> elapsed(uint64_t begin, uint64_t end) override;
  MemoryRange deviceHeap(void *kernel) override;
  void forgetFunctions() override;
  void forgetDevice() override;

private:
  uint64_t probeHeap(CUfunction probe);
  int attribute(CUdevice_attribute which);
  int functionAttribute(void *function, CUfunction_attribute which);
  int fixedAttribute(void *function, CUfunction_attribute which);
  bool allowSharedBytes(void *function, size_t bytes);
  cudaStream_t ownStream();
  int finishOwn(cudaError_t error);

  Driver driver;
  bool loaded = false;
  std::string trouble;
  cudaStream_t stream = nullptr;
  size_t grownStack = 0; ///< bytes for each thread, as this object has set them
  std::map<void *, size_t> dynamicLimit;
  std::map<std::tuple<void *, uint32_t, size_t>, uint32_t> occupancy;
  std::map<CUdevice_attribute, int> attributes;
  std::map<std::pair<void *, CUfunction_attribute>, int> fixedAttributes; ///< of functions
  std::vector<CUevent> spareEvents;
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
  return resolveFunction(found, kernel);
}

int GpuBackend::resolveFunction(void *function, KernelHandle &kernel) {
  CUmodule module = nullptr;
  const char *name = nullptr;
  if (driver.cuFuncGetModule(&module, functionOf(function)) ||
      driver.cuFuncGetName(&name, functionOf(function)))
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

bool GpuBackend::accepts(void *function, const LaunchShape &shape) {
  const uint64_t threads = uint64_t(shape.block[0]) * shape.block[1] * shape.block[2];
  return threads <= uint64_t(fixedAttribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)) &&
         (shape.sharedBytes == 0 ||
          shape.sharedBytes <=
              size_t(functionAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)));
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
  place->second = uint32_t(blocks) * multiprocessors();
  return place->second;
}

uint32_t GpuBackend::multiprocessors() {
  return uint32_t(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
}

int GpuBackend::functionAttribute(void *function, CUfunction_attribute which) {
  int value = 0;
  driver.cuFuncGetAttribute(&value, which, functionOf(function));
  return value;
}

/// One that nobody can change: the driver is asked once, and not at each launch.
int GpuBackend::fixedAttribute(void *function, CUfunction_attribute which) {
  const auto [place, isNew] = fixedAttributes.try_emplace({function, which}, 0);
  if (isNew)
    place->second = functionAttribute(function, which);
  return place->second;
}

uint32_t GpuBackend::staticSharedBytes(void *function) {
  return uint32_t(fixedAttribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
}

size_t GpuBackend::sharedLimit() {
  return size_t(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
}

std::optional<ThreadResources> GpuBackend::resources(void *function) {
  return ThreadResources{uint32_t(fixedAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS)),
                         uint32_t(fixedAttribute(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES))};
}

/// From sm_80 on the first KiB of the shared window is the system's.
uint32_t GpuBackend::reservedSharedBytes() {
  return uint32_t(attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
}

/// What the program asked for, times how much larger frames of unoptimised code
/// become with checks. A device that is full keeps the limit it has.
void GpuBackend::growStack() {
  constexpr size_t Growth = 8;
  size_t bytes = 0;
  if (driver.cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE) || bytes == grownStack)
    return;
  grownStack = driver.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, bytes * Growth) ? bytes : bytes * Growth;
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

void GpuBackend::freeDevice(void *memory) {
  const OutsideCapture guard;
  cudaReal().cudaFree(memory);
}

void GpuBackend::freePinned(void *memory) {
  const OutsideCapture guard;
  cudaReal().cudaFreeHost(memory);
}

void *GpuBackend::allocateDevice(size_t bytes) {
  const OutsideCapture guard;
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
  const OutsideCapture guard;
  void *memory = nullptr;
  if (cudaReal().cudaHostAlloc(&memory, std::max<size_t>(bytes, 1),
                               cudaHostAllocPortable | cudaHostAllocMapped) == cudaSuccess)
    return memory;
  cudaReal().cudaGetLastError();
  return nullptr;
}

int GpuBackend::copyToDevice(void *to, const void *from, size_t bytes, void *) {
  const OutsideCapture guard;
  return finishOwn(
      cudaReal().cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, ownStream()));
}

int GpuBackend::clearDevice(void *memory, size_t bytes, void *) {
  const OutsideCapture guard;
  return finishOwn(cudaReal().cudaMemsetAsync(memory, 0, bytes, ownStream()));
}

int GpuBackend::clearInOrder(const std::vector<MemoryRange> &pieces, void *onStream) {
  for (const MemoryRange &piece : pieces)
    if (const cudaError_t error =
            cudaReal().cudaMemsetAsync(reinterpret_cast<void *>(piece.base), 0, piece.bytes,
                                       static_cast<cudaStream_t>(onStream))) {
      cudaReal().cudaGetLastError();
      return error;
    }
  return cudaSuccess;
}

int GpuBackend::copyFromDevice(void *to, const void *from, size_t bytes) {
  const OutsideCapture guard;
  return finishOwn(
      cudaReal().cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, ownStream()));
}

namespace {

CUevent eventOf(uint64_t moment) { return reinterpret_cast<CUevent>(moment); }

} // namespace

/// The stream does not capture: it is asked before a launch.
uint64_t GpuBackend::markMoment(void *onStream) {
  const OutsideCapture guard;
  CUevent event = nullptr;
  if (!spareEvents.empty()) {
    event = spareEvents.back();
    spareEvents.pop_back();
  } else if (driver.cuEventCreate(&event, CU_EVENT_DEFAULT)) {
    return 0;
  }
  if (driver.cuEventRecord(event, static_cast<CUstream>(onStream)) == CUDA_SUCCESS)
    return reinterpret_cast<uint64_t>(event);
  spareEvents.push_back(event);
  return 0;
}

void GpuBackend::releaseMoment(uint64_t moment) {
  if (moment)
    spareEvents.push_back(eventOf(moment));
}

std::optional<uint64_t> GpuBackend::elapsed(uint64_t begin, uint64_t end) {
  float milliseconds = 0;
  if (!begin || !end ||
      driver.cuEventElapsedTime(&milliseconds, eventOf(begin), eventOf(end)) != CUDA_SUCCESS)
    return std::nullopt;
  return uint64_t(double(milliseconds) * 1e6);
}

/// An address of the heap, or 0. This is the one kernel that the program did not ask
/// for; the launch that comes next would make the heap anyway.
uint64_t GpuBackend::probeHeap(CUfunction probe) {
  auto *answer = static_cast<uint64_t *>(allocatePinned(sizeof(uint64_t)));
  if (!answer)
    return 0;
  *answer = 0;
  void *arguments[] = {&answer};
  const OutsideCapture guard;
  const CUresult error =
      driver.cuLaunchKernel(probe, 1, 1, 1, 1, 1, 1, 0, ownStream(), arguments, nullptr);
  const uint64_t address = finishOwn(cudaError_t(error)) == cudaSuccess ? *answer : 0;
  freePinned(answer);
  return address;
}

/// As seen on GPUs, not documented: one region of the size of the limit, with small
/// pieces taken from its first 4 MiB, which are aligned so. Where that is wrong,
/// the heap lies in no range, and its memory is not analysed.
MemoryRange GpuBackend::deviceHeap(void *kernel) {
  constexpr uint64_t Alignment = uint64_t(4) << 20;
  CUmodule module = nullptr;
  CUfunction probe = nullptr;
  size_t bytes = 0;
  if (driver.cuFuncGetModule(&module, functionOf(kernel)) ||
      driver.cuModuleGetFunction(&probe, module, abi::HeapProbeSymbol) ||
      driver.cuCtxGetLimit(&bytes, CU_LIMIT_MALLOC_HEAP_SIZE))
    return {};
  const uint64_t address = probeHeap(probe);
  return {address / Alignment * Alignment, address ? bytes : 0};
}

void GpuBackend::forgetFunctions() {
  dynamicLimit.clear();
  occupancy.clear();
  fixedAttributes.clear();
}

void GpuBackend::forgetDevice() {
  stream = nullptr;
  grownStack = 0;
  forgetFunctions();
  spareEvents.clear();
}

} // namespace

/// Never destroyed: the run's report is written by exit handlers.
Backend &backend() {
  static auto *instance = new GpuBackend;
  return *instance;
}

} // namespace warpsan::rt
