//===- TextWriterTest.cpp - The text of a report ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pins the whole text once, so that a change of wording is seen. The wording is
// no contract; programs read the verdict line.
//===----------------------------------------------------------------------===//
#include "report/TextWriter.h"
#include "TemporaryFolder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report example() {
  Report report;
  report.current.siteKnown = true;
  report.current.kind = AccessKind::Read;
  report.current.size = 4;
  report.current.frames = {{"sum(float const*)", "racy.cu", 20, 12},
                           {"kernel(float*)", "racy.cu", 30, 3}};
  report.current.position = {{2, 0, 0}, {5, 1, 0}, 2, 5};
  report.previous = report.current;
  report.previous.kind = AccessKind::Write;
  report.previous.frames = {{"kernel(float*)", "racy.cu", 17, 5}};
  report.previous.position = {{2, 0, 0}, {5, 0, 0}, 0, 5};
  report.launch = {"kernel(float*)", 3, {4, 1, 1}, {64, 2, 1}, "main.cu:7"};
  report.space = abi::Space::Shared;
  report.address = 20;
  report.object = {ObjectKind::Variable, "tile", "racy.cu:9", 256, 20};
  report.count = 128;
  return report;
}

TEST(TextWriter, WholeReport) {
  EXPECT_EQ(writeText(example()), R"(==================
WARNING: WarpSan: data race (missing block barrier)
  Read of size 4 at shared memory offset 0x14 by thread (5,1,0) of block (2,0,0) [warp 2, lane 5]:
    #0 sum(float const*) racy.cu:20:12 [inlined]
    #1 kernel(float*) racy.cu:30:3
  Earlier write of size 4 by thread (5,0,0) of block (2,0,0) [warp 0, lane 5]:
    #0 kernel(float*) racy.cu:17:5
  Memory: shared variable 'tile' (racy.cu:9), 256 bytes, byte 20 (element 5 of size 4)
  Kernel: kernel(float*), launch 3 at main.cu:7, grid (4,1,1), block (64,2,1)
  Reason: no barrier of the block lies between the two accesses
  Repair: __syncthreads() between racy.cu:17 and racy.cu:20, reached by all threads of the block
  Seen: 128 times
==================
)");
}

TEST(TextWriter, Allocation) {
  Report report = example();
  report.space = abi::Space::Global;
  report.address = 0x7f0000000040;
  report.object = {ObjectKind::Allocation, "cudaMalloc", "main.cu:8", 4096, 64};
  const std::string text = writeText(report);
  EXPECT_THAT(text, HasSubstr("at 0x7f0000000040 by"));
  EXPECT_THAT(text, HasSubstr("Memory: allocation by cudaMalloc (main.cu:8), 4096 bytes, byte 64 "
                              "(element 16 of size 4)"));
}

TEST(TextWriter, AtomicScopes) {
  Report report = example();
  report.current.kind = AccessKind::AtomicRmw;
  report.current.scope = Scope::Block;
  EXPECT_THAT(writeText(report), HasSubstr("Atomic update (block scope) of size 4"));
}

TEST(TextWriter, MatrixAccess) {
  Report report = example();
  report.current.isMatrix = true;
  report.current.size = 16;
  EXPECT_THAT(writeText(report), HasSubstr("  Matrix read of size 16 at shared memory"));
}

TEST(TextWriter, VagueEarlierThread) {
  Report report = example();
  report.previous.known = abi::Known::Grid;
  EXPECT_THAT(writeText(report),
              HasSubstr("Earlier write of size 4 by a thread of another block:"));
}

TEST(TextWriter, UnknownEarlierLine) {
  Report report = example();
  report.previous = {};
  report.previous.known = abi::Known::Block;
  const std::string text = writeText(report);
  EXPECT_THAT(text,
              HasSubstr("Earlier access by another thread of this block:\n    line not known"));
}

