//===- cuda_hooks.cpp - Bodies of the redirected CUDA functions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hooks only adapt: call the program's own function, tell the session. Those
// that may block call it without the session's lock.
//===----------------------------------------------------------------------===//
#include "rt/cuda_hooks.h"
#include "rt/cuda_real.h"
#include "rt/session.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace warpsan::rt {

CudaReal &cudaReal() {
  static CudaReal real;
  return real;
}

namespace hooks {

namespace {

Session &session() { return Session::get(); }

#define WARPSAN_CALLER __builtin_return_address(0)

/// The default stream of a program compiled for per-thread default streams.
cudaStream_t perThread(cudaStream_t stream) { return stream ? stream : cudaStreamPerThread; }

template <typename Change>
cudaError_t ordered(cudaError_t error, const Change &change) {
  if (error == cudaSuccess)
    session().order(change);
  return error;
}

/// As `ordered`, for calls in which the host has waited.
template <typename Change>
cudaError_t waited(cudaError_t error, const Change &change) {
  if (error == cudaSuccess) {
    session().order(change);
    session().synchronized();
  }
  return error;
}

cudaError_t allocated(cudaError_t error, const void *base, size_t bytes, const char *function,
                      const void *caller) {
  if (error == cudaSuccess)
    session().addMemory(base, bytes, function, caller);
  return error;
}

LaunchShape shapeOf(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream,
                    bool cooperative, const void *caller) {
  return {{grid.x, grid.y, grid.z},
          {block.x, block.y, block.z},
          sharedBytes,
          stream,
          cooperative,
          caller};
}

/// Where this thread's latest <<<>>> stands: the launch itself is in a stub.
thread_local const void *pushedFrom = nullptr;

} // namespace

//===--- Kernels -----------------------------------------------------------===//

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                     CUstream_st *stream) {
  pushedFrom = WARPSAN_CALLER;
  return cudaReal().__cudaPushCallConfiguration(grid, block, sharedBytes, stream);
}

namespace {

cudaError_t launchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                         size_t sharedBytes, cudaStream_t stream, const void *caller) {
  if (const void *pushed = std::exchange(pushedFrom, nullptr))
    caller = pushed;
  const LaunchShape shape = shapeOf(grid, block, sharedBytes, stream, false, caller);
  return cudaError_t(session().launch(kernel, shape, arguments, [&] {
    return cudaReal().cudaLaunchKernel(kernel, grid, block, arguments, sharedBytes, stream);
  }));
}

cudaError_t launchCooperative(const void *kernel, dim3 grid, dim3 block, void **arguments,
                              size_t sharedBytes, cudaStream_t stream, const void *caller) {
  const LaunchShape shape = shapeOf(grid, block, sharedBytes, stream, true, caller);
  return cudaError_t(session().launch(kernel, shape, arguments, [&] {
    return cudaReal().cudaLaunchCooperativeKernel(kernel, grid, block, arguments, sharedBytes,
                                                  stream);
  }));
}

} // namespace

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t sharedBytes, cudaStream_t stream) {
  return launchKernel(kernel, grid, block, arguments, sharedBytes, stream, WARPSAN_CALLER);
}

cudaError_t cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                  size_t sharedBytes, cudaStream_t stream) {
  return launchKernel(kernel, grid, block, arguments, sharedBytes, perThread(stream),
                      WARPSAN_CALLER);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t sharedBytes, cudaStream_t stream) {
  return launchCooperative(kernel, grid, block, arguments, sharedBytes, stream, WARPSAN_CALLER);
}

cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *kernel, dim3 grid, dim3 block,
                                             void **arguments, size_t sharedBytes,
                                             cudaStream_t stream) {
  return launchCooperative(kernel, grid, block, arguments, sharedBytes, perThread(stream),
                           WARPSAN_CALLER);
}

