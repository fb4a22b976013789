//===- modules.cpp - Instrumented device modules of the process ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/modules.h"
#include "rt/message.h"
#include <algorithm>
#include <cstring>

namespace warpsan::rt {

using namespace abi;

Module::Module(report::ModuleView view, uint32_t index)
    : moduleView(std::move(view)), number(index), runs(moduleView.kernelCount()),
      keptFlags(size_t(moduleView.siteCount()) + moduleView.kernelCount()) {
  for (uint32_t k = 0; k < moduleView.kernelCount(); ++k)
    spans.push_back(spanOf(k));
}

Module::SiteSpan Module::spanOf(uint32_t kernel) const {
  const KernelInfo &info = moduleView.kernel(kernel);
  const uint32_t *sites = moduleView.siteList(info);
  uint32_t first = UINT32_MAX;
  uint32_t end = 0;
  for (uint32_t s = 0; s < info.siteCount; ++s)
    if (moduleView.site(sites[s]).status == uint8_t(SiteStatus::Checked)) {
      first = std::min(first, sites[s]);
      end = std::max(end, sites[s] + 1);
    }
  return end ? SiteSpan{first, end - first} : SiteSpan{};
}

uint32_t Module::findKernel(const std::string &name) const {
  for (uint32_t k = 0; k < moduleView.kernelCount(); ++k)
    if (name == moduleView.text(moduleView.kernel(k).name))
      return k;
  return NoKernel;
}

void Module::setReason(uint32_t site, Reason reason) {
  if (site < moduleView.siteCount())
    keptFlags[site] |= report::reasonBit(reason);
}

void Module::keepDeviceFlags() {
  for (size_t i = 0; i < keptFlags.size(); ++i)
    keptFlags[i] = flagsAt(i);
}

uint32_t Module::flagsAt(size_t index) const {
  return keptFlags[index] | (deviceFlags ? deviceFlags[index] : 0);
}

uint32_t Module::kernelReasons(uint32_t kernel) const {
  return flagsAt(size_t(moduleView.siteCount()) + kernel);
}

report::ModuleRuns Module::collect() const {
  report::ModuleRuns collected{&moduleView, runs, {}};
  for (uint32_t s = 0; s < moduleView.siteCount(); ++s)
    collected.siteFlags.push_back(flagsAt(s));
  for (uint32_t k = 0; k < moduleView.kernelCount(); ++k)
    collected.kernels[k].reasons |= kernelReasons(k);
  return collected;
}

Kernel *Modules::find(const void *stub, uint32_t nextLaunch) {
  const auto known = kernels.find(stub);
  if (known != kernels.end())
    return &known->second;
  KernelHandle handle{};
  if (device.resolve(stub, handle) != 0)
    return nullptr;
  return &kernels.emplace(stub, makeKernel(handle, nextLaunch)).first->second;
}

Kernel Modules::makeKernel(const KernelHandle &handle, uint32_t nextLaunch) {
  Kernel kernel;
  kernel.name = handle.name;
  Module *module = load(handle.module, nextLaunch);
  if (!module)
    return kernel;
  const uint32_t index = module->findKernel(handle.name);
  if (index == Module::NoKernel)
    return kernel;
  kernel.module = module;
  kernel.index = index;
  if (kernel.info().recordBytes == sizeof(LaunchRecord))
    kernel.twin = device.function(handle.module, (TwinPrefix + handle.name).c_str());
  return kernel;
}

Module *Modules::load(void *handle, uint32_t nextLaunch) {
  const auto known = byHandle.find(handle);
  if (known != byHandle.end())
    return known->second;
  Module *module = enter(readBlob(handle));
  byHandle[handle] = module;
  if (module)
    addVariables(handle, module->view(), nextLaunch);
  return module;
}

std::vector<char> Modules::readBlob(void *handle) {
  size_t bytes = 0;
  void *symbol = device.symbol(handle, ModuleInfoSymbol, &bytes);
  std::vector<char> blob(symbol ? bytes : 0);
  if (symbol && device.copyFromDevice(blob.data(), symbol, bytes) != 0)
    blob.clear();
  return blob;
}

/// Null: not instrumented, or by another version of the pass.
Module *Modules::enter(std::vector<char> blob) {
  if (blob.empty())
    return nullptr;
  report::ModuleView view(std::move(blob));
  if (!view.valid())
    die("instrumented module cannot be used: " + view.problem());
  const auto same = std::find_if(all.begin(), all.end(), [&](const auto &module) {
    return module->view().bytes() == view.bytes();
  });
  const size_t position = size_t(same - all.begin());
  if (position == all.size())
    all.push_back(std::make_unique<Module>(std::move(view), uint32_t(position)));
  Module &module = *all[position];
  if (!module.deviceFlags) {
    const size_t bytes = module.flagCount() * sizeof(uint32_t);
    module.deviceFlags = static_cast<uint32_t *>(device.allocatePinned(bytes));
    if (!module.deviceFlags)
      die("out of pinned memory for the site table");
    std::memset(module.deviceFlags, 0, bytes);
  }
  return &module;
}

void Modules::addVariables(void *handle, const report::ModuleView &view, uint32_t nextLaunch) {
  std::vector<uint64_t> addresses(view.globalCount());
  size_t bytes = 0;
  void *symbol = device.symbol(handle, GlobalAddressesSymbol, &bytes);
  const size_t wanted = addresses.size() * sizeof(uint64_t);
  if (!symbol || bytes < wanted || device.copyFromDevice(addresses.data(), symbol, wanted) != 0)
    return;
  for (uint32_t g = 0; g < view.globalCount(); ++g) {
    const GlobalInfo &info = view.global(g);
    if (info.space == uint32_t(Space::Shared) || info.size == 0 || addresses[g] == 0)
      continue;
    if (info.space == uint32_t(Space::Constant)) {
      allocations.addConstant(addresses[g], info.size);
      continue;
    }
    allocations.add(addresses[g], info.size, "", nullptr, nextLaunch);
    variables.push_back({addresses[g], &info, &view});
  }
}

Modules::Variable Modules::findVariable(uint64_t address) const {
  for (const Variable &variable : variables)
    if (address - variable.address < variable.info->size)
      return variable;
  return {};
}

void Modules::forgetDevice() {
  for (const auto &module : all) {
    module->keepDeviceFlags();
    module->deviceFlags = nullptr;
  }
  byHandle.clear();
  kernels.clear();
  variables.clear();
}

} // namespace warpsan::rt
