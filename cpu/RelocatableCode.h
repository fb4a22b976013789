//===- RelocatableCode.h - Device code of -fgpu-rdc --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With -fgpu-rdc the host module carries device code for a device linker, and a
// list of kernels and variables from which the linker makes the code that
// registers them. On the CPU target the host's linker does it all: functions
// and variables that other files may use are hidden symbols, __shared__
// variables are laid out as a section, and each file registers its own kernels.
//===----------------------------------------------------------------------===//
#pragma once

#include "cpu/DeviceModule.h"

namespace warpsan::cpu {

/// Declared in bitcode for this target: symbol names stand in it as they are.
inline constexpr char CpuMarker[] = "__warpsan_cpu_code";

bool isDeviceBitcode(llvm::StringRef bytes);

/// May be defined in one file and used in another.
bool isShared(const DeviceModule &device, const llvm::GlobalValue &value);
/// Gives it the name and linkage for that.
void share(llvm::GlobalValue &value);

/// Stands for a __shared__ variable: its distance from the start of the section
/// is the variable's offset in the window of a block.
llvm::GlobalVariable *placeShared(llvm::GlobalVariable &variable);
/// Start of that section, which the linker defines.
llvm::GlobalVariable *sharedSectionStart(llvm::Module &module);

/// What a host module says about its relocatable device code.
class RelocatableCode {
public:
  explicit RelocatableCode(llvm::Module &hostModule);

  /// Bitcode for the CPU target, or empty.
  llvm::StringRef bitcode() const { return bytes; }
  /// Puts registration of the table in place of what was for the device linker.
  void replace(llvm::GlobalVariable &table);

private:
  llvm::GlobalVariable *createWrapper(llvm::GlobalVariable &table);
  void registerEntry(llvm::IRBuilder<> &builder, llvm::Value *handle,
                     const llvm::GlobalVariable &entry);
  void unregisterAtExit(llvm::IRBuilder<> &builder, llvm::Value *handle);

  llvm::Module &host;
  llvm::GlobalVariable *object = nullptr;
  llvm::StringRef bytes;
};

} // namespace warpsan::cpu