TEST(TextWriter, WithoutDebugInfo) {
  Report report = example();
  report.current.frames = {{"kernel(float*)", "", 0, 0}};
  report.current.ordinal = 3;
  EXPECT_THAT(writeText(report), HasSubstr("#0 kernel(float*) access 3 (no debug info)"));
}

TEST(TextWriter, CountAndOtherKinds) {
  Report report = example();
  report.count = 1;
  report.countKnown = false;
  report.otherKinds = {"write / write"};
  EXPECT_THAT(writeText(report), HasSubstr("Seen: at least 1 time (the run ended before the count "
                                           "could be read); also write / write\n"));
}

TEST(TextWriter, SameValueNote) {
  Report report = example();
  report.sameValue = true;
  EXPECT_THAT(writeText(report), HasSubstr("did not change the value"));
  report.raceClass = RaceClass::SameValue;
  EXPECT_THAT(writeText(report), Not(HasSubstr("did not change the value")));
}

OutOfBounds outsideExample() {
  const Report report = example();
  OutOfBounds found;
  found.access = report.current;
  found.launch = report.launch;
  found.space = abi::Space::Global;
  found.address = 0x7f0000001004;
  found.around.nearest = {{ObjectKind::Allocation, "cudaMalloc", "main.cu:8", 4096, 4100}, true, 4};
  found.count = 2;
  return found;
}

TEST(TextWriter, WholeOutOfBounds) {
  EXPECT_EQ(writeText(outsideExample()), R"(==================
WARNING: WarpSan: out of bounds
  Read of size 4 at 0x7f0000001004 by thread (5,1,0) of block (2,0,0) [warp 2, lane 5]:
    #0 sum(float const*) racy.cu:20:12 [inlined]
    #1 kernel(float*) racy.cu:30:3
  Memory: 4 bytes behind allocation by cudaMalloc (main.cu:8), 4096 bytes
  Kernel: kernel(float*), launch 3 at main.cu:7, grid (4,1,1), block (64,2,1)
  Reason: no allocation that is known holds these bytes
  Seen: 2 times
==================
)");
}

TEST(TextWriter, WholeBarrierDivergence) {
  EXPECT_EQ(
      writeText(BarrierDivergence{"kernel(int*)", 3, {1, 0, 2}, 5, 0xffff, "a.cu:17", "a.cu:20"}),
      "WarpSan: barrier divergence in kernel kernel(int*): lanes of one warp wait for each "
      "other at different block barriers, which CUDA leaves undefined\n"
      "  block (1,0,2), warp 5: lanes 0xffff: a.cu:17\n"
      "  block (1,0,2), warp 5: other lanes: a.cu:20\n");
}

TEST(TextWriter, HeapOfDeviceCode) {
  Report report = example();
  report.object = {ObjectKind::Heap, "heap of device code", "", 4096, 64};
  EXPECT_THAT(writeText(report), HasSubstr("  Memory: heap of device code, 4096 bytes, byte 64"));
  OutOfBounds found = outsideExample();
  found.around.nearest = {report.object, true, 0};
  EXPECT_THAT(writeText(found), HasSubstr("  Memory: free memory of the heap of device "
                                          "code, 4096 bytes\n"));
}

TEST(TextWriter, SurroundingsOfAnAddress) {
  OutOfBounds found = outsideExample();
  found.around.nearest = {{ObjectKind::Variable, "table", "main.cu:3", 64, 0}, false, 1};
  found.around.freed = Object{ObjectKind::Allocation, "cudaMalloc", "main.cu:8", 4096, 4};
  found.around.freedBefore = 3;
  EXPECT_THAT(writeText(found),
              HasSubstr("  Memory: 1 byte in front of global variable 'table' (main.cu:3), 64 "
                        "bytes\n  Freed: byte 4 of allocation by cudaMalloc (main.cu:8), 4096 "
                        "bytes, freed before launch 3\n"));
  found.around = {};
  EXPECT_THAT(writeText(found), HasSubstr("  Memory: no allocation is known\n"));
  found.space = abi::Space::Shared;
  EXPECT_THAT(writeText(found), HasSubstr("  Memory: outside the shared memory of the block\n"));
}

