//===- Provenance.h - What object a pointer points into ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class Value;
} // namespace llvm

namespace warpsan {

enum class ObjectKind : uint8_t {
  Unknown,
  Stack,     ///< variable of the thread
  Local,     ///< thread-private address space
  Constant,  ///< never written while a kernel runs
  Parameter, ///< the thread's copy of a by-value parameter
  Shared,
  Global,
  GridWorkspace,  ///< driver memory of the cooperative grid barrier
  ReservedShared, ///< shared memory the system keeps for cooperative groups
};

/// What `pointer` surely points into; Unknown also when it may be several.
ObjectKind objectOf(const llvm::Value *pointer);

/// A variable on the stack, without looking through more than constant steps.
bool isObviouslyPrivate(const llvm::Value *pointer);

/// libcu++ does atomics of 1 and 2 bytes as accesses to the aligned word around
/// them. The bytes meant: their address and number.
struct SubWord {
  llvm::Value *address; ///< an integer
  uint64_t bytes;
};
std::optional<SubWord> findSubWord(llvm::Value *wordPointer);

} // namespace warpsan
