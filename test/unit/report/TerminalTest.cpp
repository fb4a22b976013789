//===- TerminalTest.cpp - When reports have colours and a width ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Terminal.h"
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpsan::report {
namespace {

/// The end of a new terminal that programs write to.
class TerminalOf : public testing::Test {
protected:
  void SetUp() override {
    winsize size{};
    size.ws_col = 80;
    ASSERT_EQ(openpty(&other, &terminal, nullptr, nullptr, &size), 0);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
  }
  void TearDown() override {
    close(terminal);
    close(other);
  }

  int other = -1;
  int terminal = -1;
};

TEST_F(TerminalOf, Terminal) {
  EXPECT_TRUE(terminalOf(terminal).color);
  EXPECT_EQ(terminalOf(terminal).columns, 80u);
}

TEST_F(TerminalOf, WideTerminal) {
  const winsize size{50, 200, 0, 0};
  ASSERT_EQ(ioctl(terminal, TIOCSWINSZ, &size), 0);
  EXPECT_EQ(terminalOf(terminal).columns, WidestPage);
}

TEST_F(TerminalOf, WithoutColour) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(terminalOf(terminal).color);
  EXPECT_EQ(terminalOf(terminal).columns, 80u);
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(terminalOf(terminal).color);
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(terminalOf(terminal).color);
}

TEST_F(TerminalOf, File) {
  const int file = open("/dev/null", O_WRONLY);
  EXPECT_FALSE(terminalOf(file).color);
  EXPECT_EQ(terminalOf(file).columns, 0u);
  close(file);
}

} // namespace
} // namespace warpsan::report
