//===- Suppressions.h - Findings that are not shown -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A suppression file (docs/suppressions.md), and which races and accesses out of bounds
// its lines name. Each is looked at on its own, before those of one place become one
// report: so a kernel that is suppressed does not hide the same lines in another one.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/RunReport.h"
#include <string_view>

namespace warpsan::report {

class Suppressions {
public:
  /// Adds the lines of a file. What is wrong with the first malformed one, with its
  /// place, or nothing.
  std::string add(std::string_view text, const std::string &file);
  /// The first line that names the finding.
  std::optional<SuppressionRule> find(const Report &race) const;
  std::optional<SuppressionRule> find(const OutOfBounds &found) const;
  /// Each line, and each place of the source that races are meant at, with how many findings
  /// it named, as find() and decode() have marked them.
  std::vector<Suppression> rows(const std::vector<Report> &races,
                                const std::vector<OutOfBounds> &outOfBounds) const;

private:
  enum class Kind : uint8_t {
#define WARPSAN_SUPPRESSION_KIND(Name, Word) Name,
#include "report/suppression_kinds.def"
  };
  struct Line {
    Kind kind;
    std::string pattern; ///< without the kind
    SuppressionRule rule;
  };
  static std::optional<Kind> kindOf(std::string_view word);
  static bool names(const Line &line, const Report &race);
  static bool names(const Line &line, const OutOfBounds &found);
  template <typename Found>
  std::optional<SuppressionRule> findFirst(const Found &found) const;
  std::string addLine(std::string_view text, const std::string &where);

  std::vector<Line> lines;
};

/// Rules that named nothing, and with `withHits` how many each other one did.
std::string usageText(const std::vector<Suppression> &rows, bool withHits);

} // namespace warpsan::report
