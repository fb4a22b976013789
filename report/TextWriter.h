//===- TextWriter.h - Reports for people -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/OutOfBounds.h"

namespace warpsan::report {

struct TextStyle {
  bool color = false;
};

/// The block of text of one report, with a newline at its end.
std::string writeText(const Report &report, const TextStyle &style = {});
std::string writeText(const OutOfBounds &found, const TextStyle &style = {});

} // namespace warpsan::report
