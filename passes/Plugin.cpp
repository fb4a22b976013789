//===- Plugin.cpp - The passes in the pipelines of clang and opt -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang loads the plugin into the host and the device compilation; each pass
// looks at the target of the module it gets.
//===----------------------------------------------------------------------===//
#include "analysis/Printers.h"
#include "cpu/Retarget.h"
#include "passes/HostRedirect.h"
#include "passes/LowerRuntime.h"
#include "passes/PassOptions.h"
#include "passes/RaceInstrument.h"
#include "passes/Repair.h"
#include "passes/SiteTablePrinter.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;
using namespace warpsan;

namespace {

/// The passes of the host half. Wrong options are reported by the device half.
class HostPass : public PassInfoMixin<HostPass> {
public:
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    std::optional<PassOptions> options = PassOptions::parseQuietly();
    if (module.getTargetTriple().isNVPTX() || !options)
      return PreservedAnalyses::all();
    PreservedAnalyses preserved = cpu::RetargetPass().run(module, analyses);
    if (options->instruments())
      preserved.intersect(HostRedirectPass(options->runtime.str()).run(module, analyses));
    return preserved;
  }
  static bool isRequired() { return true; }
};

bool parseModulePass(StringRef name, ModulePassManager &passes) {
  if (name == "warpsan-repair")
    passes.addPass(RepairPass());
  else if (name == "warpsan-instrument")
    passes.addPass(InstrumentPass());
  else if (name == "warpsan-lower")
    passes.addPass(LowerRuntimePass());
  else if (name == "warpsan-host")
    passes.addPass(HostPass());
  else if (name == "print<warpsan-sites>")
    passes.addPass(SiteTablePrinterPass(errs()));
  else
    return false;
  return true;
}

bool parseFunctionPass(StringRef name, FunctionPassManager &passes) {
  if (name == "print<warpsan-accesses>")
    passes.addPass(AccessPrinterPass(errs()));
  else if (name == "print<warpsan-sync-effects>")
    passes.addPass(SyncEffectPrinterPass(errs()));
  else
    return false;
  return true;
}

void registerPasses(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(RepairPass());
    passes.addPass(InstrumentPass(InstrumentPass::Stage::Early));
    passes.addPass(HostPass());
  });
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        passes.addPass(InstrumentPass(InstrumentPass::Stage::Late));
        passes.addPass(LowerRuntimePass());
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parseModulePass(name, passes);
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parseFunctionPass(name, passes);
      });
}

/// On the CPU target the "machine code" of the device is its bitcode.
bool emitInstead(Module &module, TargetMachine &, CodeGenFileType, raw_pwrite_stream &out) {
  std::optional<PassOptions> options = PassOptions::parseQuietly();
  if (!module.getTargetTriple().isNVPTX() || !options || options->target != Target::Cpu)
    return false;
  return cpu::emitDeviceBitcode(module, out);
}

} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "RaceInstrument", LLVM_VERSION_STRING, registerPasses,
          emitInstead};
}
