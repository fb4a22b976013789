//===- progress.h - That a long run goes on --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace warpsan::rt {

/// A line on stderr, and never in a log file: on a terminal one that changes, else one
/// after the other. It is written when kernels are launched, so that no thread of its own
/// has to run in the program.
class Progress {
public:
  using Clock = std::chrono::steady_clock;

  /// `when`: a word of the option.
  explicit Progress(const std::string &when);
  Progress(bool wanted, bool terminal, Clock::time_point now)
      : isWanted(wanted), isTerminal(terminal), start(now) {}

  void show(uint64_t launches, uint64_t checked);
  /// What show() would write now.
  std::optional<std::string> next(uint64_t launches, uint64_t checked, Clock::time_point now);
  /// Other output follows.
  void end();

private:
  bool isWanted;
  bool isTerminal;
  bool isShown = false;
  Clock::time_point start;
  Clock::time_point last = start;
};

} // namespace warpsan::rt
