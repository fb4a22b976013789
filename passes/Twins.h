//===- Twins.h - Instrumented copies of kernels and functions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The twin of a kernel has one more parameter, the launch record, and keeps the
// thread's context in an alloca. The twin of a device function gets the context
// as its last parameter. Originals are not changed.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
class FunctionType;
class Module;
class Value;
} // namespace llvm

namespace warpsan {

/// Name of a device function's twin: the original's and this.
inline constexpr llvm::StringLiteral TwinSuffix = ".warpsan";

/// On the launch record of a twin kernel: only the runtime reads it.
inline constexpr llvm::StringLiteral RecordAttribute = "warpsan.record";

class Twins {
public:
  /// Twins of all kernels, of functions other units may call, and of all that
  /// these may call.
  static Twins create(llvm::Module &module);

  /// Original to twin, callers before callees where possible.
  using Map = llvm::MapVector<llvm::Function *, llvm::Function *>;
  const Map &all() const { return twins; }
  bool isTwin(const llvm::Function &function) const { return members.contains(&function); }
  /// Instructions of twins use the value, maybe through constants.
  bool use(const llvm::Value &value) const;
  /// Forgets and deletes the twin.
  void erase(llvm::Function &twin);

  /// The call of kernel_enter in a twin kernel.
  static llvm::CallBase &enterOf(llvm::Function &twin);
  /// The thread context in a twin, as every entry point takes it.
  static llvm::Value *contextIn(llvm::Function &twin);

private:
  Map twins;
  llvm::SmallPtrSet<const llvm::Function *, 16> members;
};

/// The original's, with one more parameter.
llvm::FunctionType *twinType(const llvm::Function &original);

bool isKernel(const llvm::Function &function);
bool isTwinKernel(const llvm::Function &function);
/// Twins of a module, kernels and functions, found by name.
bool isTwinName(llvm::StringRef name);

} // namespace warpsan
