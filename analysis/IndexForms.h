//===- IndexForms.h - Indices as sums over threads and loops ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads expressions of ScalarEvolution as linear forms over the integers. What is not
// linear becomes a symbol with a range; where wrapping cannot be excluded, the result
// is a symbol too. Everything holds for blocks within given bounds. Kernels must read
// each special register once (passes/TwinCleanup), so that one value is one symbol.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/LinearForm.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

#include <array>
#include <optional>
#include <vector>

namespace llvm {
class BinaryOperator;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class SCEV;
class SCEVAddRecExpr;
class SCEVNAryExpr;
class SCEVUnknown;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warpsan {

class BlockUniformity;

/// Most threads of a block in each dimension, all of them at least 1.
struct BlockBounds {
  std::array<unsigned, 3> most{1024, 1024, 64};
  bool isExact = false; ///< every block has just these

  bool operator==(const BlockBounds &) const = default;
  uint64_t threads() const { return uint64_t(most[0]) * most[1] * most[2]; }
};

/// What the launch bounds of a kernel say, else what any GPU takes.
BlockBounds launchBounds(const llvm::Function &kernel);

class IndexForms {
public:
  /// Symbols 0 to 2 are threadIdx.x, y and z; the next three are blockDim.
  static constexpr unsigned Thread = 0, Extent = 3, Dimensions = 3;

  struct Symbol {
    static constexpr unsigned None = ~0u; ///< no symbol

    IntegerRange range;
    /// The same for all threads of a block that have run `definitions` equally often.
    bool isUniform = false;
    llvm::SmallVector<const llvm::Instruction *, 2> definitions;
    /// More that is known: these forms are not negative.
    llvm::SmallVector<LinearForm, 2> facts;
    /// One of these forms is zero.
    llvm::SmallVector<LinearForm, 2> choices;
    /// 0 or 1, which are its choices.
    bool isParity = false;
    bool isPowerOrZero = false; ///< of two
    /// Multiples of `unit`, which is not negative: values that differ do so by that much
    /// or more. A product has a second factor, the base.
    unsigned unit = None, base = None;
    /// What gives the symbol if the bits of the mask are flipped, and the other way round.
    LinearForm flipped, mask;
    bool isFlip = false;

    bool hasUnit() const { return unit != None; }
    bool hasBase() const { return base != None; }
  };

  IndexForms(llvm::Function &kernel, const BlockUniformity &uniformity, const BlockBounds &bounds,
             llvm::FunctionAnalysisManager &analyses);

  /// A number that is congruent to the value modulo 2^its width.
  LinearForm congruent(const llvm::SCEV *value);
  /// The value as a signed or an unsigned number.
  LinearForm exact(const llvm::SCEV *value, bool isSigned);
  /// The same wherever the guards are not negative, which can exclude wrapping.
  LinearForm congruentWhere(const llvm::SCEV *value, llvm::ArrayRef<LinearForm> guards);
  LinearForm exactWhere(const llvm::SCEV *value, bool isSigned, llvm::ArrayRef<LinearForm> guards);
  /// A multiple of the divisor, and the dividend if that is one. (All are of 0.)
  LinearForm multipleOf(const LinearForm &dividend, const LinearForm &divisor);
  /// 0 in the first round that the loop is in, 1 in the second, then 0 again.
  LinearForm parityOf(const llvm::Loop &loop);

