//===- modules.h - Instrumented device modules of the process --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Coverage.h"
#include "rt/allocations.h"
#include "rt/backend.h"
#include "rt/image.h"
#include <memory>
#include <string>
#include <vector>

namespace warpsan::rt {

/// One distinct module. Outlives the device: after cudaDeviceReset, and on a
/// second load, the same blob finds the same Module again, so that sites are
/// counted once.
class Module {
public:
  Module(report::ModuleView moduleView, uint32_t number);

  const report::ModuleView &view() const { return moduleView; }
  uint32_t index() const { return number; }
  report::KernelRuns &runsOf(uint32_t kernel) { return runs[kernel]; }
  /// Numbers that the checked sites of a kernel span.
  struct SiteSpan {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  SiteSpan checkedSites(uint32_t kernel) const { return spans[kernel]; }
  /// Something of the kernel shows at run time only: a race, or unknown code.
  bool needsCheck(uint32_t kernel) const {
    return spans[kernel].count != 0 || (moduleView.kernel(kernel).flags & abi::KernelOpen);
  }
  static constexpr uint32_t NoKernel = UINT32_MAX;

  void setReason(uint32_t site, abi::Reason reason);
  /// Host and device flags together.
  report::ModuleRuns collect() const;

  /// What the device found out about the kernel as a whole, as Reason bits.
  uint32_t kernelReasons(uint32_t kernel) const;

  /// Pinned: flagCount() words, one per site, then one per kernel, and behind them the places of
  /// shared variables, kernel by kernel (LaunchRecord::sharedPlaces).
  uint32_t *deviceFlags = nullptr;
  size_t flagCount() const { return keptFlags.size(); }
  size_t pinnedBytes() const { return (flagCount() + keptPlaces.size()) * sizeof(uint32_t); }
  /// In new pinned memory.
  void initializeFlags();
  uint32_t *sharedPlaces(uint32_t kernel) const {
    return deviceFlags + flagCount() + firstPlaces[kernel];
  }
  /// The one that surely has the byte of shared memory, counted as the device does, and where it
  /// starts; null if that is not known.
  struct SharedVariable {
    const abi::GlobalInfo *info;
    uint32_t place;
  };
  SharedVariable sharedVariableAt(uint32_t kernel, uint64_t offset) const;
  uint32_t *kernelFlags(uint32_t kernel) const {
    return deviceFlags + moduleView.siteCount() + kernel;
  }
  /// Before the pinned memory goes away.
  void keepDeviceFlags();

private:
  SiteSpan spanOf(uint32_t kernel) const;
  uint32_t flagsAt(size_t index) const;
  const uint32_t *knownPlaces(uint32_t kernel) const;

  report::ModuleView moduleView;
  uint32_t number;
  std::vector<SiteSpan> spans; ///< by kernel
  std::vector<report::KernelRuns> runs;
  std::vector<uint32_t> keptFlags;  ///< of deviceFlags that are gone, and the host's own
  std::vector<uint32_t> keptPlaces; ///< likewise
  std::vector<size_t> firstPlaces;  ///< by kernel
};

/// What is known about a kernel by its host stub; no module: not instrumented.
struct Kernel {
  Module *module = nullptr;
  uint32_t index = Module::NoKernel;
  uint32_t unitSite = 0; ///< number of the first site of its unit
  void *original = nullptr;
  void *twin = nullptr;
  void *slim = nullptr;   ///< the twin with few registers, if there is one
  void *proved = nullptr; ///< what runs where the launch proves all but the ends of arrays, or null
  std::string name;
  std::vector<uint64_t> rootVariables; ///< of each root: address, 0 if it is no known variable

  const abi::KernelInfo &info() const { return module->view().kernel(index); }
  report::KernelRuns &runs() const { return module->runsOf(index); }
  /// Its twin, and no other, tells when lanes miss a barrier.
  bool tellsDivergence() const { return info().flags & abi::KernelTellsDivergence; }
};

class Modules {
public:
  Modules(Backend &backend, Allocations &known) : device(backend), allocations(known) {}

  /// Null when the function cannot be resolved.
  Kernel *find(const void *stub, uint32_t nextLaunch);
  /// Of a function of the driver API.
  Kernel *findFunction(void *function, uint32_t nextLaunch);
  Module *module(uint32_t index) { return index < all.size() ? all[index].get() : nullptr; }
  const std::vector<std::unique_ptr<Module>> &modules() const { return all; }
  /// A kernel failed, any of those that were launched.
  void markUnfinished();
  /// A library was loaded, perhaps where another one was: stubs and handles may
  /// stand for something else now. Kernels stay valid for who has them.
  void forgetHandles();
  /// The device was reset: handles and pinned memory are gone.
  void forgetDevice();

  struct Variable {
    uint64_t address = 0;
    const abi::GlobalInfo *info = nullptr;
    const report::ModuleView *view = nullptr;
  };
  /// Null info when no variable holds the address.
  Variable findVariable(uint64_t address) const;

private:
  template <typename Resolve>
  Kernel *find(const void *key, uint32_t nextLaunch, const Resolve &resolve);
  Kernel makeKernel(const KernelHandle &handle, uint32_t nextLaunch);
  /// The unit that a kernel or function stands in, or null.
  const Unit *load(Image &image, const std::string &name, uint32_t nextLaunch);
  Module *enter(std::vector<char> blob);
  void addVariables(const Unit &unit, uint32_t nextLaunch);

  Backend &device;
  Allocations &allocations;
  std::vector<std::unique_ptr<Module>> all;
  std::map<void *, Image> images;         ///< by handle
  std::map<const void *, Kernel> kernels; ///< by stub, or function of the driver API
  // Of libraries that may be gone: launches in flight and variables name them.
  std::vector<std::map<void *, Image>> formerImages;
  std::vector<std::map<const void *, Kernel>> formerKernels;
  std::vector<Variable> variables;
};

} // namespace warpsan::rt
