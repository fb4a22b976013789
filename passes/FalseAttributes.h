//===- FalseAttributes.h - Attributes that instrumentation breaks -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

/// Removes from a function and from the calls in it what was true of the
/// program alone: a function "without memory effects" now has a shadow. Left
/// on, the optimiser could delete or merge calls together with their checks.
void stripFalseAttributes(llvm::Function &function);

} // namespace warpsan