  const Symbol &symbol(unsigned number) const { return symbols[number]; }
  IntegerRange rangeOf(const LinearForm &form) const;
  /// Whether an offset is just that, where congruent() tells it up to multiples of 2^64.
  bool isExactOffset(const LinearForm &offset) const;
  /// Whether every thread has the value 0 for it.
  bool isSingle(unsigned dimension) const { return bounds.most[dimension] == 1; }

private:
  /// Values as read before.
  struct Readings {
    std::map<const llvm::SCEV *, LinearForm> congruents;
    std::map<std::pair<const llvm::SCEV *, bool>, LinearForm> exacts;
  };
  LinearForm exactAnywhere(const llvm::SCEV *value, bool isSigned);
  bool isWithinBits(const LinearForm &form, unsigned bits, bool isSigned) const;
  std::optional<LinearForm> ofRegister(const llvm::SCEVUnknown &value) const;
  std::optional<LinearForm> ofAlternation(const llvm::SCEVUnknown &value);
  std::optional<LinearForm> ofDivision(const llvm::SCEVUnknown &value);
  bool isPowerOrZero(const llvm::Value &value, unsigned depth = 0) const;
  std::optional<LinearForm> ofMask(const llvm::BinaryOperator &mask);
  std::optional<LinearForm> ofFlip(const llvm::BinaryOperator &flip);
  std::optional<LinearForm> powerOf(const LinearForm &exponent, unsigned bits);
  bool isUnit(const LinearForm &form) const;
  std::optional<LinearForm> product(const LinearForm &a, const LinearForm &b);
  std::optional<LinearForm> rounds(const llvm::SCEVAddRecExpr &value, const LinearForm &start,
                                   const LinearForm &step);
  std::optional<LinearForm> linear(const llvm::SCEV *value);
  std::optional<LinearForm> withoutWrap(const llvm::SCEV *value, bool isSigned);
  LinearForm readExactly(const llvm::SCEV *value, bool isSigned);
  LinearForm remainder(const LinearForm &dividend, const llvm::DynamicAPInt &divisor);
  LinearForm atom(const llvm::SCEV *value, bool isSigned);
  LinearForm parityOf(const LinearForm &form);
  unsigned paritySymbol(const LinearForm &form);
  unsigned quotient(const LinearForm &dividend, const llvm::DynamicAPInt &divisor);
  std::optional<LinearForm> ratio(const LinearForm &dividend, const LinearForm &divisor);
  std::optional<LinearForm> remainder(const LinearForm &dividend, const LinearForm &divisor);
  bool isPositive(const LinearForm &form) const;
  LinearForm atLeastOne(const LinearForm &form);
  void addRatio(unsigned number, const LinearForm &dividend, const LinearForm &divisor);
  unsigned magnitudeOf(const LinearForm &form);
  Symbol functionOf(llvm::ArrayRef<LinearForm> arguments) const;
  unsigned productOf(unsigned unit, unsigned base);
  unsigned roundOf(const llvm::Loop &loop);
  unsigned add(Symbol symbol);

  void addLeaves(const llvm::SCEV *value, Symbol &symbol) const;
  void addLeaves(const LinearForm &form, Symbol &symbol) const;
  void addChoices(const llvm::SCEV *value, bool isSigned, unsigned number);
  std::optional<LinearForm> boundOfShrinking(const llvm::SCEV *value);
  std::optional<LinearForm> boundOfGrowing(const llvm::SCEV *value);
  bool isGrowing(const llvm::SCEV *value);
  bool isUpdatedBelow(const llvm::PHINode &phi, const llvm::BinaryOperator &update) const;
  bool isNonNegative(const llvm::SCEV *value);

  const BlockUniformity &uniformity;
  BlockBounds bounds;
  llvm::ScalarEvolution &evolution;
  const llvm::LoopInfo &loopInfo;
  const llvm::DominatorTree &tree;
  std::vector<Symbol> symbols;
  Readings everywhere;
  Readings *readings = &everywhere; ///< where `guards` hold
  llvm::ArrayRef<LinearForm> guards;
  std::map<std::pair<const llvm::SCEV *, bool>, unsigned> atoms;
  std::map<std::pair<unsigned, unsigned>, unsigned> products;
  std::map<const llvm::Loop *, unsigned> loops;
  std::vector<std::pair<std::pair<LinearForm, llvm::DynamicAPInt>, unsigned>> quotients;
  std::vector<std::pair<LinearForm, unsigned>> parities;
  std::map<LinearForm, unsigned> magnitudes, positives, powers;
  /// Of a dividend and a divisor, or a mask.
  std::map<std::pair<LinearForm, LinearForm>, unsigned> ratios, multiples, flips;
};

} // namespace warpsan
