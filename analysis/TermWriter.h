//===- TermWriter.h - Values of a kernel as terms ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A term (access_forms.h) says how a value of a thread follows from what the host
// knows at a launch, from the rounds of loops and from opaque values. The form is that
// of scalar evolution, modulo 2^bits: nothing is claimed about wrapping.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/FormTables.h"
#include "analysis/Opaques.h"
#include "analysis/Tickets.h"

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class Loop;
class LoopInfo;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace warpsan {

/// Writes down the values of one kernel.
class TermWriter {
public:
  TermWriter(FormTables &tables, const ParameterFields &fields, const Tickets &tickets,
             Opaques &opaques, llvm::ScalarEvolution &evolution, const llvm::LoopInfo &loops);

  /// The value where `place` runs, or abi::NoTerm. Of a loop that `place` is in, if one is
  /// named, the value in the next round or in the first.
  uint32_t write(llvm::Value &value, const llvm::BasicBlock &place,
                 const llvm::Loop *loop = nullptr, bool isNext = false);
  /// Bytes from a root to the pointer, which leads to no other.
  uint32_t writeOffset(llvm::Value &pointer, const AccessRoot &root, const llvm::BasicBlock &place);
  /// Loops whose rounds the value follows.
  void addLoops(llvm::Value &value, llvm::SmallPtrSetImpl<const llvm::Loop *> &added);

private:
  class RowBuilder;

  uint32_t write(const llvm::SCEV *value, const llvm::BasicBlock &place);
  bool isTerm(const llvm::SCEV *value, const llvm::BasicBlock &place) const;
  bool isTerm(llvm::Value &value, const llvm::BasicBlock &place) const;
  int64_t loopOf(const llvm::Value &value) const;

  FormTables &tables;
  const ParameterFields &fields;
  const Tickets &tickets;
  Opaques &opaques;
  llvm::ScalarEvolution &evolution;
  const llvm::LoopInfo &loops;
  llvm::DenseMap<const llvm::Loop *, unsigned> loopNumbers;
  /// Opaque values are described as at a place.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, const llvm::SCEV *>, uint32_t> rows;
};

} // namespace warpsan
