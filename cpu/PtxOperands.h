//===- PtxOperands.h - Registers and operands of inline PTX ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX registers are untyped bits to the instructions that use them, so each
// becomes a stack slot of its width (which the optimiser removes) and every
// read and write says the type it means.
//===----------------------------------------------------------------------===//
#pragma once

#include "cpu/DeviceModule.h"
#include "ptx/AsmText.h"
#include "llvm/IR/InlineAsm.h"

namespace warpsan::cpu {

class PtxOperands {
public:
  /// `function` has the type of the asm call: its arguments are the inputs.
  PtxOperands(DeviceModule &device, llvm::IRBuilder<> &builder, llvm::Function &function,
              const ptx::AsmText &text);

  /// Makes the slots. False for constraints that are not registers.
  bool setUp(const llvm::InlineAsm &assembly);

  /// Null when the operand cannot be read as a value.
  llvm::Value *read(const ptx::Operand &operand, llvm::Type *type);
  /// A narrower value is extended to the register.
  bool write(const ptx::Operand &operand, llvm::Value *value, bool isSigned = false);
  /// Address of `[base + offset]`, moved by `bytes`.
  llvm::Value *address(const ptx::Operand &memory, uint64_t bytes = 0);

  void emitReturn();

private:
  struct Slot {
    llvm::AllocaInst *memory;
    llvm::Type *type;
  };

  Slot makeSlot(llvm::Type *type);
  const Slot *slotOf(const ptx::Operand &operand) const;
  llvm::Value *readBits(const ptx::Operand &operand, llvm::Type *type);
  llvm::Value *readSpecial(llvm::StringRef name);
  llvm::Value *readVector(const ptx::Operand &operand, llvm::Type *type);
  llvm::Value *readConstant(const ptx::Operand &operand, llvm::Type *type);
  bool writeVector(const ptx::Operand &operand, llvm::Value *value);
  llvm::Value *convert(llvm::Value *value, llvm::Type *type, bool isSigned = false);

  DeviceModule &device;
  llvm::IRBuilder<> &builder;
  llvm::Function &function;
  const ptx::AsmText &text;
  llvm::SmallVector<Slot> outputs;
  llvm::SmallVector<Slot> registers;
};

} // namespace warpsan::cpu
