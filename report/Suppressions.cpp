//===- Suppressions.cpp - Races that are not shown -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Suppressions.h"
#include "report/Classes.h"
#include "report/NamePattern.h"
#include <algorithm>
#include <tuple>

namespace warpsan::report {

namespace {

constexpr std::string_view Blanks = " \t\r";

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(Blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(Blanks) - first + 1);
}

/// Names of lambdas have a # too, but none behind a blank.
size_t commentIn(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
    if (at == 0 || Blanks.find(text[at - 1]) != std::string_view::npos)
      return at;
  return text.size();
}

std::string hitsLine(const std::string &what, uint64_t hits, const std::string &reason) {
  return "WarpSan: " + what + " hits=" + std::to_string(hits) +
         (reason.empty() ? "" : " (" + reason + ")") + "\n";
}

/// A file, or with `:line` that line of it.
bool matchesPlace(const std::string &pattern, const Frame &frame) {
  if (frame.file.empty())
    return false;
  const std::string place = frame.file + ":" + std::to_string(frame.line);
  if (hasWildcard(pattern))
    return matchesName(pattern, frame.file) || matchesName(pattern, place);
  const bool namesLine = pattern.find(':') != std::string::npos;
  return namesLine ? place.ends_with(pattern) : matchesName(pattern, frame.file);
}

} // namespace

std::optional<Suppressions::Kind> Suppressions::kindOf(std::string_view word) {
#define WARPSAN_SUPPRESSION_KIND(Name, Word)                                                       \
  if (word == Word)                                                                                \
    return Kind::Name;
#include "report/suppression_kinds.def"
  return std::nullopt;
}

std::string Suppressions::addLine(std::string_view text, const std::string &where) {
  const size_t comment = commentIn(text);
  const std::string_view rule = trim(text.substr(0, comment));
  if (rule.empty())
    return {};
  const size_t colon = rule.find(':');
  const std::optional<Kind> kind = kindOf(rule.substr(0, colon));
  if (colon == std::string_view::npos || !kind)
    return where + ": want race:, kernel:, src: or class: and a pattern, not '" +
           std::string(rule) + "'";
  const std::string_view pattern = trim(rule.substr(colon + 1));
  if (pattern.empty())
    return where + ": no pattern behind '" + std::string(rule) + "'";
  const std::string_view reason =
      comment < text.size() ? trim(text.substr(comment + 1)) : std::string_view();
  lines.push_back({*kind, std::string(pattern), {std::string(rule), std::string(reason), where}});
  return {};
}

std::string Suppressions::add(std::string_view text, const std::string &file) {
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::string problem = addLine(line, file + ":" + std::to_string(number));
    if (!problem.empty())
      return problem;
  }
  return {};
}

bool Suppressions::namesAccess(const Line &line, const Access &access) {
  const auto isNamed = [&](const Frame &frame) {
    return line.kind == Kind::Function ? matchesName(line.pattern, frame.function)
                                       : matchesPlace(line.pattern, frame);
  };
  return access.siteKnown &&
         (std::any_of(access.frames.begin(), access.frames.end(), isNamed) ||
          std::any_of(access.toolchainFrames.begin(), access.toolchainFrames.end(), isNamed));
}

bool Suppressions::names(const Line &line, const Report &race) {
  switch (line.kind) {
  case Kind::Function:
  case Kind::Source:
    return namesAccess(line, race.current) || namesAccess(line, race.previous);
  case Kind::Kernel:
    return matchesName(line.pattern, race.launch.kernel);
  case Kind::Class:
    return matchesName(line.pattern, classId(race.raceClass)) ||
           matchesName(line.pattern, classTitle(race.raceClass));
  }
  return false;
}

std::optional<SuppressionRule> Suppressions::find(const Report &race) const {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const Line &line) { return names(line, race); });
  if (found == lines.end())
    return std::nullopt;
  return found->rule;
}

std::vector<Suppression> Suppressions::rows(const std::vector<Report> &suppressed) const {
  std::vector<Suppression> rows;
  for (const Line &line : lines)
    rows.push_back({line.rule, 0});
  for (const Report &race : suppressed) {
    const SuppressionRule rule = race.suppressed.value_or(SuppressionRule{});
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Suppression &row) {
      return row.rule.where == rule.where && row.rule.reason == rule.reason;
    });
    if (found != rows.end())
      found->hits += race.count;
    else
      rows.push_back({rule, race.count});
  }
  std::sort(rows.begin() + ptrdiff_t(lines.size()), rows.end(),
            [](const Suppression &a, const Suppression &b) {
              return std::tie(a.rule.where, a.rule.reason) < std::tie(b.rule.where, b.rule.reason);
            });
  return rows;
}

std::string usageText(const std::vector<Suppression> &rows, bool withHits) {
  std::string text;
  for (const auto &[rule, hits] : rows) {
    const std::string what = (rule.inSource ? "intended race " : "suppression ") + rule.where;
    if (hits == 0)
      text += "WarpSan: unused " + what + "\n";
    else if (withHits)
      text += hitsLine(what, hits, rule.reason);
  }
  return text;
}

} // namespace warpsan::report
