//===- SharedAddresses.h - Constants that hold shared addresses --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang makes a constant of `Tile tile{storage}`, though each block has its own
// `storage`: no back end can emit it. The optimiser folds most of them, unless
// a table of variables names them.
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpsan::cpu {

/// Replaces these constants, in each function that uses them, by variables of
/// the stack into which it stores the addresses. Leaves those that it cannot
/// replace. Also right for GPUs, before the optimiser picks address spaces.
bool storeSharedAddresses(llvm::Module &module);

/// Fails the compilation for what still holds addresses of shared memory.
void rejectSharedAddresses(llvm::Module &module);

} // namespace warpsan::cpu
