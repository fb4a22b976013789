//===- RuntimeCallees.h - Entry points of the device runtime ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"

#include <cstdint>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace warpsan {

enum class Entry : uint8_t {
#define WARPSAN_ENTRY(Name, Result, ...) Name,
#include "warpsan/entries.def"
};

inline constexpr llvm::StringLiteral EntrySymbols[] = {
#define WARPSAN_ENTRY(Name, Result, ...) "__warpsan_" #Name,
#include "warpsan/entries.def"
};

/// Declares the entry points in a module on demand.
class RuntimeCallees {
public:
  explicit RuntimeCallees(llvm::Module &module) : module(module) {}
  llvm::FunctionCallee get(Entry entry);

private:
  llvm::Module &module;
};

/// The entry point's function, or null when the module does not use it.
llvm::Function *findEntry(const llvm::Module &module, Entry entry);
bool isCallOf(const llvm::CallBase &call, Entry entry);

/// Parameters of `access`.
enum AccessArgument : unsigned {
  ContextArgument,
  AddressArgument,
  SizeArgument,
  SiteArgument,
  ClassArgument,
  ValueArgument,
  FlagsArgument,
};

} // namespace warpsan
