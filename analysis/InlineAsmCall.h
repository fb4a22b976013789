//===- InlineAsmCall.h - A call of inline assembly, decoded -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/MemoryAccess.h"
#include "ptx/Decoder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

#include <memory>

namespace warpsan {

/// Decodes every distinct asm text once.
class AsmDecoder {
public:
  /// Null when the text does not parse: then the asm may do anything.
  const ptx::AsmSummary *decode(const llvm::InlineAsm &assembly);

private:
  llvm::StringMap<std::unique_ptr<ptx::AsmSummary>> summaries;
};

/// Ties the operands of the text to the values of the call.
class InlineAsmCall {
public:
  explicit InlineAsmCall(llvm::CallBase &call);

  /// Value of `$index`, or null: a pure output, or out of range.
  llvm::Value *operand(unsigned index) const;
  /// Value of a statement's operand; null when it is not one of the call's.
  llvm::Value *value(const ptx::Operand &operand) const;
  /// The constant an operand stands for, in the text or as immediate.
  std::optional<int64_t> constant(const ptx::Operand &operand) const;
  llvm::StringRef constraints() const { return assembly.getConstraintString(); }

private:
  llvm::CallBase &call;
  const llvm::InlineAsm &assembly;
  llvm::InlineAsm::ConstraintInfoVector infos;
};

/// The inline assembly a call calls, or null.
const llvm::InlineAsm *calledAssembly(const llvm::Instruction &instruction);

/// Accesses of one asm call, appended to `accesses`.
void collectAsmAccesses(llvm::CallBase &call, AsmDecoder &decoder, VolatileRule rule,
                        llvm::SmallVectorImpl<MemoryAccess> &accesses);

} // namespace warpsan