namespace {

using LaunchEx = decltype(&::cudaLaunchKernelExC);

/// Attributes that leave open neither what runs at the same time nor what
/// threads there are. A cooperative grid is a matter of the shape.
bool isFollowed(const cudaLaunchAttribute &attribute) {
  return attribute.id == cudaLaunchAttributeIgnore ||
         attribute.id == cudaLaunchAttributeCooperative ||
         attribute.id == cudaLaunchAttributePriority ||
         attribute.id == cudaLaunchAttributeAccessPolicyWindow;
}

bool isCooperative(const cudaLaunchAttribute &attribute) {
  return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
}

/// Others (clusters, programmatic launches, ...) are not followed.
cudaError_t launchEx(const cudaLaunchConfig_t *config, const void *kernel, void **arguments,
                     cudaStream_t stream, LaunchEx real, const void *caller) {
  const auto plain = [&] { return int(real(config, kernel, arguments)); };
  const cudaLaunchAttribute *first = config->attrs;
  const cudaLaunchAttribute *last = first + config->numAttrs;
  if (!std::all_of(first, last, isFollowed))
    return cudaError_t(session().launchUnchecked(kernel, plain, abi::Reason::LaunchAttribute,
                                                 "launch with attributes"));
  const LaunchShape shape = shapeOf(config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                    stream, std::any_of(first, last, isCooperative), caller);
  return cudaError_t(session().launch(kernel, shape, arguments, plain));
}

} // namespace

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments) {
  return launchEx(config, kernel, arguments, config->stream, cudaReal().cudaLaunchKernelExC,
                  WARPSAN_CALLER);
}

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *kernel,
                                     void **arguments) {
  return launchEx(config, kernel, arguments, perThread(config->stream),
                  cudaReal().cudaLaunchKernelExC_ptsz, WARPSAN_CALLER);
}

namespace {

int launchGraph(const PlainLaunch &plain) {
  return session().launchUnchecked(nullptr, plain, abi::Reason::GraphLaunch, "graph");
}

} // namespace

cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  return cudaError_t(launchGraph([&] { return cudaReal().cudaGraphLaunch(graph, stream); }));
}

cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t graph, cudaStream_t stream) {
  return cudaError_t(launchGraph([&] { return cudaReal().cudaGraphLaunch_ptsz(graph, stream); }));
}

//===--- Occupancy: of what will run -----------------------------------------===//

namespace {

cudaError_t occupied(cudaError_t error, int *blocks, const void *kernel, int threads,
                     size_t sharedBytes) {
  if (error == cudaSuccess)
    if (const auto checked = session().occupancy(kernel, unsigned(threads), sharedBytes))
      *blocks = std::min(*blocks, int(*checked));
  return error;
}

} // namespace

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int threads, size_t sharedBytes) {
  return occupied(cudaReal().cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads,
                                                                           sharedBytes),
                  blocks, kernel, threads, sharedBytes);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int threads, size_t sharedBytes,
                                                                   unsigned flags) {
  return occupied(cudaReal().cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                      blocks, kernel, threads, sharedBytes, flags),
                  blocks, kernel, threads, sharedBytes);
}

//===--- Memory ------------------------------------------------------------===//

cudaError_t cudaMalloc(void **memory, size_t bytes) {
  const cudaError_t error = cudaReal().cudaMalloc(memory, bytes);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMalloc", WARPSAN_CALLER);
}

cudaError_t cudaMallocManaged(void **memory, size_t bytes, unsigned flags) {
  const cudaError_t error = cudaReal().cudaMallocManaged(memory, bytes, flags);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocManaged", WARPSAN_CALLER);
}

cudaError_t cudaMallocPitch(void **memory, size_t *pitch, size_t width, size_t height) {
  const cudaError_t error = cudaReal().cudaMallocPitch(memory, pitch, width, height);
  return allocated(error, error ? nullptr : *memory, error ? 0 : *pitch * height, "cudaMallocPitch",
                   WARPSAN_CALLER);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *memory, cudaExtent extent) {
  const cudaError_t error = cudaReal().cudaMalloc3D(memory, extent);
  return allocated(error, error ? nullptr : memory->ptr,
                   error ? 0 : memory->pitch * extent.height * extent.depth, "cudaMalloc3D",
                   WARPSAN_CALLER);
}

cudaError_t cudaMallocAsync(void **memory, size_t bytes, cudaStream_t stream) {
  const cudaError_t error = cudaReal().cudaMallocAsync(memory, bytes, stream);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocAsync", WARPSAN_CALLER);
}

