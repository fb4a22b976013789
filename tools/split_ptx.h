//===- split_ptx.h - Kernels and runtime of a module apart -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace warpsan {

struct SplitPtx {
  std::string kernels; ///< all but the runtime's functions; its variables can be linked to
  std::string runtime; ///< the runtime's functions, which can be linked to
};

/// Of a module as LLVM prints it. Nothing if it has no function of the runtime.
std::optional<SplitPtx> splitPtx(llvm::StringRef ptx);

} // namespace warpsan
