//===- Redirection.h - Accesses on copies -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

/// Sends all accesses of a twin kernel that other threads might see to the copies of shared
/// memory and to the write buffer of the block (docs/privatization.md).
void redirectAccesses(llvm::Function &twin);

} // namespace warpsan
