//===- Checks.h - The placed checks of a module -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check is a call of the `access` entry point. It is placed while the code is
// still as the program says it, and carries the number of its AccessFacts where
// the site will stand. The call is opaque, so the clean-up that follows can
// neither drop nor move it, whatever becomes of the access itself.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/MemoryAccess.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallInst;
class Module;
} // namespace llvm

namespace warpsan {

/// What is known about an access apart from the code around it.
struct AccessFacts {
  MemoryAccess access;  ///< its pointers to IR are only good when it is placed
  std::string function; ///< mangled name of the function it stands in
  unsigned ordinal;     ///< number in that function, from 1
};

class Checks {
public:
  explicit Checks(llvm::Module &module) : module(module) {}

  /// Places checks for all accesses of a function.
  void place(llvm::Function &function, llvm::StringRef name, AsmDecoder &decoder,
             VolatileRule rule);

  bool isCheck(const llvm::Instruction &instruction) const;
  const AccessFacts &factsOf(const llvm::CallInst &check) const;

  /// The access of a check, or null if the clean-up removed it.
  llvm::Instruction *accessOf(llvm::CallInst &check) const;

  /// A check that turned out to be of a stack variable is dropped; its access,
  /// if it outlives the clean-up, is a proved one.
  void dropStackCheck(llvm::CallInst &check);
  /// Facts of an access whose check was dropped so, else null.
  const AccessFacts *droppedFacts(const llvm::Instruction &access) const;
  /// For mode ld: no two threads store there without order. Outlives removeNotes().
  void markProved(llvm::CallInst &check);
  static bool isProved(const llvm::Instruction &access);
  /// Removes the notes on the accesses.
  static void removeNotes(llvm::Function &function);

private:
  void place(const AccessFacts &facts, unsigned number, llvm::Value *context);

  llvm::Module &module;
  std::vector<AccessFacts> facts;
  std::vector<bool> dropped;
};

/// The calls of `access` in a function, in order.
llvm::SmallVector<llvm::CallInst *, 0> checksIn(llvm::Function &function);

} // namespace warpsan
