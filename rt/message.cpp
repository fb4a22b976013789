//===- message.cpp - Where the runtime writes ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/message.h"
#include "report/Verdict.h"
#include "rt/log_path.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace warpsan::rt {

namespace {

int logDescriptor = STDERR_FILENO;
bool isQuiet = false;
int messageDescriptor = STDERR_FILENO;

void writeAll(int descriptor, const std::string &text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written <= 0)
      return;
    done += size_t(written);
  }
}

/// A report is worth more than its place.
int descriptorOfFile(const std::string &pattern) {
  const LogFile file = expandLogPath(pattern, uint64_t(getpid()), rankOfProcess());
  if (!file.problem.empty())
    die(file.problem);
  const int opened =
      open(file.name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  if (opened >= 0)
    return opened;
  writeAll(STDERR_FILENO, "WarpSan: error: cannot write log_path " + file.name + " (" +
                              std::strerror(errno) + "); the report goes to stderr\n");
  return STDERR_FILENO;
}

int descriptorOf(const std::string &path) {
  if (path.empty() || path == "stderr")
    return STDERR_FILENO;
  return path == "stdout" ? STDOUT_FILENO : descriptorOfFile(path);
}

} // namespace

void openLog(const std::string &path, bool together) {
  logDescriptor = descriptorOf(path);
  if (together)
    messageDescriptor = logDescriptor;
}

void keepQuiet() { isQuiet = true; }

void print(const std::string &text) {
  if (!isQuiet)
    writeAll(messageDescriptor, text);
}

void printAlways(const std::string &text) { writeAll(messageDescriptor, text); }

void printReport(const std::string &text) { writeAll(logDescriptor, text); }

void printNote(const std::string &text) { print("WarpSan: " + text + "\n"); }

void die(const std::string &text) {
  writeAll(STDERR_FILENO, "WarpSan: error: " + text + "\n");
  _exit(report::ExitToolFailed);
}

report::Terminal logTerminal() { return report::terminalOf(logDescriptor); }

bool logIsFile() { return logDescriptor > STDERR_FILENO; }

} // namespace warpsan::rt
