//===- ThreadLocality.h - Shared arrays used as one element each -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Use;
class Value;
} // namespace llvm

namespace warpsan {

/// Shared arrays of which every thread of a one-dimensional block touches one
/// element alone, that of its threadIdx.x. Only right when nothing but the code
/// given by `runs` can run: no calls of unknown functions.
class ThreadPrivateArrays {
public:
  struct Code {
    std::function<bool(const llvm::Function &)> runs;
    /// Bytes a check in that code speaks of; nothing if the call is no check.
    std::function<std::optional<uint64_t>(const llvm::CallBase &)> sizeOfCheck;
  };

  explicit ThreadPrivateArrays(Code code) : code(std::move(code)) {}
  /// Whether the pointer goes into such an array.
  bool contains(const llvm::Value *pointer);

private:
  struct Shape {
    int64_t stride = 0;
    int64_t element = 0;
  };
  bool isPrivate(const llvm::GlobalVariable &array);
  bool usesFit(const llvm::Value &pointer, std::optional<Shape> &shape) const;
  bool useFits(const llvm::Use &use, std::optional<Shape> &shape) const;
  bool accessFits(const llvm::Value &pointer, uint64_t size, std::optional<Shape> &shape) const;

  Code code;
  llvm::DenseMap<const llvm::GlobalVariable *, bool> known;
};

} // namespace warpsan
