//===- NamePattern.cpp - Names chosen by their users -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/NamePattern.h"
#include <algorithm>
#include <fnmatch.h>

namespace warpsan::report {

namespace {

/// Brackets are common in names of C++.
std::string withoutOtherMeanings(const std::string &pattern) {
  std::string escaped;
  for (const char c : pattern) {
    if (c == '[' || c == '\\')
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

} // namespace

bool hasWildcard(const std::string &pattern) {
  return pattern.find_first_of("*?") != std::string::npos;
}

bool matchesName(const std::string &pattern, const std::string &name) {
  if (!hasWildcard(pattern))
    return name.find(pattern) != std::string::npos;
  return fnmatch(withoutOtherMeanings(pattern).c_str(), name.c_str(), 0) == 0;
}

bool isInList(std::string_view patterns, const std::string &name) {
  bool isListed = false, hasWanted = false;
  while (!patterns.empty()) {
    std::string_view pattern = patterns.substr(0, patterns.find(','));
    patterns.remove_prefix(std::min(pattern.size() + 1, patterns.size()));
    const bool isUnwanted = pattern.starts_with('-');
    pattern.remove_prefix(isUnwanted);
    if (pattern.empty())
      continue;
    const bool isNamed = matchesName(std::string(pattern), name);
    if (isUnwanted && isNamed)
      return false;
    hasWanted |= !isUnwanted;
    isListed |= isNamed;
  }
  return isListed || !hasWanted;
}

} // namespace warpsan::report
