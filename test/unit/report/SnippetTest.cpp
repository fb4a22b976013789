//===- SnippetTest.cpp - Lines of source with marks ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Snippet.h"
#include "TemporaryFolder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using ::testing::HasSubstr;

class Snippet : public testing::Test {
protected:
  void write(const std::string &text) { folder.write("a.cu", text); }
  std::string shown(const std::vector<Mark> &marks, const Terminal &page = {}) {
    SourceFiles sources({folder.name()});
    return snippetText(marks, sources, page);
  }
  /// Of one mark, without the lines around.
  std::string row(uint32_t column, const Terminal &page = {}) {
    const std::string text = shown({{"a.cu", 1, column, "here"}}, page);
    const size_t start = text.find("    |\n") + 6;
    return text.substr(start, text.rfind("    |\n") - start);
  }

  test::TemporaryFolder folder;
};

TEST_F(Snippet, LinesOfOneFile) {
  write("tile[t] = in[t];\n\nout[t] = tile[1];\n");
  EXPECT_EQ(shown({{"a.cu", 3, 10, "read"}, {"a.cu", 1, 9, "earlier write"}}),
            R"(   --> a.cu:3:10
    |
  1 | tile[t] = in[t];
    |         ^ earlier write
  2 |
  3 | out[t] = tile[1];
    |          ^ read
    |
)");
}

TEST_F(Snippet, LinesFarApart) {
  write("one\n2\n3\n4\n5\n6\n7\n8\n9\n  ten\n");
  EXPECT_EQ(shown({{"a.cu", 1, 1, "a"}, {"a.cu", 10, 3, "b"}}), R"(    --> a.cu:1:1
     |
   1 | one
     | ^ a
  ...
  10 |   ten
     |   ^ b
     |
)");
  EXPECT_THAT(shown({{"a.cu", 1, 1, "a"}, {"a.cu", 5, 1, "b"}}),
              HasSubstr("  2 | 2\n  3 | 3\n  4 | 4\n"));
}

TEST_F(Snippet, TwoFiles) {
  write("a();\n");
  folder.write("b.h", "\n  b();\n");
  EXPECT_EQ(shown({{"b.h", 2, 3, "later"}, {"a.cu", 1, 1, "earlier"}}), R"(   --> b.h:2:3
    |
  2 |   b();
    |   ^ later
    |
   ::: a.cu:1:1
    |
  1 | a();
    | ^ earlier
    |
)");
}

TEST_F(Snippet, TwoFilesOfOneNameInTwoDirectories) {
  const test::TemporaryFolder other;
  other.write("a.cu", "other();\n");
  write("own();\n");
  EXPECT_EQ(
      shown({{"a.cu", 1, 1, "later", Paint::Warning, other.name()}, {"a.cu", 1, 1, "earlier"}}),
      R"(   --> a.cu:1:1
    |
  1 | other();
    | ^ later
    |
   ::: a.cu:1:1
    |
  1 | own();
    | ^ earlier
    |
)");
}

TEST_F(Snippet, OneLine) {
  write("a = b;\n");
  EXPECT_EQ(shown({{"a.cu", 1, 5, "read"},
                   {"a.cu", 1, 1, "write"},
                   {"a.cu", 1, 1, "again", Paint::Secondary}}),
            R"(   --> a.cu:1:5
    |
  1 | a = b;
    | ^ write
    | ^ again
    |     ^ read
    |
)");
}

TEST_F(Snippet, TabsAndLettersOfSeveralBytes) {
  write("\tx\ty\n");
  EXPECT_EQ(row(4), "  1 |     x    y\n    |          ^ here\n");
  write("/* größer */ x = 1;\n");
  EXPECT_EQ(row(16), "  1 | /* größer */ x = 1;\n    |              ^ here\n");
  write("\x1b[2J\x7f x\n");
  EXPECT_EQ(row(7), "  1 |  [2J  x\n    |       ^ here\n");
}

TEST_F(Snippet, UnknownColumn) {
  write("\n  a();\n");
  EXPECT_EQ(shown({{"a.cu", 2, 0, "here"}}), R"(   --> a.cu:2
    |
  2 |   a();
    |   ^ here
    |
)");
}

TEST_F(Snippet, WhatTheFileDoesNotHave) {
  write("  a();\n\n");
  for (const Mark &mark : {Mark{"a.cu", 1, 7, ""},
                           {"a.cu", 1, 2, ""},
                           {"a.cu", 1, UINT32_MAX, ""},
                           {"a.cu", 2, 1, ""},
                           {"a.cu", 2, 0, ""},
                           {"a.cu", 3, 1, ""},
                           {"a.cu", 0, 0, ""},
                           {"b.cu", 1, 1, ""},
                           {"", 0, 0, ""}})
    EXPECT_EQ(shown({mark}), "") << mark.line << ":" << mark.column;
  EXPECT_EQ(shown({}), "");
  EXPECT_THAT(shown({{"gone.cu", 1, 1, "gone"}, {"a.cu", 1, 3, "here"}}),
              testing::StartsWith("   --> a.cu:1:3\n"));
}

TEST_F(Snippet, LongLines) {
  const Terminal page{.columns = 60};
  write(std::string(50, 'a') + "X" + std::string(50, 'b'));
  EXPECT_EQ(row(51, page), "  1 | ..." + std::string(24, 'a') + "X" + std::string(23, 'b') +
                               "...\n    | " + std::string(27, ' ') + "^ here\n");
  EXPECT_EQ(row(1, page), "  1 | " + std::string(50, 'a') + "X...\n    | ^ here\n");
  EXPECT_EQ(row(101, page), "  1 | ..." + std::string("X") + std::string(50, 'b') + "\n    | " +
                                std::string(48, ' ') + "here ^\n");
}

TEST_F(Snippet, LabelsInFrontOfTheirMark) {
  write(std::string(50, 'a'));
  EXPECT_EQ(row(50, {.columns = 60}),
            "  1 | " + std::string(50, 'a') + "\n    | " + std::string(44, ' ') + "here ^\n");
}

TEST_F(Snippet, Colours) {
  write("a\n");
  EXPECT_EQ(shown({{"a.cu", 1, 1, "later"}, {"a.cu", 1, 1, "earlier", Paint::Secondary}},
                  {.color = true}),
            "   \033[1;34m-->\033[0m a.cu:1:1\n"
            "\033[1;34m    |\033[0m\n"
            "\033[1;34m  1 |\033[0m a\n"
            "\033[1;34m    |\033[0m \033[1;31m^ later\033[0m\n"
            "\033[1;34m    |\033[0m \033[1;34m^ earlier\033[0m\n"
            "\033[1;34m    |\033[0m\n");
}

} // namespace
} // namespace warpsan::report
