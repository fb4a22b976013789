//===- module_registry.cpp - Kernels and variables of the program ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/module_registry.h"

namespace warpsan::cpu {

namespace {

/// What clang emits as __cuda_fatbin_wrapper.
struct FatbinWrapper {
  uint32_t magic;
  uint32_t version;
  const ModuleRow *table;
  const SharedSectionEdges *edges; ///< null without -fgpu-rdc
};

/// What dynamic shared memory behind the section is aligned to.
constexpr uint32_t DynamicAlignment = 128;

} // namespace

/// The same template or inline function of several files is one.
void DeviceCode::add(const ModuleRow *table, const SharedSectionEdges *edges) {
  for (const ModuleRow *row = table; row->name; ++row) {
    if (!*row->name) {
      locals.push_back(*row);
      continue;
    }
    ModuleRow &added = rows.emplace(row->name, *row).first->second;
    if (!edges || !added.isKernel)
      continue;
    const auto bytes = uint32_t(edges->stop - edges->start);
    added.sharedBytes = (bytes + DynamicAlignment - 1) / DynamicAlignment * DynamicAlignment;
  }
}

const ModuleRow *DeviceCode::find(std::string_view name) const {
  const auto found = rows.find(name);
  return found == rows.end() ? nullptr : &found->second;
}

std::vector<const ModuleRow *> DeviceCode::variables() const {
  std::vector<const ModuleRow *> found;
  for (const auto &[name, row] : rows)
    if (!row.isKernel)
      found.push_back(&row);
  for (const ModuleRow &row : locals)
    found.push_back(&row);
  return found;
}

/// Static constructors of the program call before this library's could run.
ModuleRegistry &moduleRegistry() {
  static ModuleRegistry instance;
  return instance;
}

DeviceCode *ModuleRegistry::add(const void *fatbinWrapper) {
  const auto *wrapper = static_cast<const FatbinWrapper *>(fatbinWrapper);
  if (wrapper->magic != ModuleTableMagic)
    return nullptr;
  DeviceCode *&known = linked[wrapper->edges ? wrapper->edges->start : nullptr];
  if (!known || !wrapper->edges)
    known = modules.emplace_back(std::make_unique<DeviceCode>()).get();
  ++known->files;
  known->add(wrapper->table, wrapper->edges);
  return known;
}

void ModuleRegistry::remove(DeviceCode &module) {
  if (--module.files > 0)
    return;
  std::erase_if(bound, [&](const auto &entry) { return entry.second.module == &module; });
  std::erase_if(linked, [&](const auto &entry) { return entry.second == &module; });
  std::erase_if(modules, [&](const auto &known) { return known.get() == &module; });
}

void ModuleRegistry::bind(DeviceCode &module, const void *hostAddress, std::string_view name) {
  if (const ModuleRow *row = module.find(name))
    bound[hostAddress] = {&module, row};
}

std::vector<const ModuleRow *> ModuleRegistry::variables() const {
  std::vector<const ModuleRow *> found;
  for (const auto &module : modules)
    for (const ModuleRow *row : module->variables())
      found.push_back(row);
  return found;
}

const Registered *ModuleRegistry::find(const void *hostAddress) const {
  const auto found = bound.find(hostAddress);
  return found == bound.end() ? nullptr : &found->second;
}

} // namespace warpsan::cpu
