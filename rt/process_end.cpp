//===- process_end.cpp - The ways a process ends ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/process_end.h"
#include "rt/session.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace warpsan::rt {

namespace {

constexpr int HandledSignals[] = {SIGINT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Writing a report allocates, which can hang if the signal came inside
/// malloc; then the alarm ends the process.
constexpr unsigned SecondsToReport = 20;

void onSignal(int signal) {
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGALRM, &standard, nullptr);
  // A fault while reporting ends the process as it would have without us.
  for (const int each : HandledSignals)
    sigaction(each, &standard, nullptr);
  alarm(SecondsToReport);
  Session::get().finishInSignal(signal);
  raise(signal);
}

} // namespace

void atExitReport() {
  std::atexit([] { Session::get().finishAtExit(); });
  std::at_quick_exit([] { Session::get().finishAtExit(); });
}

void atExitSetCode() {
  std::atexit([] { Session::get().setExitCode(); });
  std::at_quick_exit([] { Session::get().setExitCode(); });
}

void handleSignals() {
  for (const int signal : HandledSignals) {
    struct sigaction current{};
    sigaction(signal, nullptr, &current);
    if (current.sa_handler != SIG_DFL)
      continue;
    struct sigaction ours{};
    ours.sa_handler = onSignal;
    ours.sa_flags = SA_NODEFER;
    sigaction(signal, &ours, nullptr);
  }
}

} // namespace warpsan::rt
