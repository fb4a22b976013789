//===- module_registry.h - Kernels and variables of the program ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/module_table.h"
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpsan::cpu {

class DeviceCode {
public:
  /// `edges` is null unless code of several files was linked.
  void add(const ModuleRow *table, const SharedSectionEdges *edges);
  const ModuleRow *find(std::string_view name) const;
  std::vector<const ModuleRow *> variables() const;

  unsigned files = 0; ///< linked into it; more than one only with -fgpu-rdc

private:
  std::unordered_map<std::string_view, ModuleRow> rows;
  std::vector<ModuleRow> locals; ///< variables without a name
};

/// What a host stub or the host's shadow of a variable stands for.
struct Registered {
  DeviceCode *module;
  const ModuleRow *row;
};

class ModuleRegistry {
public:
  /// Null when the wrapper holds no code for this target.
  DeviceCode *add(const void *fatbinWrapper);
  /// For each add: the library that holds the code is unloaded, or the process ends.
  void remove(DeviceCode &module);
  /// Unknown names are ignored: their use is the error.
  void bind(DeviceCode &module, const void *hostAddress, std::string_view name);
  const Registered *find(const void *hostAddress) const;
  /// Rows of all variables of device code.
  std::vector<const ModuleRow *> variables() const;

private:
  std::vector<std::unique_ptr<DeviceCode>> modules;
  std::unordered_map<const void *, DeviceCode *> linked; ///< by section of shared variables
  std::unordered_map<const void *, Registered> bound;
};

ModuleRegistry &moduleRegistry();

} // namespace warpsan::cpu
