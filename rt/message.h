//===- message.h - Where the runtime writes --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>

namespace warpsan::rt {

/// stderr until a path is set: "stdout", "stderr" or a prefix to which the
/// process number is added.
void setLogPath(const std::string &path);

/// From now on only what printAlways() is given is written.
void keepQuiet();

/// Written with one system call, so that it survives a crash right after it.
void print(const std::string &text);
void printAlways(const std::string &text);

/// "WarpSan: <text>" on a line of its own.
void printNote(const std::string &text);

/// "WarpSan: error: <text>" on stderr, then exit code 67 at once.
[[noreturn]] void die(const std::string &text);

/// Colour codes make sense.
bool logIsTerminal();

} // namespace warpsan::rt
