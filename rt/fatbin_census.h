//===- fatbin_census.h - GPU code that is not instrumented -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace warpsan::rt {

/// GPU code objects of one loaded file that no instrumented module brought.
struct ForeignCode {
  std::string file;
  unsigned objects = 0;
};

/// Remembers the GPU code object of an instrumented module.
void addInstrumentedFatbin(const void *wrapper);

/// Looks through all loaded files for the others.
std::vector<ForeignCode> findForeignCode();

} // namespace warpsan::rt
