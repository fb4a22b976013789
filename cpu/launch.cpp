//===- launch.cpp - Starting kernels ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/launch.h"
#include "cpu/cuda_api.h"
#include "cpu/device_model.h"
#include "cpu/faults.h"
#include "cpu/kernel_limits.h"
#include "cpu/scheduler.h"
#include <mutex>

namespace warpsan::cpu {

namespace {

bool within(const Dim3 &size, const uint32_t (&limit)[3]) {
  return size.x && size.y && size.z && size.x <= limit[0] && size.y <= limit[1] &&
         size.z <= limit[2];
}

cudaError_t check(const Grid &grid, size_t sharedBytes, size_t sharedLimit) {
  if (!within(grid.size, model::GridLimit) || !within(grid.blockSize, model::BlockLimit) ||
      grid.threadsPerBlock() > model::ThreadsPerBlock)
    return cudaErrorInvalidConfiguration;
  if (sharedBytes > sharedLimit)
    return cudaErrorInvalidValue;
  if (grid.cooperative && grid.blocks() > scheduler().residentBlocks(grid.threadsPerBlock()))
    return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

} // namespace

int launchKernel(const ModuleRow &kernel, const LaunchConfig &config, void **arguments) {
  static std::mutex mutex; // one grid at a time, whichever host thread launches
  const std::lock_guard lock(mutex);
  if (const cudaError_t earlier = deviceStatus())
    return earlier;
  Grid grid;
  grid.kernel = kernel.name;
  grid.entry = reinterpret_cast<KernelEntry>(kernel.address);
  grid.arguments = arguments;
  grid.size = config.grid;
  grid.blockSize = config.block;
  grid.staticBytes = kernel.sharedBytes;
  grid.dynamicBytes = static_cast<uint32_t>(config.sharedBytes);
  grid.cooperative = config.cooperative;
  if (const cudaError_t invalid = check(grid, config.sharedBytes, dynamicSharedLimit(kernel)))
    return result(invalid);
  const FaultHandlers handlers;
  if (const int error = scheduler().run(grid))
    setStickyError(static_cast<cudaError_t>(error));
  return cudaSuccess;
}

} // namespace warpsan::cpu
