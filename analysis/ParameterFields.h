//===- ParameterFields.h - What the host hands to a kernel ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Argument;
class Function;
class LoadInst;
class Value;
} // namespace llvm

namespace warpsan {

/// A scalar or pointer among the bytes of a kernel's parameters.
struct ParameterField {
  uint32_t parameter = 0;
  uint32_t offset = 0; ///< in bytes

  bool operator==(const ParameterField &other) const = default;
};

/// Values of a kernel that the host knows at a launch: its parameters, and what it
/// loads from those that are structs by value. Not from structs that it may write:
/// each thread has its own copy of those.
class ParameterFields {
public:
  explicit ParameterFields(const llvm::Function &kernel);

  std::optional<ParameterField> find(const llvm::Value &value) const;

private:
  std::optional<ParameterField> find(const llvm::LoadInst &load) const;

  llvm::SmallPtrSet<const llvm::Argument *, 4> readOnly; ///< structs by value
};

} // namespace warpsan
