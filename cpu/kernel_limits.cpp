//===- kernel_limits.cpp - Dynamic shared memory a kernel may ask for -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/kernel_limits.h"
#include "cpu/device_model.h"
#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace warpsan::cpu {

namespace {

std::mutex mutex;
std::unordered_map<const char *, size_t> raised; ///< by the kernel's name in its module

} // namespace

size_t dynamicSharedLimit(const ModuleRow &kernel) {
  const std::lock_guard lock(mutex);
  const auto found = raised.find(kernel.name);
  if (found != raised.end())
    return found->second;
  return model::SharedPerBlock - std::min(model::SharedPerBlock, size_t(kernel.sharedBytes));
}

bool setDynamicSharedLimit(const ModuleRow &kernel, size_t bytes) {
  if (kernel.sharedBytes + bytes > model::SharedPerBlockOptIn)
    return false;
  const std::lock_guard lock(mutex);
  raised[kernel.name] = bytes;
  return true;
}

void forgetDynamicSharedLimits() {
  const std::lock_guard lock(mutex);
  raised.clear();
}

} // namespace warpsan::cpu
