//===- TextWriter.h - Reports for people -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/BarrierDivergence.h"
#include "report/OutOfBounds.h"

namespace warpsan::report {

struct TextStyle {
  bool color = false;
};

/// The block of text of one report, with a newline at its end.
std::string writeText(const Report &report, const TextStyle &style = {});
std::string writeText(const OutOfBounds &found, const TextStyle &style = {});
/// In the words of the CPU target (cpu/stall_report.cpp).
std::string writeText(const BarrierDivergence &divergence);

} // namespace warpsan::report
