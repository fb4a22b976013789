//===- Names.h - Names of the enums of the tables ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the print<...> passes; reports have words of their own.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>

namespace warpsan::names {

inline constexpr llvm::StringLiteral Kind[] = {"read", "write", "atomic-load", "atomic-store",
                                               "atomic-rmw"};
inline constexpr llvm::StringLiteral Scope[] = {"none", "block", "cluster", "device", "system"};
inline constexpr llvm::StringLiteral Space[] = {"unknown", "global", "shared", "constant"};
inline constexpr llvm::StringLiteral Status[] = {"checked", "proved", "not-analysed"};
inline constexpr llvm::StringLiteral Event[] = {
    "none",  "block-barrier", "warp-barrier", "named-arrive", "named-sync",
    "fence", "exit",          "allocate",     "release",      "acquire"};
inline constexpr llvm::StringLiteral Reason[] = {
#define WARPSAN_REASON(Name, Text) #Name,
#include "warpsan/reasons.def"
};
/// For people, in remarks and diagnostics.
inline constexpr llvm::StringLiteral ReasonText[] = {
#define WARPSAN_REASON(Name, Text) Text,
#include "warpsan/reasons.def"
};
/// Shapeless checks are told with the shape.
inline constexpr llvm::StringLiteral KernelFlag[] = {"block-barrier",
                                                     "warp-barrier",
                                                     "partial-warp-barrier",
                                                     "named-barrier",
                                                     "fence",
                                                     "strong",
                                                     "sub-word",
                                                     "shared",
                                                     "global",
                                                     "grid-barrier",
                                                     "open",
                                                     "function",
                                                     "spins",
                                                     "open-stack",
                                                     "histories",
                                                     "heap",
                                                     "open-stores",
                                                     "unrooted-checks",
                                                     "",
                                                     "shared-size",
                                                     "",
                                                     "",
                                                     "rows",
                                                     "within-checks"};
inline constexpr llvm::StringLiteral LaunchRegister[] = {
    "tid.x",  "tid.y",  "tid.z",  "ctaid.x",  "ctaid.y",  "ctaid.z",
    "ntid.x", "ntid.y", "ntid.z", "nctaid.x", "nctaid.y", "nctaid.z"};
inline constexpr llvm::StringLiteral GuardRelation[] = {" == ",  " != ", " <s ",
                                                        " <=s ", " <u ", " <=u "};
inline constexpr llvm::StringLiteral SiteFlag[] = {
    "volatile",     "constant-value", "inline-asm",     "bulk",         "poll",
    "fenced-block", "fenced-device",  "matrix",         "non-coherent", "before-flag",
    "behind-flag",  "update",         "stands-for-more"};

/// The names of the bits that are set and have one, each after a blank.
template <typename Names>
void printBits(llvm::raw_ostream &out, uint64_t bits, const Names &names) {
  for (unsigned i = 0; i < std::size(names); ++i)
    if ((bits >> i & 1) && !names[i].empty())
      out << " " << names[i];
}

} // namespace warpsan::names