cudaError_t cudaMallocAsync_ptsz(void **memory, size_t bytes, cudaStream_t stream) {
  const cudaError_t error = cudaReal().cudaMallocAsync_ptsz(memory, bytes, stream);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocAsync", WARPSAN_CALLER);
}

cudaError_t cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const cudaError_t error = cudaReal().cudaMallocFromPoolAsync(memory, bytes, pool, stream);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocFromPoolAsync",
                   WARPSAN_CALLER);
}

cudaError_t cudaMallocFromPoolAsync_ptsz(void **memory, size_t bytes, cudaMemPool_t pool,
                                         cudaStream_t stream) {
  const cudaError_t error = cudaReal().cudaMallocFromPoolAsync_ptsz(memory, bytes, pool, stream);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocFromPoolAsync",
                   WARPSAN_CALLER);
}

cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned flags) {
  const cudaError_t error = cudaReal().cudaHostAlloc(memory, bytes, flags);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaHostAlloc", WARPSAN_CALLER);
}

cudaError_t cudaMallocHost(void **memory, size_t bytes) {
  const cudaError_t error = cudaReal().cudaMallocHost(memory, bytes);
  return allocated(error, error ? nullptr : *memory, bytes, "cudaMallocHost", WARPSAN_CALLER);
}

cudaError_t cudaHostRegister(void *memory, size_t bytes, unsigned flags) {
  return allocated(cudaReal().cudaHostRegister(memory, bytes, flags), memory, bytes,
                   "cudaHostRegister", WARPSAN_CALLER);
}

// The address may be given out again the moment the real function is done.

cudaError_t cudaFree(void *memory) {
  session().removeMemory(memory);
  const cudaError_t error = cudaReal().cudaFree(memory);
  session().memoryFreed();
  return error;
}

cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream) {
  session().removeMemory(memory);
  return cudaReal().cudaFreeAsync(memory, stream);
}

cudaError_t cudaFreeAsync_ptsz(void *memory, cudaStream_t stream) {
  session().removeMemory(memory);
  return cudaReal().cudaFreeAsync_ptsz(memory, stream);
}

cudaError_t cudaFreeHost(void *memory) {
  session().removeMemory(memory);
  return cudaReal().cudaFreeHost(memory);
}

cudaError_t cudaHostUnregister(void *memory) {
  session().removeMemory(memory);
  return cudaReal().cudaHostUnregister(memory);
}

//===--- Driver API --------------------------------------------------------===//

namespace {

/// `extra` is the other way to pass arguments: one buffer.
CUresult launchFunction(CUfunction function, const LaunchShape &shape, void **arguments,
                        void **extra, const PlainLaunch &plain) {
  if (extra)
    return CUresult(session().launchUnchecked(nullptr, plain, abi::Reason::DriverLaunch,
                                              "kernel of the driver API"));
  return CUresult(session().launchFunction(function, shape, arguments, plain));
}

int launchUnfollowed(const PlainLaunch &plain) {
  return session().launchUnchecked(nullptr, plain, abi::Reason::DriverLaunch, "cuLaunchKernelEx");
}

/// What is called through its address is not seen.
void noteEntryPoint(const char *symbol) {
  const std::string_view name = symbol ? symbol : "";
  if (name.starts_with("cuLaunch") || name.starts_with("cuGraphLaunch"))
    session().noteUnseen(std::string(name) + " by address", abi::Reason::DriverLaunch);
}

} // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned sharedBytes, CUstream stream,
                        void **arguments, void **extra) {
  return launchFunction(
      function, shapeOf({gx, gy, gz}, {bx, by, bz}, sharedBytes, stream, false, WARPSAN_CALLER),
      arguments, extra, [&] {
        return cudaReal().cuLaunchKernel(function, gx, gy, gz, bx, by, bz, sharedBytes, stream,
                                         arguments, extra);
      });
}

