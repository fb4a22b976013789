//===- ThreadIndexing.h - Addresses that follow the thread index -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class GlobalVariable;
class Value;
} // namespace llvm

namespace warpsan {

/// variable + offset + stride * threadIdx.x, exactly (no wrapping).
struct ThreadAddress {
  const llvm::GlobalVariable *variable;
  int64_t offset;
  int64_t stride;

  /// All of `size` bytes lie in one element of `stride` bytes; which one,
  /// relative to the thread's index.
  std::optional<int64_t> element(uint64_t size) const;
};

std::optional<ThreadAddress> threadAddress(const llvm::Value *pointer,
                                           const llvm::DataLayout &layout);

} // namespace warpsan
