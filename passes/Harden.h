//===- Harden.h - Keep inline assembly and CUDA atomics apart ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpsan {

/// Makes inline assembly that touches memory a side effect: the CUDA headers
/// leave that out, and the optimiser then merges loads across barriers and
/// deletes atomics. Tags the atomics of the CUDA headers, which are relaxed
/// and of device scope whatever the IR says. Makes fragment operations of a whole
/// warp (wmma) convergent: LLVM does not, and may then make two of one on the two
/// ways of a branch. For all functions, twins or not.
bool harden(llvm::Module &module);

} // namespace warpsan
