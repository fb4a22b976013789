//===- text_lines.cpp - Fields of the lines of a graph file --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_lines.h"
#include "input_error.h"
#include <charconv>
#include <cmath>

namespace graphs {

static constexpr std::string_view Blanks = " \t\r,";

static void split(std::string_view text, std::vector<std::string_view> &parts) {
  parts.clear();
  text = text.substr(0, text.find_first_of("#%"));
  for (size_t begin = text.find_first_not_of(Blanks); begin != text.npos;) {
    const size_t end = std::min(text.find_first_of(Blanks, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(Blanks, end);
  }
}

template <class Number>
static bool parse(std::string_view text, Number &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

TextLines::TextLines(const std::string &name) : path(name), file(name) {
  if (!file)
    throw InputError(path + ": cannot be opened");
}

std::string TextLines::firstLine() {
  ++lineNumber;
  std::getline(file, line);
  return line;
}

bool TextLines::next() {
  do {
    if (!std::getline(file, line))
      return false;
    ++lineNumber;
    split(line, parts);
  } while (parts.empty());
  return true;
}

int64_t TextLines::number(size_t field, int64_t least, int64_t most, const char *what) const {
  int64_t value = 0;
  if (!parse(parts[field], value))
    fail(std::string(what) + " '" + std::string(parts[field]) + "' is no whole number of 64 bits");
  if (value < least || value > most)
    fail(std::string(what) + " " + std::to_string(value) + " is not from " + std::to_string(least) +
         " to " + std::to_string(most));
  return value;
}

int64_t TextLines::rounded(size_t field, int64_t least, int64_t most, const char *what) const {
  double value = 0;
  if (!parse(parts[field], value))
    fail(std::string(what) + " '" + std::string(parts[field]) + "' is no number");
  value = std::round(value);
  if (!(value >= double(least) && value <= double(most)))
    fail(std::string(what) + " " + std::string(parts[field]) + " is not from " +
         std::to_string(least) + " to " + std::to_string(most));
  return int64_t(value);
}

void TextLines::fail(const std::string &problem) const {
  throw InputError(path + ":" + std::to_string(lineNumber) + ": " + problem);
}

} // namespace graphs