CUresult cuLaunchKernel_ptsz(CUfunction function, unsigned gx, unsigned gy, unsigned gz,
                             unsigned bx, unsigned by, unsigned bz, unsigned sharedBytes,
                             CUstream stream, void **arguments, void **extra) {
  return launchFunction(
      function,
      shapeOf({gx, gy, gz}, {bx, by, bz}, sharedBytes, perThread(stream), false, WARPSAN_CALLER),
      arguments, extra, [&] {
        return cudaReal().cuLaunchKernel_ptsz(function, gx, gy, gz, bx, by, bz, sharedBytes, stream,
                                              arguments, extra);
      });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz,
                                   unsigned bx, unsigned by, unsigned bz, unsigned sharedBytes,
                                   CUstream stream, void **arguments) {
  return launchFunction(
      function, shapeOf({gx, gy, gz}, {bx, by, bz}, sharedBytes, stream, true, WARPSAN_CALLER),
      arguments, nullptr, [&] {
        return cudaReal().cuLaunchCooperativeKernel(function, gx, gy, gz, bx, by, bz, sharedBytes,
                                                    stream, arguments);
      });
}

CUresult cuLaunchCooperativeKernel_ptsz(CUfunction function, unsigned gx, unsigned gy, unsigned gz,
                                        unsigned bx, unsigned by, unsigned bz, unsigned sharedBytes,
                                        CUstream stream, void **arguments) {
  return launchFunction(
      function,
      shapeOf({gx, gy, gz}, {bx, by, bz}, sharedBytes, perThread(stream), true, WARPSAN_CALLER),
      arguments, nullptr, [&] {
        return cudaReal().cuLaunchCooperativeKernel_ptsz(function, gx, gy, gz, bx, by, bz,
                                                         sharedBytes, stream, arguments);
      });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra) {
  return CUresult(launchUnfollowed(
      [&] { return cudaReal().cuLaunchKernelEx(config, function, arguments, extra); }));
}

CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *config, CUfunction function, void **arguments,
                               void **extra) {
  return CUresult(launchUnfollowed(
      [&] { return cudaReal().cuLaunchKernelEx_ptsz(config, function, arguments, extra); }));
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream) {
  return CUresult(launchGraph([&] { return cudaReal().cuGraphLaunch(graph, stream); }));
}

CUresult cuGraphLaunch_ptsz(CUgraphExec graph, CUstream stream) {
  return CUresult(launchGraph([&] { return cudaReal().cuGraphLaunch_ptsz(graph, stream); }));
}

CUresult cuGetProcAddress_v2(const char *symbol, void **address, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *found) {
  noteEntryPoint(symbol);
  return cudaReal().cuGetProcAddress_v2(symbol, address, version, flags, found);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **address, unsigned version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult *found) {
  noteEntryPoint(symbol);
  return cudaReal().cudaGetDriverEntryPointByVersion(symbol, address, version, flags, found);
}

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes) {
  const CUresult error = cudaReal().cuMemAlloc_v2(memory, bytes);
  if (error == CUDA_SUCCESS)
    session().addMemory(reinterpret_cast<void *>(*memory), bytes, "cuMemAlloc", WARPSAN_CALLER);
  return error;
}

CUresult cuMemAllocManaged(CUdeviceptr *memory, size_t bytes, unsigned flags) {
  const CUresult error = cudaReal().cuMemAllocManaged(memory, bytes, flags);
  if (error == CUDA_SUCCESS)
    session().addMemory(reinterpret_cast<void *>(*memory), bytes, "cuMemAllocManaged",
                        WARPSAN_CALLER);
  return error;
}

CUresult cuMemFree_v2(CUdeviceptr memory) {
  session().removeMemory(reinterpret_cast<void *>(memory));
  const CUresult error = cudaReal().cuMemFree_v2(memory);
  session().memoryFreed();
  return error;
}

//===--- Order -------------------------------------------------------------===//

/// Copies from and to the host wait for the default stream. Between two places
/// on the device the host need not wait.
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  const cudaError_t error = cudaReal().cudaMemcpy(to, from, bytes, kind);
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToDevice)
    return error;
  return waited(error, [](Streams &streams) { streams.synchronizeStream(nullptr); });
}

