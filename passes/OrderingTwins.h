//===- OrderingTwins.h - Twins that may run with LaunchOrdered --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What such launches need costs registers and much time to compile, so the other
// twins have none of it. Marked when twins are instrumented, asked when the runtime is
// linked.
//===----------------------------------------------------------------------===//
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

void markOrdering(llvm::Function &twin);
bool mayOrder(const llvm::Function &twin);

/// Answers what the runtime asks in this code: a twin's, or what only such twins call.
void answerMayOrder(llvm::Function &function, bool answer);

} // namespace warpsan
