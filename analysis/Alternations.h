//===- Alternations.h - Values that are one of two by turns -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

namespace llvm {
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace warpsan {

/// The halves of a double buffer, or which of them is read. Both values are from outside
/// of the loop.
struct Alternation {
  const llvm::Loop *loop;
  llvm::Value *even; ///< in rounds 0, 2, ...
  llvm::Value *odd;
};

/// By swapping two values, or by any update that leads from a number to another and back;
/// and what is computed from that alone.
std::optional<Alternation> alternationOf(llvm::Value &value, const llvm::LoopInfo &loops);

} // namespace warpsan
