//===- JsonWords.h - Words for enums in JSON -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words<Enum>::List has a word for each value, in order.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/RunReport.h"
#include <iterator>
#include <string_view>

namespace warpsan::report {

template <typename Enum>
struct Words;

template <>
struct Words<AccessKind> {
  static constexpr const char *List[] = {"read", "write", "atomic-load", "atomic-store",
                                         "atomic-rmw"};
};

template <>
struct Words<Scope> {
  static constexpr const char *List[] = {"none", "block", "cluster", "device", "system"};
};

template <>
struct Words<abi::Space> {
  static constexpr const char *List[] = {"unknown", "global", "shared", "constant"};
};

template <>
struct Words<abi::Known> {
  static constexpr const char *List[] = {"thread", "warp", "block", "grid"};
};

template <>
struct Words<Relation> {
  static constexpr const char *List[] = {"thread", "group", "warp", "block", "grid"};
};

template <>
struct Words<ObjectKind> {
  static constexpr const char *List[] = {"unknown", "allocation", "variable",
                                         "heap",    "region",     "parameter"};
};

template <>
struct Words<Detector> {
  static constexpr const char *List[] = {"fsm", "ld", "verify"};
};

template <>
struct Words<MergeOrder> {
  static constexpr const char *List[] = {"ordered", "any"};
};

template <>
struct Words<SiteState> {
  static constexpr const char *List[] = {"checked", "proved", "not-analysed", "not-launched"};
};

template <>
struct Words<RaceClass> {
  static constexpr const char *List[] = {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics) Id,
#include "report/race_classes.def"
  };
};

template <>
struct Words<abi::Reason> {
  static constexpr const char *List[] = {
#define WARPSAN_REASON(Name, Text) #Name,
#include "warpsan/reasons.def"
  };
};

template <>
struct Words<abi::Obstacle> {
  static constexpr const char *List[] = {
#define WARPSAN_OBSTACLE(Name, Text) #Name,
#include "warpsan/obstacles.def"
  };
};

template <typename Enum>
const char *wordOf(Enum value) {
  return Words<Enum>::List[unsigned(value)];
}

template <typename Enum>
std::optional<Enum> enumOf(std::string_view word) {
  for (unsigned i = 0; i < std::size(Words<Enum>::List); ++i)
    if (word == Words<Enum>::List[i])
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace warpsan::report
