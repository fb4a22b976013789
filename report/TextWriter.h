//===- TextWriter.h - Reports for people -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"
#include "report/SourceFiles.h"
#include "report/Terminal.h"

namespace warpsan::report {

struct TextStyle {
  Terminal page{};
  SourceFiles *sources = nullptr;  ///< if source lines are to be shown
  bool countsSuppressions = false; ///< say how many races each rule named
};

/// The block of text of one report, with a newline at its end.
std::string writeText(const Report &report, const TextStyle &style = {});
std::string writeText(const OutOfBounds &found, const TextStyle &style = {});
/// In the words of the CPU target (cpu/stall_report.cpp).
std::string writeText(const BarrierDivergence &divergence);
/// All of them, the verdict and what the user should know.
std::string writeText(const RunReport &run, const TextStyle &style = {});

/// "write of size 4 by thread (1,0,0) of block (0,0,0) [warp 0, lane 1]"
std::string accessText(const Access &access);
/// The same of the previous one: "earlier write ..."
std::string previousText(const Report &report);
/// What the racing byte belongs to.
std::string objectText(const Report &report);
/// What lies around the address, without labels.
std::string surroundingsText(const OutOfBounds &found);

} // namespace warpsan::report
