//===- RuntimeAtomics.h - Atomics of the detector, on one thread -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpsan::cpu {

/// Makes atomic accesses of the detector's runtime plain ones. One OS thread
/// runs all CUDA threads and switches at calls only, so nothing can come
/// between; a locked instruction would cost as much as the rest of a check.
/// Stores stay: the host may read records while a kernel runs.
void simplifyRuntimeAtomics(llvm::Module &module);

} // namespace warpsan::cpu
