//===- runtime_options.cpp - Options of the run ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/runtime_options.h"
#include <cerrno>
#include <cstdlib>
#include <optional>

namespace warpsan::rt {

namespace {

bool parseNumber(std::string_view value, uint64_t least, uint64_t most, uint64_t &number) {
  const std::string text(value);
  if (text.empty() || text[0] < '0' || text[0] > '9')
    return false;
  char *end = nullptr;
  errno = 0;
  const uint64_t parsed = std::strtoull(text.c_str(), &end, 0);
  if (*end || errno || parsed < least || parsed > most)
    return false;
  number = parsed;
  return true;
}

bool parseFlag(std::string_view value, bool &flag) {
  const bool on = value == "1" || value == "true" || value == "yes" || value == "on";
  const bool off = value == "0" || value == "false" || value == "no" || value == "off";
  flag = on;
  return on || off;
}

bool isChoice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    const std::string_view choice = choices.substr(0, choices.find('|'));
    if (choice == value)
      return true;
    choices.remove_prefix(std::min(choice.size() + 1, choices.size()));
  }
  return false;
}

std::string badValue(std::string_view key, std::string_view value, const std::string &wanted) {
  return "option " + std::string(key) + ": bad value '" + std::string(value) + "', want " + wanted;
}

std::string rangeText(uint64_t least, uint64_t most) {
  return "a number from " + std::to_string(least) + " to " + std::to_string(most);
}

std::string setOption(RuntimeOptions &options, std::string_view key, std::string_view value) {
#define WARPSAN_OPTION_FLAG(Key, Default, Doc)                                                     \
  if (key == #Key)                                                                                 \
    return parseFlag(value, options.Key) ? "" : badValue(key, value, "0 or 1");
#define WARPSAN_OPTION_NUMBER(Key, Default, Least, Most, Doc)                                      \
  if (key == #Key)                                                                                 \
    return parseNumber(value, Least, Most, options.Key)                                            \
               ? ""                                                                                \
               : badValue(key, value, rangeText(Least, Most));
#define WARPSAN_OPTION_TEXT(Key, Default, Doc)                                                     \
  if (key == #Key) {                                                                               \
    options.Key = value;                                                                           \
    return "";                                                                                     \
  }
#define WARPSAN_OPTION_CHOICE(Key, Default, Choices, Doc)                                          \
  if (key == #Key) {                                                                               \
    options.Key = value;                                                                           \
    return isChoice(Choices, value) ? "" : badValue(key, value, "one of " Choices);                \
  }
#include "rt/runtime_options.def"
  return "unknown option '" + std::string(key) + "' (WARPSAN_OPTIONS=help=1 lists them)";
}

std::string helpLine(const std::string &left, const std::string &doc) {
  constexpr size_t Column = 40;
  const size_t gap = left.size() < Column ? Column - left.size() : 1;
  return "  " + left + std::string(gap, ' ') + doc + "\n";
}

bool startsQuoted(std::string_view value) {
  return value.starts_with('\'') || value.starts_with('"');
}

/// The first option, which ends at a colon that does not stand in quotes.
std::string_view takeOption(std::string_view &text) {
  const size_t equals = text.find_first_of("=:");
  const std::string_view value = text.substr(std::min(equals, text.size() - 1) + 1);
  const bool isQuoted = equals < text.size() && text[equals] == '=' && startsQuoted(value);
  const size_t end = isQuoted ? text.find(value.front(), equals + 2) : 0;
  const std::string_view option = text.substr(0, text.find(':', end));
  text.remove_prefix(std::min(option.size() + 1, text.size()));
  return option;
}

/// Nothing if a quote is not closed.
std::optional<std::string_view> withoutQuotes(std::string_view value) {
  if (!startsQuoted(value))
    return value;
  if (value.size() < 2 || value.back() != value.front())
    return std::nullopt;
  return value.substr(1, value.size() - 2);
}

} // namespace

std::string parseOptions(std::string_view text, RuntimeOptions &options) {
  while (!text.empty()) {
    const std::string_view item = takeOption(text);
    if (item.empty())
      continue;
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos)
      return "option '" + std::string(item) + "' has no value";
    const auto value = withoutQuotes(item.substr(equals + 1));
    if (!value)
      return "option '" + std::string(item) + "': a quote is not closed";
    const std::string problem = setOption(options, item.substr(0, equals), *value);
    if (!problem.empty())
      return problem;
  }
  return {};
}

std::string optionsHelp() {
  std::string lines = "WarpSan options (WARPSAN_OPTIONS=key=value:key=value):\n";
#define WARPSAN_OPTION_FLAG(Key, Default, Doc) lines += helpLine(#Key "=" #Default, Doc);
#define WARPSAN_OPTION_NUMBER(Key, Default, Least, Most, Doc)                                      \
  lines += helpLine(#Key "=" #Default, Doc);
#define WARPSAN_OPTION_TEXT(Key, Default, Doc) lines += helpLine(#Key "=" Default, Doc);
#define WARPSAN_OPTION_CHOICE(Key, Default, Choices, Doc)                                          \
  lines += helpLine(#Key "=" Default " (" Choices ")", Doc);
#include "rt/runtime_options.def"
  lines += "Counted for each kernel with counters=1:\n";
#define WARPSAN_COUNTER(Name, Key, Doc) lines += helpLine(Key, Doc);
#include "warpsan/counters.def"
  return lines;
}

} // namespace warpsan::rt
