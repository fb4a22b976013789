//===- Evaluation.h - The numbers of one access in a launch ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms are values modulo 2^bits. Evaluation::form gives a form that is equal to the
// term modulo 2^bits, for which sums and products need no proof. Where the value itself
// matters, in extensions and comparisons, the range of the form must fit.
//===----------------------------------------------------------------------===//
#pragma once
#include "resolve/LaunchFacts.h"

namespace warpsan::resolve {

class Evaluation {
public:
  /// Takes in all guards whose sides can be evaluated.
  Evaluation(const LaunchFacts &facts, std::span<const abi::GuardInfo> guardsOfAccess);

  bool isOf(std::span<const abi::GuardInfo> guardsOfAccess) const;
  const Domain &domain() const { return where; }
  /// Equal to the term modulo 2^bits where the access happens.
  std::optional<AffineForm> form(uint32_t term);
  /// An opaque value is in it.
  bool isOpaque(uint32_t term);
  /// More is known of each opaque value in it than that it is a word or more.
  bool isLimited(const AffineForm &form) const;

private:
  std::optional<AffineForm> compute(const abi::TermInfo &term);
  std::optional<AffineForm> reg(const abi::TermInfo &term) const;
  AffineForm ticket(const abi::TermInfo &term, bool isSigned);
  AffineForm opaque(const abi::TermInfo &term);
  std::optional<AffineForm> sum(const abi::TermInfo &term, int64_t factorOfRight = 1);
  std::optional<AffineForm> multiply(const abi::TermInfo &term);
  std::optional<AffineForm> divide(const abi::TermInfo &term);
  std::optional<AffineForm> signedDivision(const abi::TermInfo &term);
  std::optional<AffineForm> quotient(const AffineForm &dividend, int64_t divisor);
  std::optional<AffineForm> quotientOfRest(const AffineForm &dividend, int64_t divisor);
  std::optional<AffineForm> remainder(const AffineForm &dividend, int64_t divisor);
  std::optional<AffineForm> select(const abi::TermInfo &term, bool isSigned, bool takesLess);
  AffineForm choice(const AffineForm &left, const AffineForm &right, bool takesLess);
  AffineForm newVariable();
  std::optional<AffineForm> recurrence(const abi::TermInfo &term);
  std::optional<AffineForm> operand(uint32_t index, unsigned bits);
  std::optional<AffineForm> extended(const abi::TermInfo &term, bool isSigned);
  int64_t loopOf(uint32_t term);
  bool hasWidthOfOperands(const abi::TermInfo &term) const {
    return launch.terms[term.left].bits == term.bits && launch.terms[term.right].bits == term.bits;
  }

  /// The value as an integer, not modulo anything.
  std::optional<AffineForm> reading(uint32_t term, bool isSigned);
  std::optional<AffineForm> fixedReading(uint32_t term, int64_t loop, bool isSigned);
  std::optional<AffineForm> reduced(const AffineForm &form, unsigned bits, bool isSigned) const;
  std::optional<AffineForm> truncatedReading(uint32_t term, bool isSigned);
  std::optional<AffineForm> countedReading(uint32_t term, bool isSigned);
  bool endsBeforeWrap(const abi::GuardInfo &guard, uint32_t term, int64_t step, bool isSigned);

  void restrictAbove(const AffineForm &form, Wide most, size_t choicesBefore);
  bool takeIn(const abi::GuardInfo &guard);
  bool takeInLess(const abi::GuardInfo &guard, bool isSigned, bool isStrict);
  bool takeInEqual(const abi::GuardInfo &guard, bool isEqual);
  std::optional<AffineForm> difference(const abi::GuardInfo &guard, bool isSigned);
  std::optional<AffineForm> differenceModulo(const abi::GuardInfo &guard);

  const LaunchFacts &launch;
  std::span<const abi::GuardInfo> guards;
  Domain where;
  std::map<uint32_t, AffineForm> known; ///< what cannot be evaluated may be later
  std::map<uint32_t, int64_t> loops;    ///< of terms
  std::map<uint32_t, bool> opaques;     ///< terms
  struct Division {
    AffineForm dividend;
    int64_t divisor;
    AffineForm quotient;
  };
  std::vector<Division> divisions;
  struct Choice {
    AffineForm chosen, left, right;
    bool takesLess;
  };
  std::vector<Choice> choices;
  bool isCounting = false;
};

} // namespace warpsan::resolve