TEST(TextWriter, SourceLines) {
  const test::TemporaryFolder folder;
  folder.write("racy.cu", std::string(16, '\n') + "    tile[t] = 0;\n\n\n    return sum + a[0];\n");
  SourceFiles sources({folder.name()});
  const TextStyle style{.sources = &sources};
  Report report = example();
  EXPECT_THAT(writeText(report, style), HasSubstr(R"((missing block barrier)
    --> racy.cu:20:12
     |
  17 |     tile[t] = 0;
     |     ^ earlier write by thread (5,0,0)
  18 |
  19 |
  20 |     return sum + a[0];
     |            ^ read by thread (5,1,0)
     |
  Read of size 4 at)"));
  report.relation = Relation::Grid;
  EXPECT_THAT(writeText(report, style), HasSubstr("^ read by thread (5,1,0) of block (2,0,0)\n"));
  report.previous.known = abi::Known::Grid;
  EXPECT_THAT(writeText(report, style),
              HasSubstr("^ earlier write by a thread of another block\n"));
  report.previous = {};
  EXPECT_THAT(writeText(report, style), Not(HasSubstr("racy.cu:17")));
  EXPECT_THAT(writeText(outsideExample(), style),
              HasSubstr("^ read by thread (5,1,0) of block (2,0,0)\n"));
}

TEST(TextWriter, SourceLinesOfTheDirectoryOfTheCompiler) {
  const test::TemporaryFolder compiled, started;
  compiled.write("racy.cu", std::string(19, '\n') + "  return sum(a);\n");
  SourceFiles sources({started.name()});
  OutOfBounds found = outsideExample();
  found.access.frames[0].directory = compiled.name();
  EXPECT_THAT(writeText(found, {.sources = &sources}), HasSubstr(R"(    --> racy.cu:20:12
     |
  20 |   return sum(a);
     |            ^ read by thread)"));
}

TEST(TextWriter, SuppressedFindingsAreNotShown) {
  RunReport run;
  run.outOfBounds = {outsideExample(), outsideExample()};
  run.outOfBounds[0].suppressed = SuppressionRule{"bounds:sum", "known", "f:1"};
  run.outOfBounds[1].address = 0x7f0000002000;
  EXPECT_THAT(writeText(run), Not(HasSubstr("0x7f0000001004")));
  EXPECT_THAT(writeText(run), HasSubstr("0x7f0000002000"));
}

TEST(TextWriter, ShortNames) {
  const std::string name = "void kernel<std::vector<int, std::allocator<int>>, 64>(int*, float*)";
  Report report = example();
  report.current.frames.back().function = report.launch.kernel = name;
  report.object.name = name + "::tile";
  const std::string text = writeText(report);
  EXPECT_THAT(text, HasSubstr("#1 kernel<std::vector<...>, 64>(...) racy.cu:30:3\n"));
  EXPECT_THAT(text, HasSubstr("Kernel: kernel<std::vector<...>, 64>(...), launch 3"));
  EXPECT_THAT(text, HasSubstr("'kernel<std::vector<...>, 64>(...)::tile'"));
  EXPECT_THAT(objectText(report), HasSubstr(name));
}

TEST(TextWriter, FitsTheTerminal) {
  const std::string text = writeText(example(), {.page = {.columns = 80}});
  EXPECT_THAT(text,
              HasSubstr("  Read of size 4 at shared memory offset 0x14 by thread (5,1,0) of block "
                        "(2,0,0)\n      [warp 2, lane 5]:\n    #0"));
  EXPECT_THAT(text, HasSubstr("racy.cu:20, reached by all\n          threads of the block\n"));
}

TEST(TextWriter, ColourOnlyOnRequest) {
  EXPECT_THAT(writeText(example()), Not(HasSubstr("\033")));
  EXPECT_THAT(writeText(example(), {.page = {.color = true}}), HasSubstr("\033[1;31mWARNING"));
}

} // namespace
} // namespace warpsan::report
