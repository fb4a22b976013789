//===- image.h - The units of one device module ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device module has one unit for each translation unit: one, or with
// -fgpu-rdc those that were linked into it. They are found by the names of
// kernels, and from there by the names of the functions they call.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/ModuleView.h"
#include "rt/backend.h"
#include <memory>
#include <string>
#include <vector>

namespace warpsan::rt {

struct Unit {
  report::ModuleView view;
  abi::UnitInfo info;   ///< on the device
  abi::UnitBases bases; ///< numbers of its rows in the blob of all units
  uint32_t firstKernel;
  std::vector<uint64_t> variables; ///< addresses, as many as GlobalInfo rows; empty: not known
};

class Image {
public:
  Image(Backend &backend, void *moduleHandle) : device(backend), handle(moduleHandle) {}

  /// The unit of a kernel or function, loaded with all that it calls; null: not
  /// instrumented.
  const Unit *find(const std::string &name);
  /// In the order in which they were found. Numbers of rows never change: a
  /// unit found later comes behind the others.
  const std::vector<std::unique_ptr<Unit>> &units() const { return all; }
  /// Of all units found so far (report/UnitLinker.h).
  std::vector<char> blob() const;
  /// Of a row of GlobalInfo in that blob; 0 if it is not known.
  uint64_t variable(uint32_t row) const;

private:
  const Unit *known(const abi::UnitInfo &info) const;
  const Unit *load(const abi::UnitInfo &info);
  std::vector<char> readBlob(uint64_t address);
  std::vector<uint64_t> readVariables(uint64_t address, uint32_t count);

  Backend &device;
  void *handle;
  std::vector<std::unique_ptr<Unit>> all;
};

} // namespace warpsan::rt
