//===- modules.cpp - Instrumented device modules of the process ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/modules.h"
#include "rt/message.h"
#include <algorithm>
#include <utility>

namespace warpsan::rt {

using namespace abi;

namespace {

uint32_t findKernel(const report::ModuleView &view, const std::string &name) {
  for (uint32_t k = 0; k < view.kernelCount(); ++k)
    if (name == view.text(view.kernel(k).name))
      return k;
  return Module::NoKernel;
}

} // namespace

Module::Module(report::ModuleView view, uint32_t index)
    : moduleView(std::move(view)), number(index), runs(moduleView.kernelCount()),
      keptFlags(size_t(moduleView.siteCount()) + moduleView.kernelCount()) {
  for (uint32_t k = 0; k < moduleView.kernelCount(); ++k) {
    spans.push_back(spanOf(k));
    firstPlaces.push_back(keptPlaces.size());
    keptPlaces.resize(keptPlaces.size() + moduleView.kernel(k).sharedCount);
  }
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

void Module::setReason(uint32_t site, Reason reason) {
  if (site < moduleView.siteCount())
    keptFlags[site] |= report::reasonBit(reason);
}

void Module::initializeFlags() {
  std::fill_n(deviceFlags, flagCount(), 0);
  std::ranges::copy(keptPlaces, deviceFlags + flagCount());
}

void Module::keepDeviceFlags() {
  if (deviceFlags)
    std::copy_n(deviceFlags + flagCount(), keptPlaces.size(), keptPlaces.begin());
  for (size_t i = 0; i < keptFlags.size(); ++i)
    keptFlags[i] = flagsAt(i);
}

const uint32_t *Module::knownPlaces(uint32_t kernel) const {
  return deviceFlags ? sharedPlaces(kernel) : keptPlaces.data() + firstPlaces[kernel];
}

/// Dynamic shared memory has no size here; it lies behind all variables that have one.
Module::SharedVariable Module::sharedVariableAt(uint32_t kernel, uint64_t offset) const {
  const uint32_t *places = knownPlaces(kernel);
  for (const uint32_t variable : moduleView.sharedVariables(moduleView.kernel(kernel))) {
    const uint32_t noted = *places++, place = noted - 1;
    const GlobalInfo &info = moduleView.global(variable);
    if (noted == 0 || noted == ManyPlaces || offset < place)
      continue;
    if (info.size == 0 || offset - place < info.size)
      return {&info, place};
  }
  return {};
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
  return find(stub, nextLaunch, [&](KernelHandle &kernel) { return device.resolve(stub, kernel); });
}

Kernel *Modules::findFunction(void *function, uint32_t nextLaunch) {
  return find(function, nextLaunch,
              [&](KernelHandle &kernel) { return device.resolveFunction(function, kernel); });
}

template <typename Resolve>
Kernel *Modules::find(const void *key, uint32_t nextLaunch, const Resolve &resolve) {
  const auto known = kernels.find(key);
  if (known != kernels.end())
    return &known->second;
  KernelHandle handle{};
  if (resolve(handle) != 0)
    return nullptr;
  return &kernels.emplace(key, makeKernel(handle, nextLaunch)).first->second;
}

Kernel Modules::makeKernel(const KernelHandle &handle, uint32_t nextLaunch) {
  Kernel kernel;
  kernel.name = handle.name;
  kernel.original = handle.function;
  Image &image = images.try_emplace(handle.module, device, handle.module).first->second;
  const Unit *unit = load(image, handle.name, nextLaunch);
  const uint32_t index = unit ? findKernel(unit->view, handle.name) : Module::NoKernel;
  if (index == Module::NoKernel)
    return kernel;
  kernel.module = enter(image.blob());
  kernel.index = unit->firstKernel + index;
  kernel.unitSite = unit->bases.site;
  for (const RootInfo &root : kernel.module->view().roots(kernel.info()))
    kernel.rootVariables.push_back(root.kind == RootKind::Variable ? image.variable(root.index)
                                                                   : 0);
  if (kernel.info().recordBytes != sizeof(LaunchRecord))
    return kernel;
  kernel.twin = device.function(handle.module, (TwinPrefix + handle.name).c_str());
  if (waitsForBlocks(kernel.info().flags))
    kernel.slim = device.function(handle.module, (SlimPrefix + handle.name).c_str());
  if (kernel.info().flags & KernelWithinChecks)
    kernel.proved = device.function(handle.module, (ProvedPrefix + handle.name).c_str());
  return kernel;
}

const Unit *Modules::load(Image &image, const std::string &name, uint32_t nextLaunch) {
  const size_t before = image.units().size();
  const Unit *unit = image.find(name);
  for (size_t i = before; i < image.units().size(); ++i)
    addVariables(*image.units()[i], nextLaunch);
  return unit;
}

Module *Modules::enter(std::vector<char> blob) {
  report::ModuleView view(std::move(blob));
  const auto same = std::find_if(all.begin(), all.end(), [&](const auto &module) {
    return module->view().bytes() == view.bytes();
  });
  const size_t position = size_t(same - all.begin());
  if (position == all.size())
    all.push_back(std::make_unique<Module>(std::move(view), uint32_t(position)));
  Module &module = *all[position];
  if (!module.deviceFlags) {
    module.deviceFlags = static_cast<uint32_t *>(device.allocatePinned(module.pinnedBytes()));
    if (!module.deviceFlags)
      die("out of pinned memory for the site table");
    module.initializeFlags();
  }
  return &module;
}

void Modules::addVariables(const Unit &unit, uint32_t nextLaunch) {
  const report::ModuleView &view = unit.view;
  const std::vector<uint64_t> &addresses = unit.variables;
  for (uint32_t g = 0; g < addresses.size(); ++g) {
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
  // The newest: libraries come and go.
  const auto found = std::find_if(variables.rbegin(), variables.rend(), [&](const Variable &each) {
    return address - each.address < each.info->size;
  });
  return found == variables.rend() ? Variable{} : *found;
}

void Modules::markUnfinished() {
  for (const auto &module : all)
    for (uint32_t kernel = 0; kernel < module->view().kernelCount(); ++kernel)
      if (module->runsOf(kernel).launches)
        module->runsOf(kernel).reasons |= report::reasonBit(abi::Reason::UnfinishedKernel);
}

void Modules::forgetHandles() {
  if (kernels.empty())
    return;
  device.forgetFunctions();
  formerKernels.push_back(std::exchange(kernels, {}));
  formerImages.push_back(std::exchange(images, {}));
}

void Modules::forgetDevice() {
  for (const auto &module : all) {
    module->keepDeviceFlags();
    module->deviceFlags = nullptr;
  }
  kernels.clear();
  variables.clear();
  images.clear();
  formerKernels.clear();
  formerImages.clear();
}

} // namespace warpsan::rt
