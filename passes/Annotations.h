//===- Annotations.h - What the program tells proofs ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpsan {

/// Removes the calls that include/warpsan/annotations.h makes for proofs alone. Whether there
/// were any.
bool removeAnnotations(llvm::Module &module);

} // namespace warpsan
