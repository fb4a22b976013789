//===- progress.cpp - That a long run goes on ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/progress.h"
#include <unistd.h>

namespace warpsan::rt {

namespace {

using namespace std::chrono_literals;

constexpr auto FirstAfter = 5s;
constexpr auto OnTerminal = 1s;
constexpr auto Elsewhere = 10s;

constexpr char ToStartOfEmptyLine[] = "\r\033[K";

void write(const std::string &text) {
  // Nothing depends on it.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

Progress::Progress(const std::string &when)
    : Progress(when == "always" || (when == "auto" && isatty(STDERR_FILENO) == 1),
               isatty(STDERR_FILENO) == 1, Clock::now()) {}

std::optional<std::string> Progress::next(uint64_t launches, uint64_t checked,
                                          Clock::time_point now) {
  const auto pause = !isShown ? FirstAfter : isTerminal ? OnTerminal : Elsewhere;
  if (!isWanted || now - last < pause)
    return std::nullopt;
  last = now;
  isShown = true;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start).count();
  const std::string line = "WarpSan: " + std::to_string(seconds) + " s, " +
                           std::to_string(launches) + " launches, " + std::to_string(checked) +
                           " with checks";
  return isTerminal ? ToStartOfEmptyLine + line : line + "\n";
}

void Progress::show(uint64_t launches, uint64_t checked) {
  if (!isWanted)
    return;
  if (const std::optional<std::string> text = next(launches, checked, Clock::now()))
    write(*text);
}

void Progress::end() {
  if (isShown && isTerminal)
    write(ToStartOfEmptyLine);
  isWanted = false;
}

} // namespace warpsan::rt
