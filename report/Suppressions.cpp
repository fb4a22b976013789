//===- Suppressions.cpp - Findings that are not shown ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Suppressions.h"
#include "report/Classes.h"
#include "report/NamePattern.h"
#include <algorithm>
#include <iterator>
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

/// "a:, b: or c:"
std::string kindWords() {
  constexpr const char *Words[] = {
#define WARPSAN_SUPPRESSION_KIND(Name, Word) Word ":",
#include "report/suppression_kinds.def"
  };
  std::string all = Words[0];
  for (size_t i = 1; i < std::size(Words); ++i)
    all += (i + 1 == std::size(Words) ? " or " : ", ") + std::string(Words[i]);
  return all;
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

/// Also in the headers that reports leave out.
template <typename Named>
bool anyFrame(const Access &access, const Named &isNamed) {
  return access.siteKnown && (std::ranges::any_of(access.frames, isNamed) ||
                              std::ranges::any_of(access.toolchainFrames, isNamed));
}

bool matchesFunction(const std::string &pattern, const Access &access) {
  return anyFrame(access, [&](const Frame &frame) { return matchesName(pattern, frame.function); });
}

bool matchesPlace(const std::string &pattern, const Access &access) {
  return anyFrame(access, [&](const Frame &frame) { return matchesPlace(pattern, frame); });
}

bool matchesClass(const std::string &pattern, const char *id, const char *title) {
  return matchesName(pattern, id) || matchesName(pattern, title);
}

/// Rules of the source get their rows when they first name something.
template <typename Found>
void addHits(std::vector<Suppression> &rows, const std::vector<Found> &found) {
  for (const Found &each : found) {
    if (!each.suppressed)
      continue;
    const SuppressionRule &rule = *each.suppressed;
    const auto row = std::ranges::find_if(rows, [&](const Suppression &known) {
      return known.rule.where == rule.where && known.rule.reason == rule.reason;
    });
    if (row != rows.end())
      row->hits += each.count;
    else
      rows.push_back({rule, each.count});
  }
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
    return where + ": want " + kindWords() + " and a pattern, not '" + std::string(rule) + "'";
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

bool Suppressions::names(const Line &line, const Report &race) {
  switch (line.kind) {
  case Kind::Race:
    return matchesFunction(line.pattern, race.current) ||
           matchesFunction(line.pattern, race.previous);
  case Kind::Bounds:
    return false;
  case Kind::Kernel:
    return matchesName(line.pattern, race.launch.kernel);
  case Kind::Source:
    return matchesPlace(line.pattern, race.current) || matchesPlace(line.pattern, race.previous);
  case Kind::Class:
    return matchesClass(line.pattern, classId(race.raceClass), classTitle(race.raceClass));
  }
  return false;
}

bool Suppressions::names(const Line &line, const OutOfBounds &found) {
  switch (line.kind) {
  case Kind::Race:
    return false;
  case Kind::Bounds:
    return matchesFunction(line.pattern, found.access);
  case Kind::Kernel:
    return matchesName(line.pattern, found.launch.kernel);
  case Kind::Source:
    return matchesPlace(line.pattern, found.access);
  case Kind::Class:
    return matchesClass(line.pattern, OutOfBoundsId, OutOfBoundsTitle);
  }
  return false;
}

template <typename Found>
std::optional<SuppressionRule> Suppressions::findFirst(const Found &found) const {
  const auto line =
      std::ranges::find_if(lines, [&](const Line &each) { return names(each, found); });
  if (line == lines.end())
    return std::nullopt;
  return line->rule;
}

std::optional<SuppressionRule> Suppressions::find(const Report &race) const {
  return findFirst(race);
}

std::optional<SuppressionRule> Suppressions::find(const OutOfBounds &found) const {
  return findFirst(found);
}

std::vector<Suppression> Suppressions::rows(const std::vector<Report> &races,
                                            const std::vector<OutOfBounds> &outOfBounds) const {
  std::vector<Suppression> rows;
  for (const Line &line : lines)
    rows.push_back({line.rule, 0});
  addHits(rows, races);
  addHits(rows, outOfBounds);
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
