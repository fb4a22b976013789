//===- OrderingTwins.cpp - Twins that may run with LaunchOrdered ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/OrderingTwins.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr StringLiteral OrderingAttribute = "warpsan.ordering";

} // namespace

void markOrdering(Function &twin) { twin.addFnAttr(OrderingAttribute); }

bool mayOrder(const Function &twin) { return twin.hasFnAttribute(OrderingAttribute); }

} // namespace warpsan
