//===- Terminal.cpp - What reports may look like ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Terminal.h"
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpsan::report {

namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

const char *startOf(Paint paint) {
  switch (paint) {
  case Paint::Warning:
    return "\033[1;31m";
  case Paint::Secondary:
    return "\033[1;34m";
  }
  return "";
}

} // namespace

Terminal terminalOf(int descriptor) {
  if (isatty(descriptor) != 1)
    return {};
  winsize size{};
  ioctl(descriptor, TIOCGWINSZ, &size); // leaves 0 if the terminal does not know
  return {variable("NO_COLOR").empty() && variable("TERM") != "dumb",
          std::min(size_t(size.ws_col), WidestPage)};
}

std::string painted(const std::string &text, Paint paint, bool color) {
  return color ? startOf(paint) + text + "\033[0m" : text;
}

} // namespace warpsan::report
