//===- Folding.h - Lines that fit a terminal -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace warpsan::report {

/// The line goes on below, behind `indent` spaces, where it has more than so many columns (0:
/// any number). It is parted at spaces, but not in brackets, so that indices stay together.
std::string folded(std::string_view line, size_t columns, size_t indent);

} // namespace warpsan::report
