//===- FakeBackend.h - A device in host memory -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "rt/backend.h"
#include "warpsan/module_info.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpsan::test {

/// One module (handle: its name). Kernels are found by the address of their
/// name string, and a launch calls what the test has set.
class FakeBackend : public rt::Backend {
public:
  const char *target() const override { return "cpu"; }
  std::string seed() const override { return "0"; }
  std::string unavailable() override { return {}; }

  int resolveFunction(void *function, rt::KernelHandle &kernel) override {
    return resolve(function, kernel);
  }
  int resolve(const void *stub, rt::KernelHandle &kernel) override {
    const char *name = static_cast<const char *>(stub);
    kernel = {this, const_cast<void *>(stub), name};
    return 0;
  }
  void *function(void *, const char *name) override {
    const auto found = functions.find(name);
    return found == functions.end() ? nullptr : &found->second;
  }
  void *symbol(void *, const char *name, size_t *bytes) override {
    const auto found = symbols.find(name);
    if (found == symbols.end())
      return nullptr;
    *bytes = found->second.size();
    return found->second.data();
  }
  int launch(void *function, const rt::LaunchShape &shape, void **arguments) override {
    dynamicBytes = shape.sharedBytes;
    return launched(nameOf(function), arguments);
  }

  /// A unit with a kernel or function of that name; null or its bases, to be set.
  /// Variables: addresses of its rows of GlobalInfo.
  void addUnit(const std::string &name, const std::vector<char> &blob, abi::UnitBases *bases,
               const uint64_t *variables = nullptr) {
    std::vector<char> &kept = symbols["blob of " + name] = blob;
    const abi::UnitInfo info{uint64_t(kept.data()), uint64_t(variables), uint64_t(bases)};
    const auto *bytes = reinterpret_cast<const char *>(&info);
    symbols[abi::UnitPrefix + name].assign(bytes, bytes + sizeof info);
  }

  bool accepts(void *, const rt::LaunchShape &) override { return accepting; }
  uint32_t residentBlocks(void *function, uint32_t, size_t dynamic) override {
    for (const auto &[name, twin] : functions)
      if (function == &twin)
        return std::min(name.starts_with(abi::SlimPrefix) ? residentSlim : resident,
                        dynamic > crowding ? residentCrowded : UINT32_MAX);
    return residentOriginals;
  }
  uint32_t multiprocessors() override { return 2; }
  bool isCapturing(void *stream) override { return capturing && stream == captured; }
  void growStack() override { ++stackGrowths; }
  uint32_t staticSharedBytes(void *) override { return sharedBytes; }
  size_t sharedLimit() override { return mostShared; }
  uint32_t reservedSharedBytes() override { return reservedShared; }

  void *allocateDevice(size_t bytes) override {
    if (used + bytes > limit)
      return nullptr;
    used += bytes;
    void *memory = std::calloc(1, bytes ? bytes : 1);
    sizes[memory] = bytes;
    return memory;
  }
  void freeDevice(void *memory) override {
    used -= sizes[memory];
    sizes.erase(memory);
    std::free(memory);
  }
  void *allocatePinned(size_t bytes) override { return allocateDevice(bytes); }
  int copyToDevice(void *to, const void *from, size_t bytes, void *) override {
    std::memcpy(to, from, bytes);
    return 0;
  }
  int clearDevice(void *memory, size_t bytes, void *) override {
    std::memset(memory, 0, bytes);
    ++clears;
    return 0;
  }
  int copyFromDevice(void *to, const void *from, size_t bytes) override {
    copying();
    std::memcpy(to, from, bytes);
    return 0;
  }
  int synchronize() override {
    ++waits;
    return 0;
  }
  rt::MemoryRange deviceHeap(void *kernel) override {
    ++heapQuestions;
    return heap;
  }
  bool seesDeviceHeap() const override { return seesHeap; }
  bool isSynchronous() override { return synchronous; }

  ~FakeBackend() override {
    for (const auto &[memory, bytes] : sizes)
      std::free(memory);
  }

  std::map<std::string, std::string> functions; ///< name to itself
  std::map<std::string, std::vector<char>> symbols;
  std::function<int(const std::string &, void **)> launched = [](const std::string &, void **) {
    return 0;
  };
  std::function<void()> copying = [] {}; ///< before a copy from the device
  bool synchronous = false;
  bool accepting = true;
  bool capturing = false;
  void *captured = nullptr; ///< stream, if capturing
  unsigned stackGrowths = 0;
  uint32_t resident = 8; ///< blocks of twins
  uint32_t residentSlim = 12;
  uint32_t residentOriginals = 16;
  uint32_t sharedBytes = 0;
  uint32_t reservedShared = 0;
  size_t mostShared = 0;        ///< no room for cells
  size_t crowding = SIZE_MAX;   ///< dynamic bytes that leave room for
  uint32_t residentCrowded = 0; ///< so many blocks only
  size_t dynamicBytes = 0;      ///< of the latest launch
  bool seesHeap = false;
  rt::MemoryRange heap; ///< of device code
  unsigned heapQuestions = 0;
  size_t limit = SIZE_MAX;
  size_t used = 0;
  unsigned clears = 0;
  unsigned waits = 0;

private:
  /// Of a twin, or of what a kernel was resolved to.
  std::string nameOf(void *function) const {
    for (const auto &[name, twin] : functions)
      if (function == &twin)
        return name;
    return static_cast<const char *>(function);
  }

  std::map<void *, size_t> sizes;
};

} // namespace warpsan::test
