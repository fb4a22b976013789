//===- SourceFilesTest.cpp - What can be read of a source file -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SourceFiles.h"
#include "TemporaryFolder.h"
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace warpsan::report {
namespace {

using test::TemporaryFolder;

TEST(SourceFiles, Lines) {
  const TemporaryFolder folder;
  folder.write("a.cu", "one\r\n\nthree");
  SourceFiles sources({folder.name()});
  EXPECT_EQ(sources.line("a.cu", 1), "one");
  EXPECT_EQ(sources.line("a.cu", 2), "");
  EXPECT_EQ(sources.line("a.cu", 3), "three");
  for (const uint32_t none : {0u, 4u, UINT32_MAX})
    EXPECT_FALSE(sources.line("a.cu", none)) << none;
}

TEST(SourceFiles, NoLineBehindTheLastEnd) {
  const TemporaryFolder folder;
  folder.write("a.cu", "one\n");
  folder.write("empty.cu", "");
  SourceFiles sources({folder.name()});
  EXPECT_FALSE(sources.line("a.cu", 2));
  EXPECT_FALSE(sources.line("empty.cu", 1));
}

TEST(SourceFiles, FoldersInOrder) {
  const TemporaryFolder first, second;
  second.write("a.cu", "second");
  second.write("b.cu", "second");
  first.write("b.cu", "first");
  SourceFiles sources({first.name(), second.name()});
  EXPECT_EQ(sources.line("a.cu", 1), "second");
  EXPECT_EQ(sources.line("b.cu", 1), "first");
  EXPECT_EQ(sources.line(second.path("b.cu").string(), 1), "second");
}

TEST(SourceFiles, DirectoryOfTheCompilerComesFirst) {
  const TemporaryFolder compiled, other, started;
  compiled.write("a.cu", "compiled");
  other.write("a.cu", "other");
  started.write("a.cu", "started");
  started.write("moved.cu", "moved");
  SourceFiles sources({started.name()});
  EXPECT_EQ(sources.line("a.cu", 1, compiled.name()), "compiled");
  EXPECT_EQ(sources.line("a.cu", 1, other.name()), "other");
  EXPECT_EQ(sources.line("a.cu", 1), "started");
  EXPECT_EQ(sources.line("moved.cu", 1, compiled.name()), "moved");
  EXPECT_EQ(sources.line(other.path("a.cu").string(), 1, compiled.name()), "other");
  EXPECT_FALSE(sources.line("none.cu", 1, compiled.name()));
}

/// -fdebug-compilation-dir=.
TEST(SourceFiles, DirectoryMayBeRelative) {
  const TemporaryFolder started;
  std::filesystem::create_directory(started.path("src"));
  started.write("src/a.cu", "in src");
  started.write("a.cu", "in the folder itself");
  SourceFiles sources({started.name()});
  EXPECT_EQ(sources.line("a.cu", 1, "src"), "in src");
  EXPECT_EQ(sources.line("a.cu", 1, "."), "in the folder itself");
}

TEST(SourceFiles, IsReadOnce) {
  const TemporaryFolder folder;
  folder.write("a.cu", "before");
  SourceFiles sources({folder.name()});
  EXPECT_FALSE(sources.text("b.cu"));
  EXPECT_EQ(sources.line("a.cu", 1), "before");
  folder.write("a.cu", "after");
  folder.write("b.cu", "after");
  EXPECT_EQ(sources.line("a.cu", 1), "before");
  EXPECT_FALSE(sources.text("b.cu"));
}

TEST(SourceFiles, WhatIsNoSource) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  std::filesystem::create_directory(folder.path("folder"));
  folder.write("huge.cu", "");
  std::filesystem::resize_file(folder.path("huge.cu"), size_t(1) << 30);
  SourceFiles sources({folder.name()});
  for (const char *name : {"", "pipe", "folder", "huge.cu", "missing.cu", "/dev/zero"})
    EXPECT_FALSE(sources.text(name)) << name;
}

} // namespace
} // namespace warpsan::report
