//===- FormTables.h - Rows of access_forms.h --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/AccessRoots.h"
#include "warpsan/access_forms.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <tuple>
#include <vector>

namespace warpsan {

/// Of one kernel. The variables among its roots get their numbers when the tables
/// are emitted.
struct KernelForms {
  std::vector<AccessRoot> roots;
  std::vector<abi::FormInfo> forms;
};

/// Rows that all kernels of a unit share; equal ones are one.
class FormTables {
public:
  uint32_t add(const abi::TermInfo &term);
  /// Index of the first; they stand one behind the other.
  uint32_t add(llvm::ArrayRef<abi::GuardInfo> guards);

  const std::vector<abi::TermInfo> &terms() const { return termRows; }
  const std::vector<abi::GuardInfo> &guards() const { return guardRows; }

private:
  using TermKey =
      std::tuple<abi::TermKind, uint8_t, uint16_t, uint32_t, uint32_t, uint32_t, int64_t>;
  using GuardKey = std::tuple<uint32_t, uint32_t, abi::GuardRelation>;

  std::vector<abi::TermInfo> termRows;
  std::map<TermKey, uint32_t> termIndex;
  std::vector<abi::GuardInfo> guardRows;
  std::map<std::vector<GuardKey>, uint32_t> guardIndex;
};

} // namespace warpsan
