//===- SyncHooks.h - Strong accesses as synchronisation ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A strong or volatile access may be half of a release-acquire pattern. Calls
// of the run time before the write and behind the read log it. They are placed
// with the checks and settled after the clean-up, when it is known what the
// addresses are, which results are used, and which loops wait for a value.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/MemoryAccess.h"
#include "passes/PassOptions.h"

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallBase;
class CallInst;
class LoopInfo;
} // namespace llvm

namespace warpsan {

/// `address` is a generic pointer, available before the access.
void placeSyncHooks(const MemoryAccess &access, llvm::Value *context, llvm::Value *address);

/// Removes the hooks of memory that no other thread can reach, of reads whose
/// value nobody uses and of updates that leave the value as it is, and marks
/// polls. True if a loop waits for a word that another block may write.
bool settleSyncHooks(llvm::Function &twin, Poll poll, llvm::FunctionAnalysisManager &analyses);

/// Where no kernel of the module can be ordered by them.
void removeSyncHooks(llvm::Function &twin);

bool isReadHook(const llvm::CallBase &call);
bool isWriteHook(const llvm::CallBase &call);

/// The hook of a settled read on which a loop waits, for a flag or a lock.
bool isWait(llvm::CallInst &hook, const llvm::LoopInfo &loops);

} // namespace warpsan
