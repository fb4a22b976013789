//===- ThreadPairs.h - May two threads touch the same bytes? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses by different threads overlap if a system of linear inequalities has a
// solution: ranges of symbols, guards of both accesses, and the distance of the two
// addresses. That the threads differ is a list of cases, of which each must be shown
// impossible. Answers are about rational numbers, so "may" can be wrong and "may not"
// cannot.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/LinearForm.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace warpsan {

class IndexForms;

/// An access as seen from its object.
struct IndexedAccess {
  LinearForm offset; ///< bytes
  uint64_t bytes = 0;
  llvm::SmallVector<LinearForm, 8> guards; ///< not negative when the access happens
};

/// Whether a symbol has one value for two threads.
using SharedSymbols = llvm::function_ref<bool(unsigned)>;

bool mayOverlap(const IndexedAccess &first, const IndexedAccess &second, const IndexForms &forms,
                SharedSymbols isShared);

/// Whether the access surely stays within `bytes` bytes.
bool isWithin(const IndexedAccess &access, const llvm::DynamicAPInt &bytes,
              const IndexForms &forms);

} // namespace warpsan
