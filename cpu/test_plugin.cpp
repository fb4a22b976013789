//===- test_plugin.cpp - The CPU target without the detector ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the tests of the CPU target itself. Takes the options of the real plugin
// that a driver passes.
//===----------------------------------------------------------------------===//
#include "cpu/Retarget.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

static cl::opt<std::string> target("warpsan-target", cl::init("gpu"), cl::Hidden,
                                   cl::desc("where device code will run"));
static cl::opt<std::string> mode("warpsan-mode", cl::init("off"), cl::Hidden,
                                 cl::desc("ignored: this plugin has no detector"));

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "warpsan-cpu", LLVM_VERSION_STRING,
          [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager &passes, OptimizationLevel) {
                  passes.addPass(warpsan::cpu::RetargetPass());
                });
          },
          [](Module &module, TargetMachine &, CodeGenFileType, raw_pwrite_stream &output) {
            return module.getTargetTriple().isNVPTX() && target == "cpu" &&
                   warpsan::cpu::emitDeviceBitcode(module, output);
          }};
}
