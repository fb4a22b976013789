//===- Findings.h - Findings for tests -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/RunReport.h"

namespace warpsan::test {

/// A read against an earlier write of a shared variable.
inline report::Report exampleRace() {
  report::Report race;
  race.id = "0123456789abcdef";
  race.current.siteKnown = true;
  race.current.kind = AccessKind::Read;
  race.current.size = 4;
  race.current.frames = {{"sum(float const*)", "racy.cu", 20, 12, 18},
                         {"kernel(float*)", "racy.cu", 30, 3, 25}};
  race.current.position = {{2, 0, 0}, {5, 1, 0}, 2, 5};
  race.previous = race.current;
  race.previous.kind = AccessKind::Write;
  race.previous.frames = {{"kernel(float*)", "racy.cu", 17, 5, 10}};
  race.previous.position = {{2, 0, 0}, {5, 0, 0}, 0, 5};
  race.launch = {"kernel(float*)", 3, {4, 1, 1}, {64, 2, 1}, "main.cu:7"};
  race.space = abi::Space::Shared;
  race.address = 20;
  race.object = {report::ObjectKind::Variable, "tile", "racy.cu:9", 256, 20};
  race.count = 128;
  return race;
}

inline report::OutOfBounds exampleOutOfBounds() {
  report::OutOfBounds found;
  found.id = "fedcba9876543210";
  found.access = exampleRace().current;
  found.launch = exampleRace().launch;
  found.space = abi::Space::Global;
  found.address = 0x7f0000001000;
  found.around.nearest = {
      {report::ObjectKind::Allocation, "cudaMalloc", "main.cu:8", 4096, 4100}, true, 4};
  found.around.freed = {report::ObjectKind::Allocation, "cudaMalloc", "main.cu:6", 64, 8};
  found.around.freedBefore = 2;
  found.count = 3;
  return found;
}

inline report::SiteRow exampleSite(uint64_t number, uint32_t line, report::SiteState state) {
  report::SiteRow row;
  row.kernel = "kernel(float*)";
  row.number = number;
  row.place = {"kernel(float*)", "racy.cu", line, 5, 10};
  row.size = 4;
  row.ordinal = 1;
  row.state = state;
  if (state == report::SiteState::NotAnalysed)
    row.reasons = report::reasonBit(abi::Reason::AsyncCopy);
  return row;
}

/// One launched kernel with three sites and one that was not launched, one race.
inline report::RunReport exampleRun() {
  report::RunReport run;
  run.process = {"0.1.0", 7, "0", {"./app", "3"}, "/project", {}};
  run.races = {exampleRace()};
  report::KernelRow launched{"kernel(float*)", 3, 3, 0, 3, 1, 1, 1};
  report::KernelRow other{"other()", 0, 0, 0, 0, 0, 0, 0};
  run.coverage.kernels = {launched, other};
  run.coverage.sites = {exampleSite(0, 17, report::SiteState::Checked),
                        exampleSite(1, 18, report::SiteState::Proved),
                        exampleSite(2, 19, report::SiteState::NotAnalysed)};
  report::Coverage &coverage = run.summary.coverage;
  coverage.kernels = coverage.kernelsAnalysed = 1;
  coverage.sites = 3;
  coverage.checked = coverage.proved = coverage.notAnalysed = 1;
  report::ReasonCount &reason = coverage.reasons[unsigned(abi::Reason::AsyncCopy)];
  reason.sites = 1;
  reason.example = "racy.cu:19";
  run.summary.races = 1;
  run.summary.target = "cpu";
  run.exitCode = 66;
  return run;
}

} // namespace warpsan::test
