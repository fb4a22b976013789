//===- DeviceModule.h - A device module on its way to the CPU ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps of the retargeting share: calls of the device library, and
// the one way to give up on a construct.
//===----------------------------------------------------------------------===//
#pragma once

#include "cpu/DeviceLibrary.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace warpsan::cpu {

/// Metadata of instructions that belong to the detector's own runtime.
inline constexpr char RuntimeMetadata[] = "warpsan.runtime";

/// Attribute of the launch record, a parameter that nobody writes or takes the
/// address of.
inline constexpr char RecordAttribute[] = "warpsan.record";

/// Whether other modules may use what this one defines (-fgpu-rdc).
enum class Linking { Whole, Relocatable };

class DeviceModule {
public:
  explicit DeviceModule(llvm::Module &target, Linking linked = Linking::Whole)
      : module(target), library(target.getContext()), linking(linked) {}

  bool isRelocatable() const { return linking == Linking::Relocatable; }

  llvm::CallInst *call(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::Type *result,
                       llvm::ArrayRef<llvm::Value *> arguments);

  /// Calls a library function that may wait, after noting where the program
  /// does so for messages about deadlocks. `at` is what it stands for.
  llvm::CallInst *callWaiting(llvm::IRBuilderBase &builder, const llvm::Instruction &at,
                              llvm::StringRef name, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> arguments);
  void notePosition(llvm::IRBuilderBase &builder, const llvm::Instruction &at);

  /// A warning at compile time, and in place of the instruction a trap that
  /// names the construct: code that never runs does no harm.
  void reject(llvm::Instruction &instruction, const llvm::Twine &what);

  llvm::Module &module;
  DeviceLibrary library;

private:
  llvm::Constant *text(llvm::StringRef value);

  Linking linking;
  llvm::StringMap<llvm::Constant *> texts;
  llvm::StringSet<> warned;
};

} // namespace warpsan::cpu
