//===- Retarget.h - Device code for the CPU ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With -mllvm -warpsan-target=cpu the device compilation writes bitcode where
// PTX would go. fake ptxas and fatbinary (tools/shim) hand it to the host
// compilation as the "fat binary", where RetargetPass turns it into host code.
// So kernels are ordinary functions of the object file.
//===----------------------------------------------------------------------===//
#pragma once

#include "cpu/DeviceModule.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Triple;
class raw_pwrite_stream;
} // namespace llvm

namespace warpsan::cpu {

/// For the device module, in the plugin's PreCodeGenCallback. Returns true:
/// there is no code to generate.
bool emitDeviceBitcode(llvm::Module &device, llvm::raw_pwrite_stream &output);

/// For the host module, at PipelineStart: finds embedded device bitcode,
/// retargets it and links it in. Changes nothing else.
struct RetargetPass : llvm::PassInfoMixin<RetargetPass> {
  llvm::PreservedAnalyses run(llvm::Module &host, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Turns an NVPTX module into one of the triple and data layout. All is internal
/// but the kernel table (cpu/module_table.h) and, in relocatable code, what other
/// files may use: that is hidden and has names with a prefix, since functions
/// and variables of the host have the same ones.
void retarget(llvm::Module &device, const llvm::Triple &triple, llvm::StringRef dataLayout,
              Linking linking = Linking::Whole);

} // namespace warpsan::cpu
