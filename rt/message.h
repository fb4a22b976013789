//===- message.h - Where the runtime writes --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Terminal.h"
#include <string>

namespace warpsan::rt {

/// Where reports go, stderr until then: "stdout", "stderr" or the name of a file, which
/// gets the numbers of log_path.h. Messages go there, too, if they are `together`, else
/// to stderr: files for programs have nothing else in them.
void openLog(const std::string &path, bool together);

/// From now on messages are written only if printAlways() is given them.
void keepQuiet();

/// A message. Written with one system call, so that it survives a crash right after it.
void print(const std::string &text);
void printAlways(const std::string &text);
void printReport(const std::string &text);

/// "WarpSan: <text>" on a line of its own.
void printNote(const std::string &text);

/// "WarpSan: error: <text>" on stderr, then exit code 67 at once.
[[noreturn]] void die(const std::string &text);

report::Terminal logTerminal();
/// Neither stderr nor stdout.
bool logIsFile();

} // namespace warpsan::rt
