//===- AffineForm.h - A number over the coordinates of a thread -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/Interval.h"
#include <optional>
#include <vector>

namespace warpsan::resolve {

/// threadIdx and blockIdx (abi::LaunchRegister), and from FirstRound on the rounds of
/// loops.
using Variable = uint64_t;
inline constexpr Variable FirstRound = 6;

/// And quotients, minima and maxima: whole numbers of which a thread has, in each round,
/// the one that its operands leave. No more is known of them than of rounds.
inline constexpr Variable FirstQuotient = Variable(1) << 63;

/// And tickets, read as signed or unsigned numbers: whole numbers that no two threads
/// have both, if their counter is used for nothing else.
inline constexpr Variable FirstTicket = Variable(1) << 62;

inline Variable ticketVariable(uint32_t ticket, bool isSigned) {
  return FirstTicket + 2 * Variable(ticket) + isSigned;
}
inline bool isTicket(Variable variable) { return variable / FirstTicket == 1; }
inline uint32_t ticketNumber(Variable variable) { return uint32_t((variable - FirstTicket) / 2); }
inline bool isSignedTicket(Variable variable) { return variable & 1; }

/// And opaque values, read as signed numbers. Those of a block are what all of its threads
/// have.
inline constexpr Variable FirstOpaque = Variable(1) << 61;

inline Variable opaqueVariable(uint32_t number, bool isOfBlock) {
  return FirstOpaque + 2 * Variable(number) + isOfBlock;
}
inline bool isOpaque(Variable variable) { return variable / FirstOpaque == 1; }
inline bool isOfBlock(Variable variable) {
  return (variable >= 3 && variable < FirstRound) || (isOpaque(variable) && (variable & 1));
}

inline bool isRound(Variable variable) { return variable >= FirstRound; }
/// Those of loops count from 0 on, others may be negative.
inline bool isCount(Variable variable) { return variable < FirstOpaque; }

struct Summand {
  Variable variable;
  int64_t coefficient; ///< not 0
};

/// constant + sum of coefficient * variable, as integers. All numbers fit in 62 bits:
/// what does not is not known.
class AffineForm {
public:
  AffineForm() = default;
  static std::optional<AffineForm> ofConstant(Wide value);
  static AffineForm ofVariable(Variable variable);

  int64_t constant() const { return offset; }
  /// By variable.
  const std::vector<Summand> &summands() const { return all; }
  bool isConstant() const { return all.empty(); }
  int64_t coefficientOf(Variable variable) const;
  /// The first of a form.
  std::optional<Variable> ticket() const;
  bool hasRounds() const { return !all.empty() && isRound(all.back().variable); }

  std::optional<AffineForm> plus(const AffineForm &other) const { return plus(other, 1); }
  std::optional<AffineForm> minus(const AffineForm &other) const { return plus(other, -1); }
  /// this + factor * other
  std::optional<AffineForm> plus(const AffineForm &other, int64_t factor) const;
  std::optional<AffineForm> times(int64_t factor) const { return AffineForm().plus(*this, factor); }
  AffineForm withoutConstant() const;
  AffineForm without(Variable variable) const;
  /// The summands whose coefficients are multiples of `divisor`, and no constant.
  AffineForm multiplesOf(int64_t divisor) const;
  /// How often the variables of `part` are in here, all in its proportion; 0: not so.
  int64_t countOf(const AffineForm &part) const;
  /// How often the variables of `part` are in here at least, all of them; 0: not so.
  int64_t shareOf(const AffineForm &part) const;
  /// Of the coefficients; 0 for a constant.
  int64_t commonDivisor() const;
  /// Of a form without constant, by a common divisor or its negative.
  AffineForm dividedBy(int64_t divisor) const;
  /// Each variable v as name(v).
  template <typename Name>
  AffineForm renamed(const Name &name) const {
    AffineForm form;
    form.offset = offset;
    for (const Summand &each : all)
      form.all.push_back({name(each.variable), each.coefficient});
    form.sort();
    return form;
  }

private:
  void sort();

  int64_t offset = 0;
  std::vector<Summand> all;
};

} // namespace warpsan::resolve
