//===- Terminal.h - What reports may look like -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace warpsan::report {

inline constexpr size_t WidestPage = 100;

struct Terminal {
  bool color = false;
  size_t columns = 0; ///< at most WidestPage, or 0: lines are as long as they are
};

/// No colour where NO_COLOR is set (no-color.org) or TERM is `dumb`. What is no terminal has
/// neither colour nor columns.
Terminal terminalOf(int descriptor);

/// What stands out, in the colours of compilers.
enum class Paint : uint8_t { Warning, Secondary };

/// The text as it is without `color`.
std::string painted(const std::string &text, Paint paint, bool color);

} // namespace warpsan::report
