//===- image.cpp - The units of one device module --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/image.h"
#include "report/UnitLinker.h"
#include "rt/message.h"

namespace warpsan::rt {

using namespace abi;

namespace {

const void *devicePointer(uint64_t address) { return reinterpret_cast<const void *>(address); }

UnitBases basesBehind(const Unit &unit) {
  return {unit.bases.site + unit.view.siteCount(), unit.bases.barrier + unit.view.barrierCount()};
}

} // namespace

const Unit *Image::find(const std::string &name) {
  size_t bytes = 0;
  const void *symbol = device.symbol(handle, (UnitPrefix + name).c_str(), &bytes);
  UnitInfo info{};
  if (!symbol || bytes < sizeof info || device.copyFromDevice(&info, symbol, sizeof info) != 0)
    return nullptr;
  const Unit *found = known(info);
  return found ? found : load(info);
}

const Unit *Image::known(const UnitInfo &info) const {
  for (const auto &unit : all)
    if (unit->info.moduleInfo == info.moduleInfo)
      return unit.get();
  return nullptr;
}

const Unit *Image::load(const UnitInfo &info) {
  report::ModuleView view(readBlob(info.moduleInfo));
  if (!view.valid())
    die("instrumented module cannot be used: " + view.problem());
  const Unit *last = all.empty() ? nullptr : all.back().get();
  std::vector<uint64_t> variables = readVariables(info.globalAddresses, view.globalCount());
  all.push_back(std::make_unique<Unit>(
      Unit{std::move(view), info, last ? basesBehind(*last) : UnitBases{},
           last ? last->firstKernel + last->view.kernelCount() : 0, std::move(variables)}));
  const Unit &unit = *all.back();
  if (info.bases && device.copyToDevice(const_cast<void *>(devicePointer(info.bases)), &unit.bases,
                                        sizeof unit.bases, nullptr) != 0)
    die("cannot write to an instrumented module");
  for (uint32_t k = 0; k < unit.view.kernelCount(); ++k) {
    const KernelInfo &kernel = unit.view.kernel(k);
    for (uint32_t c = 0; c < kernel.callCount; ++c)
      find(unit.view.text(unit.view.callList(kernel)[c]));
  }
  return &unit;
}

std::vector<char> Image::readBlob(uint64_t address) {
  ModuleInfo head{};
  if (device.copyFromDevice(&head, devicePointer(address), sizeof head) != 0 ||
      head.magic != ModuleInfoMagic)
    return {};
  std::vector<char> blob(head.bytes);
  if (device.copyFromDevice(blob.data(), devicePointer(address), blob.size()) != 0)
    blob.clear();
  return blob;
}

std::vector<uint64_t> Image::readVariables(uint64_t address, uint32_t count) {
  std::vector<uint64_t> variables(address ? count : 0);
  if (!variables.empty() && device.copyFromDevice(variables.data(), devicePointer(address),
                                                  count * sizeof(uint64_t)) != 0)
    variables.clear();
  return variables;
}

uint64_t Image::variable(uint32_t row) const {
  for (const auto &unit : all) {
    if (row < unit->view.globalCount())
      return row < unit->variables.size() ? unit->variables[row] : 0;
    row -= unit->view.globalCount();
  }
  return 0;
}

std::vector<char> Image::blob() const {
  if (all.size() == 1)
    return all.front()->view.bytes();
  std::vector<const report::ModuleView *> views;
  for (const auto &unit : all)
    views.push_back(&unit->view);
  return report::linkUnits(views);
}

} // namespace warpsan::rt
