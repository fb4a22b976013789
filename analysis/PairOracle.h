//===- PairOracle.h - Whoever knows more of two accesses --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace llvm {
class CallInst;
} // namespace llvm

namespace warpsan {

struct BlockBounds;

/// Asked about accesses to shared memory that linear arithmetic does not prove.
class PairOracle {
public:
  virtual ~PairOracle() = default;

  /// Whether two threads of a block within the bounds may race there.
  virtual bool mayRace(const BlockBounds &bounds, const llvm::CallInst &first,
                       const llvm::CallInst &second) = 0;
  /// Whether the access surely stays within the variable that it goes to.
  virtual bool staysWithin(const BlockBounds &bounds, const llvm::CallInst &check) = 0;
};

} // namespace warpsan