cudaError_t cudaDeviceSynchronize() {
  const cudaError_t error = cudaReal().cudaDeviceSynchronize();
  if (error == cudaSuccess)
    session().deviceSynchronized();
  return error;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  const cudaError_t error = cudaReal().cudaStreamCreate(stream);
  return ordered(error, [&](Streams &streams) { streams.create(*stream, false); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  const cudaError_t error = cudaReal().cudaStreamCreateWithFlags(stream, flags);
  return ordered(error,
                 [&](Streams &streams) { streams.create(*stream, flags & cudaStreamNonBlocking); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
  const cudaError_t error = cudaReal().cudaStreamCreateWithPriority(stream, flags, priority);
  return ordered(error,
                 [&](Streams &streams) { streams.create(*stream, flags & cudaStreamNonBlocking); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  session().destroyStream(stream);
  return cudaReal().cudaStreamDestroy(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return waited(cudaReal().cudaStreamSynchronize(stream),
                [&](Streams &streams) { streams.synchronizeStream(stream); });
}

cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) {
  return waited(cudaReal().cudaStreamSynchronize_ptsz(stream),
                [&](Streams &streams) { streams.synchronizeStream(perThread(stream)); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return ordered(cudaReal().cudaStreamQuery(stream),
                 [&](Streams &streams) { streams.synchronizeStream(stream); });
}

cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) {
  return ordered(cudaReal().cudaStreamQuery_ptsz(stream),
                 [&](Streams &streams) { streams.synchronizeStream(perThread(stream)); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return ordered(cudaReal().cudaStreamWaitEvent(stream, event, flags),
                 [&](Streams &streams) { streams.wait(stream, event); });
}

cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return ordered(cudaReal().cudaStreamWaitEvent_ptsz(stream, event, flags),
                 [&](Streams &streams) { streams.wait(perThread(stream), event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return ordered(cudaReal().cudaEventRecord(event, stream),
                 [&](Streams &streams) { streams.record(event, stream); });
}

cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) {
  return ordered(cudaReal().cudaEventRecord_ptsz(event, stream),
                 [&](Streams &streams) { streams.record(event, perThread(stream)); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return waited(cudaReal().cudaEventSynchronize(event),
                [&](Streams &streams) { streams.synchronizeEvent(event); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return ordered(cudaReal().cudaEventQuery(event),
                 [&](Streams &streams) { streams.synchronizeEvent(event); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  session().order([&](Streams &streams) { streams.destroyEvent(event); });
  return cudaReal().cudaEventDestroy(event);
}

cudaError_t cudaDeviceReset() {
  session().beforeReset();
  return cudaReal().cudaDeviceReset();
}

// The program's own ones are null.

void __warpsan_region(const void *base, size_t bytes, const char *name) {
  session().nameMemory(base, bytes, name, WARPSAN_CALLER);
}

void __warpsan_region_end(const void *base) { session().forgetName(base); }

} // namespace hooks

namespace {

struct Binding {
  const char *name;
  void **real;
  void *hook; ///< null: only called
};

#define WARPSAN_BIND_Hook(Function) reinterpret_cast<void *>(&hooks::Function)
#define WARPSAN_BIND_HookCall(Function) reinterpret_cast<void *>(&hooks::Function)
#define WARPSAN_BIND_Call(Function) nullptr

const Binding *findBinding(const char *name) {
  static const Binding Bindings[] = {
#define WARPSAN_CUDA_API(Function, Use)                                                            \
  {#Function, reinterpret_cast<void **>(&cudaReal().Function), WARPSAN_BIND_##Use(Function)},
#include "rt/cuda_api.def"
  };
  for (const Binding &binding : Bindings)
    if (std::strcmp(binding.name, name) == 0)
      return &binding;
  return nullptr;
}

/// The library of the CUDA functions we call, the last time when the process ends.
void keepLoaded(const void *function) {
  Dl_info library{};
  if (dladdr(function, &library) && library.dli_fname)
    dlopen(library.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace

void bindHook(const WarpsanHookRow &row) {
  const Binding *binding = findBinding(row.name);
  if (!binding)
    return;
  if (!*binding->real) {
    *binding->real = row.real;
    keepLoaded(row.real);
  }
  if (row.slot && binding->hook)
    *row.slot = binding->hook;
}

} // namespace warpsan::rt
