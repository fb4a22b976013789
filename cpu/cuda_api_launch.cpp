//===- cuda_api_launch.cpp - Registration and launches ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cuda_api.h"
#include "cpu/launch.h"
#include "cpu/module_registry.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace warpsan::cpu;

namespace {

struct CallConfiguration {
  dim3 grid;
  dim3 block;
  size_t sharedBytes;
  void *stream;
};
thread_local std::vector<CallConfiguration> configurations;

DeviceCode &moduleOf(void **handle) { return *reinterpret_cast<DeviceCode *>(handle); }

Dim3 toDim3(const dim3 &d) { return {d.x, d.y, d.z}; }

cudaError_t launch(const void *stub, const LaunchConfig &config, void **arguments) {
  const Registered *kernel = moduleRegistry().find(stub);
  if (!kernel || !kernel->row->isKernel)
    return result(cudaErrorInvalidDeviceFunction);
  return static_cast<cudaError_t>(launchKernel(*kernel->row, config, arguments));
}

} // namespace

//===--- Registration (called by code that clang emits) --------------------===//

WARPSAN_CUDA_API void **__cudaRegisterFatBinary(void *wrapper) {
  DeviceCode *module = moduleRegistry().add(wrapper);
  if (!module) {
    std::fprintf(stderr, "WarpSan: this program holds device code that was not compiled for the "
                         "CPU target (warpsan++ --cpu)\n");
    std::exit(67);
  }
  return reinterpret_cast<void **>(module);
}

WARPSAN_CUDA_API void __cudaRegisterFatBinaryEnd(void **) {}
WARPSAN_CUDA_API void __cudaUnregisterFatBinary(void **handle) {
  moduleRegistry().remove(moduleOf(handle));
}
WARPSAN_CUDA_API char __cudaInitModule(void **) { return 1; }

WARPSAN_CUDA_API void __cudaRegisterFunction(void **handle, const char *stub, char *,
                                             const char *name, int, void *, void *, void *, void *,
                                             int *) {
  moduleRegistry().bind(moduleOf(handle), stub, name);
}

WARPSAN_CUDA_API void __cudaRegisterVar(void **handle, char *shadow, char *, const char *name, int,
                                        size_t, int, int) {
  moduleRegistry().bind(moduleOf(handle), shadow, name);
}

WARPSAN_CUDA_API void __cudaRegisterManagedVar(void **handle, void **shadow, char *,
                                               const char *name, int, size_t, int, int) {
  if (const ModuleRow *row = moduleOf(handle).find(name))
    *shadow = row->address;
  moduleRegistry().bind(moduleOf(handle), shadow, name);
}

WARPSAN_CUDA_API void __cudaRegisterSurface(void **, const void *, const void **, const char *, int,
                                            int) {}
WARPSAN_CUDA_API void __cudaRegisterTexture(void **, const void *, const void **, const char *, int,
                                            int, int) {}

//===--- Launches ----------------------------------------------------------===//

WARPSAN_CUDA_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes,
                                                      void *stream) {
  configurations.push_back({grid, block, sharedBytes, stream});
  return 0;
}

WARPSAN_CUDA_API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block,
                                                        size_t *sharedBytes, void *stream) {
  if (configurations.empty())
    return result(cudaErrorMissingConfiguration);
  const CallConfiguration &top = configurations.back();
  *grid = top.grid;
  *block = top.block;
  *sharedBytes = top.sharedBytes;
  *static_cast<void **>(stream) = top.stream;
  configurations.pop_back();
  return cudaSuccess;
}

WARPSAN_CUDA_API cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block,
                                              void **arguments, size_t sharedBytes, cudaStream_t) {
  return launch(stub, {toDim3(grid), toDim3(block), sharedBytes, false}, arguments);
}

WARPSAN_CUDA_API cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block,
                                                         void **arguments, size_t sharedBytes,
                                                         cudaStream_t) {
  return launch(stub, {toDim3(grid), toDim3(block), sharedBytes, true}, arguments);
}

WARPSAN_CUDA_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub,
                                                 void **arguments) {
  LaunchConfig launched{toDim3(config->gridDim), toDim3(config->blockDim), config->dynamicSmemBytes,
                        false};
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative)
      launched.cooperative = attribute.val.cooperative != 0;
    const auto &cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        cluster.x * cluster.y * cluster.z > 1) {
      std::fprintf(stderr, "WarpSan: the CPU target has no thread block clusters\n");
      return result(cudaErrorNotSupported);
    }
  }
  return launch(stub, launched, arguments);
}

WARPSAN_CUDA_API cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void *data) {
  function(data);
  return cudaSuccess;
}

//===--- Names when the default stream is per thread -------------------------===//

WARPSAN_CUDA_ALIAS(cudaLaunchCooperativeKernel, _ptsz)
WARPSAN_CUDA_ALIAS(cudaLaunchHostFunc, _ptsz)
WARPSAN_CUDA_ALIAS(cudaLaunchKernel, _ptsz)
WARPSAN_CUDA_ALIAS(cudaLaunchKernelExC, _ptsz)
