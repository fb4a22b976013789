//===- Annotations.h - What the program tells the plugin --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpsan {

/// Removes what include/warpsan/annotations.h leaves in a module: calls for proofs alone, and
/// annotations of functions, which are noted (IntendedRaces.h). Whether there was any.
bool removeAnnotations(llvm::Module &module);

/// Those of order, which the twins have in their own way by then.
bool removeOrderAnnotations(llvm::Module &module);

} // namespace warpsan
