//===- EntryReads.h - Numbers of a launch, read once ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpsan {

/// Reads the registers of the launch and the numbers among the parameters once, at
/// entry: a loop that reads them itself, for a grid stride, would hide that its step
/// never changes. Whether anything changed.
bool mergeEntryReads(llvm::Function &kernel);

} // namespace warpsan
