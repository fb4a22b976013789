//===- HostRedirect.h - CUDA calls of the program go to the runtime --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For host modules. Every CUDA function of rt/cuda_api.def that the module
// uses is reached through an internal slot; a constructor loads libwarpsan and
// hands it the slots (include/warpsan/host_abi.h). So the program needs no
// other link line, and the real function may come from any cudart.
//===----------------------------------------------------------------------===//
#pragma once
#include "llvm/IR/PassManager.h"
#include <string>

namespace warpsan {

class HostRedirectPass : public llvm::PassInfoMixin<HostRedirectPass> {
public:
  /// Path of libwarpsan to bake into the program; empty: beside this plugin.
  explicit HostRedirectPass(std::string runtimePath = {}) : runtimePath(std::move(runtimePath)) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::string runtimePath;
};

} // namespace warpsan
