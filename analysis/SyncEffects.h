//===- SyncEffects.h - What an instruction may order ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knowledge about functions and intrinsics is in sync_functions.def, about
// inline assembly in ptx/. What neither knows may access and may synchronise,
// and says so with a reason.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/InlineAsmCall.h"
#include "warpsan/abi.h"
#include "warpsan/module_info.h"

#include <optional>

namespace warpsan {

/// What the run time has to be told at an instruction.
enum class SyncEvent : uint8_t {
  None,
  BlockBarrier, ///< after it: a barrier of all threads of the block
  WarpBarrier,  ///< after it: a barrier of the lanes in `mask`
  NamedArrive,  ///< before it: the thread has come to barrier `barrier` of `threads` threads
  NamedSync,    ///< around it: the same, and it waits for the others
  Fence,        ///< a fence of scope `scope`
  Exit,         ///< before it: the thread ends
  Allocate,     ///< after it: a call of malloc, whose result and first argument count
  Release,      ///< in its place: a release of the address that is its argument
  Acquire,      ///< the same: an acquire
};

/// Operand of a barrier: a value or a literal.
struct SyncOperand {
  llvm::Value *value = nullptr;
  std::optional<uint32_t> constant;

  bool isKnown() const { return value || constant; }
  llvm::Value *get(llvm::Type *type) const;
};

struct SyncEffect {
  SyncEvent event = SyncEvent::None;
  SyncOperand mask;                           ///< WarpBarrier
  SyncOperand barrier;                        ///< NamedArrive, NamedSync
  SyncOperand threads;                        ///< the same
  abi::Scope scope = abi::Scope::None;        ///< Fence
  bool isSequential = false;                  ///< Fence: fence.sc or membar
  uint32_t flags = 0;                         ///< abi::KernelFlags
  uint32_t reasons = 0;                       ///< abi::Reason bits that concern the kernel
  abi::Reason siteReason = abi::Reason::None; ///< accesses memory in ways not analysed

  void addReason(abi::Reason reason) { reasons |= 1u << unsigned(reason); }
};

/// Effect of a call that is not one of a function with a body.
SyncEffect effectOfCall(llvm::CallBase &call, AsmDecoder &decoder);
/// Effect of any instruction.
SyncEffect effectOf(llvm::Instruction &instruction, AsmDecoder &decoder);

/// On a call through a pointer: its callee is told apart at run time, and an
/// unknown one is reported there.
inline constexpr llvm::StringLiteral DispatchedMetadata = "warpsan.dispatched";

/// Function of the device system, of libdevice or of the device runtime.
bool isKnownFunction(llvm::StringRef name);

/// Device library functions that touch no memory of other threads and order
/// nothing: they need no twin.
bool isHarmlessFunction(llvm::StringRef name);

/// A call of an entry point of the device runtime.
bool isRuntimeCall(const llvm::CallBase &call);

/// Threads of a block, when the launch bounds of the kernel require a number.
std::optional<uint64_t> requiredBlockSize(const llvm::Function &kernel);

} // namespace warpsan
