//===- cpu_backend.cpp - The CPU target as a device of the host runtime ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/clear_memory.h"
#include "cpu/cuda_api.h"
#include "cpu/device_heap.h"
#include "cpu/device_model.h"
#include "cpu/kernel_limits.h"
#include "cpu/launch.h"
#include "cpu/memory_image.h"
#include "cpu/message.h"
#include "cpu/module_registry.h"
#include "cpu/scheduler.h"
#include "rt/backend.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace warpsan::cpu {

namespace {

/// Memory of the detector, apart from the program's: neither can reach the
/// other's by a small overrun, and untouched shadow costs nothing.
class Mappings {
public:
  void *map(size_t bytes) {
    void *memory = mmap(nullptr, std::max<size_t>(bytes, 1), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      return nullptr;
    // A miss of the TLB costs more than a check, and cells are touched at random.
    madvise(memory, bytes, MADV_HUGEPAGE);
    const std::lock_guard lock(mutex);
    sizes[memory] = std::max<size_t>(bytes, 1);
    return memory;
  }

  void unmap(void *memory) {
    const std::lock_guard lock(mutex);
    const auto found = sizes.find(memory);
    if (found == sizes.end())
      return;
    munmap(memory, found->second);
    sizes.erase(found);
  }

  bool holds(const void *address) {
    const std::lock_guard lock(mutex);
    auto found = sizes.upper_bound(const_cast<void *>(address));
    if (found == sizes.begin())
      return false;
    --found;
    return address < static_cast<char *>(found->first) + found->second;
  }

private:
  std::mutex mutex;
  std::map<void *, size_t> sizes;
};

Dim3 toDim3(const uint32_t (&d)[3]) { return {d[0], d[1], d[2]}; }

const ModuleRow &rowOf(void *function) { return *static_cast<const ModuleRow *>(function); }

/// A device function is its row in the module's table.
class CpuBackend final : public rt::Backend {
public:
  const char *target() const override { return "cpu"; }
  std::string seed() const override { return schedulerOptions().name(); }
  std::string currentSchedule() const override { return scheduler().replay(); }
  std::string unavailable() override { return {}; }
  rt::MemoryRange deviceHeap(void *) override {
    const auto base = reinterpret_cast<uint64_t>(cpu::deviceHeap().region());
    return {base, base ? cpu::deviceHeap().bytes() : 0};
  }
  bool seesDeviceHeap() const override { return true; }
  bool isSynchronous() override { return true; }

  int resolve(const void *stub, rt::KernelHandle &kernel) override {
    const Registered *found = moduleRegistry().find(stub);
    if (!found || !found->row->isKernel)
      return cudaErrorInvalidDeviceFunction;
    kernel = {found->module, const_cast<ModuleRow *>(found->row), found->row->name};
    return cudaSuccess;
  }

  void *function(void *module, const char *name) override {
    const ModuleRow *row = static_cast<DeviceCode *>(module)->find(name);
    return row && row->isKernel ? const_cast<ModuleRow *>(row) : nullptr;
  }

  void *symbol(void *module, const char *name, size_t *bytes) override {
    const ModuleRow *row = static_cast<DeviceCode *>(module)->find(name);
    if (!row || row->isKernel)
      return nullptr;
    if (bytes)
      *bytes = row->bytes;
    return row->address;
  }

  int launch(void *function, const rt::LaunchShape &shape, void **arguments) override {
    // The program raised the limit of its own kernel.
    if (shape.sharedBytes > dynamicSharedLimit(rowOf(function)))
      setDynamicSharedLimit(rowOf(function), shape.sharedBytes);
    return launchKernel(
        rowOf(function),
        {toDim3(shape.grid), toDim3(shape.block), shape.sharedBytes, shape.cooperative}, arguments);
  }

  bool accepts(void *function, const rt::LaunchShape &shape) override {
    return shape.sharedBytes <= dynamicSharedLimit(rowOf(function));
  }
  uint32_t residentBlocks(void *, uint32_t threads, size_t) override {
    return static_cast<uint32_t>(scheduler().residentBlocks(threads));
  }
  uint32_t multiprocessors() override { return model::Multiprocessors; }
  uint32_t staticSharedBytes(void *function) override { return rowOf(function).sharedBytes; }
  size_t sharedLimit() override { return model::SharedPerBlockOptIn; }

  void *allocateDevice(size_t bytes) override { return mappings.map(bytes); }
  void freeDevice(void *memory) override { mappings.unmap(memory); }
  void *allocatePinned(size_t bytes) override { return mappings.map(bytes); }
  void freePinned(void *memory) override { mappings.unmap(memory); }

  int copyToDevice(void *to, const void *from, size_t bytes, void *) override {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
  }
  int clearDevice(void *memory, size_t bytes, void *) override {
    if (mappings.holds(memory))
      clearMemory(memory, bytes);
    else
      std::memset(memory, 0, bytes);
    return cudaSuccess;
  }
  int copyFromDevice(void *to, const void *from, size_t bytes) override {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
  }
  int synchronize() override { return deviceStatus(); }
  /// A launch is over when it returns, so the clock of the host is that of every stream.
  uint64_t markMoment(void *) override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
  std::optional<uint64_t> elapsed(uint64_t begin, uint64_t end) override { return end - begin; }

  void setLog(void (*print)(const std::string &), std::string (*lineOf)(const void *)) override {
    setMessageSink(print, lineOf);
  }
  void describeRunning() const override { scheduler().reportInterrupted(); }
  uint64_t hungLaunches() const override { return scheduler().hungLaunches(); }
  uint64_t divergentBarriers() const override { return scheduler().divergentBarriers(); }

  uint32_t trials() override { return schedulerOptions().runs - 1; }
  void beginTrial(uint32_t number) override {
    if (number == 0)
      beforeTrials.save();
    scheduler().beginTrial(schedulerOptions().seed + 1 + number);
  }
  void endTrial() override {
    if (deviceStatus() != cudaSuccess)
      printMessage("WarpSan: the kernel failed under " + currentSchedule() + "\n");
    clearErrors();
    scheduler().endTrial();
    beforeTrials.restore();
  }

private:
  Mappings mappings;
  MemoryImage beforeTrials;
};

} // namespace

} // namespace warpsan::cpu

/// Never destroyed: the run's report is written by exit handlers.
warpsan::rt::Backend &warpsan::rt::backend() {
  static auto *instance = new cpu::CpuBackend;
  return *instance;
}
