//===- LoopStates.h - Loops that run through known numbers ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The halves of a tree (256, 128, ... 1), or a buffer's number (0, 1, 0, ...): what starts as
// a number and follows from its own last value is a list. A list that comes back to a state
// goes round from there.
//===----------------------------------------------------------------------===//
#pragma once

#include <z3++.h>

#include <map>
#include <optional>
#include <vector>

namespace llvm {
class DominatorTree;
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace warpsan::verify {

class ThreadTerms;

class LoopStates {
public:
  LoopStates() = default; ///< no list
  LoopStates(ThreadTerms &thread, const llvm::Loop &loop);

  /// The value in a round, if it is on the list.
  std::optional<z3::expr> valueIn(const z3::expr &round, const llvm::PHINode &phi) const;
  /// The number of the last round, if the list ends.
  std::optional<unsigned> lastRound() const {
    return ends && !rows.empty() ? std::optional<unsigned>(rows.size() - 1) : std::nullopt;
  }

private:
  /// Of each value on the list, in the order of `columns`.
  using Row = std::vector<z3::expr>;

  void keepClosed();
  bool isClosed(const llvm::Value &value) const;
  const llvm::Value *exitCondition(const llvm::DominatorTree &tree) const;
  void run(ThreadTerms &thread);

  const llvm::Loop *loop = nullptr;
  std::vector<const llvm::PHINode *> columns;
  std::vector<Row> rows;
  bool ends = false; ///< behind the last row; else that goes on to row `back`
  unsigned back = 0;
};

} // namespace warpsan::verify
