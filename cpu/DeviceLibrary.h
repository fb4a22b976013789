//===- DeviceLibrary.h - The embedded bitcode of cpu/device/ -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace warpsan::cpu {

class DeviceLibrary {
public:
  explicit DeviceLibrary(llvm::LLVMContext &context);
  ~DeviceLibrary();

  /// The definition of that name, or null.
  const llvm::Function *find(llvm::StringRef name) const;
  /// Links what `module` uses into it, with internal linkage. Once.
  void linkInto(llvm::Module &module);

private:
  std::unique_ptr<llvm::Module> library;
};

} // namespace warpsan::cpu
