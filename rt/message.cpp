//===- message.cpp - Where the runtime writes ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/message.h"
#include "report/Verdict.h"
#include <fcntl.h>
#include <unistd.h>

namespace warpsan::rt {

namespace {

int logDescriptor = STDERR_FILENO;
bool isQuiet = false;

void writeAll(int descriptor, const std::string &text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written <= 0)
      return;
    done += size_t(written);
  }
}

} // namespace

void setLogPath(const std::string &path) {
  if (path.empty() || path == "stderr")
    return;
  if (path == "stdout") {
    logDescriptor = STDOUT_FILENO;
    return;
  }
  const std::string file = path + "." + std::to_string(getpid());
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (opened < 0)
    die("cannot write log_path " + file);
  logDescriptor = opened;
}

void keepQuiet() { isQuiet = true; }

void print(const std::string &text) {
  if (!isQuiet)
    writeAll(logDescriptor, text);
}

void printAlways(const std::string &text) { writeAll(logDescriptor, text); }

void printNote(const std::string &text) { print("WarpSan: " + text + "\n"); }

void die(const std::string &text) {
  writeAll(STDERR_FILENO, "WarpSan: error: " + text + "\n");
  _exit(report::ExitToolFailed);
}

bool logIsTerminal() { return isatty(logDescriptor) == 1; }

} // namespace warpsan::rt
