//===- NamePattern.h - Names chosen by their users --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>
#include <string_view>

namespace warpsan::report {

/// With `*` or `?` in it, it stands for whole names; without, for all names that it is a
/// part of.
bool hasWildcard(const std::string &pattern);
bool matchesName(const std::string &pattern, const std::string &name);

/// A list of patterns, with commas: one of them names it, or there are only some with a
/// minus in front, and none of those does.
bool isInList(std::string_view patterns, const std::string &name);

} // namespace warpsan::report
