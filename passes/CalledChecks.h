//===- CalledChecks.h - Checks that are not inlined ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas compiles a function anew for each kernel that may call it, and takes long over
// calls in large kernels. So what is called is small, and each call has few arguments.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace warpsan {

/// Before the runtime is linked, of which only what is declared is taken.
void declareCalledChecks(llvm::Module &module);

/// The checks of a twin, as far as what is known of them fits core/access.h's word.
void packChecks(llvm::Function &twin);

/// Gives twins that never run with LaunchOrdered forms of the checks that they call, in
/// which there is nothing of what such launches need. Returns all forms.
llvm::SmallVector<llvm::Function *, 4> splitCalledChecks(llvm::Module &module);

} // namespace warpsan
