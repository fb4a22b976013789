//===- HeapProbe.h - A kernel that finds the heap of device code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No function of the CUDA API tells where malloc of device code takes memory
// from. So modules with such a call get a kernel (abi::HeapProbe) that the host
// runs once: it takes one byte, writes its address where its parameter points,
// and gives the byte back.
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

/// Adds it to the module of `model`, a kernel or device function.
void addHeapProbe(const llvm::Function &model);

} // namespace warpsan
