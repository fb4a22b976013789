//===- ShortName.cpp - Names of functions for people -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names are those of LLVM's demangler. One that is written otherwise is shortened
// wrongly at worst.
//===----------------------------------------------------------------------===//
#include "report/ShortName.h"
#include <algorithm>
#include <cctype>

namespace warpsan::report {

namespace {

constexpr size_t LongName = 50;
/// Of an argument of a template, one after the other until the name fits. Lists of parameters
/// go first.
constexpr size_t LongestArgument[] = {std::string_view::npos, 20, 8, 0};

bool isOneOf(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

bool isWordLetter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

bool isOperatorWord(std::string_view name, size_t at) {
  constexpr std::string_view Word = "operator";
  return name.substr(at).starts_with(Word) && (at == 0 || !isWordLetter(name[at - 1])) &&
         (at + Word.size() == name.size() || !isWordLetter(name[at + Word.size()]));
}

/// Index behind the operator's name at `at`, whose brackets are none; `at` if there is none.
/// In `operator<<int>` the second `<` is one: something must follow that can follow a name.
size_t operatorEnd(std::string_view name, size_t at) {
  static constexpr std::string_view Bracketed[] = {"()", "[]", "<=>", "<<=", ">>=", "->*", "->",
                                                   "<<", ">>", "<=",  ">=",  "<",   ">"};
  if (!isOperatorWord(name, at))
    return at;
  const size_t end = at + std::string_view("operator").size();
  for (const std::string_view symbol : Bracketed) {
    const size_t behind = end + symbol.size();
    if (name.substr(end).starts_with(symbol) &&
        (behind >= name.size() || isOneOf("(<[ ,)", name[behind])))
      return behind;
  }
  return end;
}

bool isOpening(std::string_view name, size_t at) {
  // `1 < 2` of an expression has spaces.
  return isOneOf("([{", name[at]) || (name[at] == '<' && at > 0 && name[at - 1] != ' ');
}

bool isClosing(std::string_view name, size_t at) {
  const bool isSign = at > 0 && (name[at - 1] == '-' ||
                                 (name[at - 1] == ' ' && name.substr(at + 1).starts_with(' ')));
  return isOneOf(")]}", name[at]) || (name[at] == '>' && !isSign);
}

/// Index behind the bracket that closes the one at `open`.
size_t groupEnd(std::string_view name, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < name.size();) {
    if (const size_t behind = operatorEnd(name, i); behind != i) {
      i = behind;
      continue;
    }
    if (isOpening(name, i))
      ++depth;
    else if (isClosing(name, i) && --depth == 0)
      return i + 1;
    ++i;
  }
  return name.size();
}

/// The piece of the name at `at`: a group in brackets, an operator's name, or one letter.
size_t pieceEnd(std::string_view name, size_t at) {
  if (isOpening(name, at))
    return groupEnd(name, at);
  return std::max(operatorEnd(name, at), at + 1);
}

/// Other parentheses are part of a name: `(anonymous namespace)`, `(*f(int))(char)`.
bool isParameterList(std::string_view name, size_t at, bool followsOperator) {
  return name[at] == '(' && (followsOperator || (at > 0 && (isWordLetter(name[at - 1]) ||
                                                            isOneOf("'>]}", name[at - 1]))));
}

std::string shortened(std::string_view name, size_t longestArgument);

std::string shortArgument(std::string_view argument, size_t longest) {
  const std::string text = shortened(argument, 0);
  return text.size() <= longest ? text : "...";
}

/// `list` without its brackets. What is left out in a row is so once.
std::string shortArguments(std::string_view list, size_t longest) {
  std::string text, before;
  for (size_t start = 0, i = 0; i <= list.size();) {
    if (i < list.size() && list[i] != ',') {
      i = pieceEnd(list, i);
      continue;
    }
    const std::string argument = shortArgument(list.substr(start, i - start), longest);
    if (argument != "..." || argument != before)
      text += (start ? ", " : "") + argument;
    before = argument;
    start = i = list.substr(i).starts_with(", ") ? i + 2 : i + 1;
  }
  return text;
}

std::string templateText(std::string_view group, size_t longest) {
  if (longest == std::string_view::npos)
    return std::string(group);
  return "<" + shortArguments(group.substr(1, group.size() - 2), longest) + ">";
}

std::string shortened(std::string_view name, size_t longestArgument) {
  std::string text;
  bool followsOperator = false;
  for (size_t i = 0; i < name.size();) {
    const size_t end = pieceEnd(name, i);
    const std::string_view piece = name.substr(i, end - i);
    if (isParameterList(name, i, followsOperator) && piece.size() > 2)
      text += "(...)";
    else if (name[i] == '<' && piece.size() > 2)
      text += templateText(piece, longestArgument);
    else
      text += piece;
    followsOperator = isOperatorWord(name, i);
    i = end;
  }
  return text;
}

/// Templates have the type that they return in front of their name.
std::string_view withoutResult(std::string_view name) {
  size_t start = 0;
  for (size_t i = 0; i < name.size();) {
    if (isOperatorWord(name, i) || isParameterList(name, i, false))
      return name.substr(start);
    if (name[i] == ' ')
      start = i + 1;
    i = pieceEnd(name, i);
  }
  return name;
}

} // namespace

std::string shortName(std::string_view name) {
  std::string text(name);
  for (const size_t longestArgument : LongestArgument)
    if (text.size() > LongName)
      text = shortened(withoutResult(name), longestArgument);
  return text;
}

} // namespace warpsan::report
