//===- FormTables.cpp - Rows of access_forms.h -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/FormTables.h"

using namespace llvm;

namespace warpsan {

uint32_t FormTables::add(const abi::TermInfo &term) {
  auto [row, isNew] = termIndex.try_emplace(
      {term.kind, term.bits, term.flags, term.left, term.right, term.number, term.value},
      termRows.size());
  if (isNew)
    termRows.push_back(term);
  return row->second;
}

uint32_t FormTables::add(ArrayRef<abi::GuardInfo> guards) {
  std::vector<GuardKey> key;
  for (const abi::GuardInfo &guard : guards)
    key.emplace_back(guard.left, guard.right, guard.relation);
  auto [row, isNew] = guardIndex.try_emplace(key, guardRows.size());
  if (isNew)
    guardRows.insert(guardRows.end(), guards.begin(), guards.end());
  return row->second;
}

} // namespace warpsan
