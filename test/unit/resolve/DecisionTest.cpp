//===- DecisionTest.cpp - What cannot race in a launch -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/resolve/KernelTables.h"
#include <gtest/gtest.h>

namespace warpsan::resolve {
namespace {

using abi::LaunchRegister;
using Kind = abi::TermKind;
using Relation = abi::GuardRelation;
using Value = test::KernelTables::Value;
constexpr Value Anywhere = test::KernelTables::Anywhere;
using Guards = std::vector<abi::GuardInfo>;

constexpr uint64_t In = 0x100000, Out = 0x200000;

/// 1000 elements in blocks of 64 threads, two arrays.
class DecisionTest : public ::testing::Test {
protected:
  DecisionTest() {
    kernel.shape = {{64, 1, 1}, {16, 1, 1}};
    kernel.allocate(In, 4000);
    kernel.allocate(Out, 4000);
    in = kernel.root(In);
    out = kernel.root(Out);
    size = kernel.parameter(1000);
    index = kernel.index();
  }

  Guards inside() { return {kernel.less(index, size)}; }
  /// out[index] = ..., for index < size.
  void writeOut() { kernel.write(out, kernel.element(index), inside()); }
  bool isResolved(uint32_t root) const { return kernel.resolved() >> root & 1; }

  test::KernelTables kernel;
  uint32_t in, out;
  Value size, index;
};

TEST_F(DecisionTest, Stream) {
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
}

TEST_F(DecisionTest, InPlace) {
  kernel.read(out, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
}

/// A second pass that left the store out would read what the first one stored.
TEST_F(DecisionTest, StoresAreDirectWhereNobodyReads) {
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.direct(), 3u);
  kernel.read(out, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 3u);
  EXPECT_EQ(kernel.direct(), 1u) << "nothing is written behind the other root";
}

TEST_F(DecisionTest, StoresAreDirectIfReadsAreInOtherIntervals) {
  kernel.read(out, kernel.element(index), inside());
  writeOut();
  kernel.forms[0].intervals = 1;
  kernel.forms[1].intervals = 2;
  EXPECT_EQ(kernel.direct(), 3u);
  kernel.forms[0].intervals = 3;
  EXPECT_EQ(kernel.direct(), 1u);
}

/// Two roots for one array: what goes to one of them may wait in a buffer.
TEST_F(DecisionTest, StoresBehindTwoRootsAreNotDirect) {
  const uint32_t again = kernel.root(Out);
  writeOut();
  kernel.write(again, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 7u);
  EXPECT_EQ(kernel.direct(), 1u);
}

TEST_F(DecisionTest, RoundedUpGridWithoutGuard) {
  kernel.write(out, kernel.element(index));
  EXPECT_FALSE(isResolved(out));
  kernel.arguments[1] = Out;
  kernel.allocate(Out, 4096);
  EXPECT_TRUE(isResolved(out)) << "there is room for all threads";
}

/// What lies behind the array is written, too.
TEST_F(DecisionTest, WritesBehindTheEndReachTheNeighbour) {
  kernel.allocate(Out + 4000, 256);
  const uint32_t next = kernel.root(Out + 4000);
  kernel.read(next, Anywhere);
  kernel.read(in, Anywhere);
  kernel.write(out, kernel.element(index));
  EXPECT_FALSE(isResolved(next));
  EXPECT_TRUE(isResolved(in));
}

TEST_F(DecisionTest, GridStrideLoop) {
  kernel.shape.grid[0] = 4;
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  const Guards loop = {kernel.guard(i, Relation::SignedLess, size, true)};
  kernel.read(in, kernel.element(i), loop);
  kernel.write(out, kernel.element(i), loop);
  EXPECT_EQ(kernel.resolved(), 3u);
}

/// The loop goes on beyond the guard: i may wrap and come back.
TEST_F(DecisionTest, GuardWithinTheLoopOnly) {
  kernel.shape.grid[0] = 4;
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  kernel.write(out, kernel.element(i), {kernel.less(i, size)});
  EXPECT_FALSE(isResolved(out));
}

/// As clang's analysis gives them: what the guard compares has 32 bits, the address
/// is a recurrence of 64 bits.
TEST_F(DecisionTest, GridStrideLoopWithAWideAddress) {
  kernel.shape.grid[0] = 4;
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  const Value wide =
      kernel.recurrence(kernel.multiply(kernel.cast(Kind::SignExtend, index, 64), 4),
                        kernel.multiply(kernel.cast(Kind::SignExtend, kernel.stride(), 64), 4), 7);
  kernel.write(out, wide, {kernel.guard(i, Relation::SignedLess, size, true)});
  EXPECT_TRUE(isResolved(out));
}

/// i + stride may be beyond 2^32 while i is still inside.
TEST_F(DecisionTest, GridStrideLoopThatMayWrap) {
  kernel.shape.grid[0] = 4;
  const Value limit = kernel.parameter(0xffffff80u);
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  const auto loop = kernel.guard(i, Relation::UnsignedLess, limit, true);
  const auto small = kernel.guard(i, Relation::UnsignedLess, size, false);
  kernel.write(out, kernel.element(i, 4, 0, Kind::ZeroExtend), {loop, small});
  EXPECT_FALSE(isResolved(out));
  kernel.arguments[3] = 0xfffffe80u;
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, LoopBackwards) {
  kernel.shape.grid[0] = 4;
  const Value back = kernel.subtract(kernel.constant(0), kernel.stride());
  const Value last = kernel.subtract(kernel.add(size, -1), index);
  const Value i = kernel.recurrence(last, back, 7);
  kernel.write(out, kernel.element(i),
               {kernel.guard(kernel.constant(0), Relation::SignedLessEqual, i, true)});
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, ElementsOfTheThreadInALoop) {
  kernel.shape.grid[0] = 2;
  const Value k = kernel.recurrence(kernel.constant(0), kernel.constant(1), 3);
  const Value element = kernel.add(kernel.multiply(index, 7), k);
  kernel.write(out, kernel.element(element),
               {kernel.guard(k, Relation::SignedLess, kernel.constant(7), true)});
  EXPECT_TRUE(isResolved(out));
  kernel.write(out, kernel.element(element),
               {kernel.guard(k, Relation::SignedLess, kernel.constant(8), true)});
  EXPECT_FALSE(isResolved(out)) << "one element of the next thread";
}

/// Where one thread is in round 2, another one is in round 3.
TEST_F(DecisionTest, LoopsOfDifferentStrides) {
  kernel.shape = {{8, 1, 1}, {1, 1, 1}};
  const auto writeLoop = [&](int64_t step, int64_t loop) {
    const Value i = kernel.recurrence(index, kernel.constant(step), loop);
    kernel.write(out, kernel.element(i), {kernel.guard(i, Relation::SignedLess, size, true)});
  };
  writeLoop(8, 0);
  writeLoop(8, 1);
  EXPECT_TRUE(isResolved(out));
  writeLoop(12, 2);
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, FirstRoundIsReadBeforeTheLoop) {
  kernel.shape.grid[0] = 4;
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  kernel.read(out, kernel.element(index), inside());
  kernel.write(out, kernel.element(i), {kernel.guard(i, Relation::SignedLess, size, true)});
  EXPECT_TRUE(isResolved(out));
}

/// 30 rows of 33 elements, with a grid of 48 x 32.
class ImageTest : public DecisionTest {
protected:
  ImageTest() {
    kernel.shape = {{16, 16, 1}, {3, 2, 1}};
    width = kernel.parameter(33);
    height = kernel.parameter(30);
    column = kernel.index(0);
    row = kernel.index(1);
    pixel = kernel.element(kernel.add(kernel.multiply(row, width), column));
  }
  Value width, height, column, row, pixel;
};

TEST_F(ImageTest, BothGuards) {
  kernel.write(out, pixel, {kernel.less(column, width), kernel.less(row, height)});
  EXPECT_TRUE(isResolved(out));
}

TEST_F(ImageTest, UnsignedGuards) {
  kernel.write(out, pixel,
               {kernel.guard(column, Relation::UnsignedLessEqual, kernel.add(width, -1)),
                kernel.guard(row, Relation::UnsignedLess, height)});
  EXPECT_TRUE(isResolved(out));
}

/// A thread behind the end of its row has the start of the next one.
TEST_F(ImageTest, NoGuardOfTheColumn) {
  kernel.allocate(Out, 8000);
  kernel.write(out, pixel, {kernel.less(row, height)});
  EXPECT_FALSE(isResolved(out));
}

TEST_F(ImageTest, OneGuardOfThePixel) {
  const Value linear = kernel.add(kernel.multiply(row, width), column);
  kernel.write(out, pixel, {kernel.less(linear, size)});
  EXPECT_FALSE(isResolved(out));
}

TEST_F(ImageTest, BothGuardsAndOneOfThePixel) {
  const Value linear = kernel.add(kernel.multiply(row, width), column);
  kernel.write(out, pixel,
               {kernel.less(linear, size), kernel.less(column, width), kernel.less(row, height)});
  EXPECT_TRUE(isResolved(out));
}

TEST_F(ImageTest, ColumnsOnly) {
  kernel.write(out, kernel.element(column), {kernel.less(column, width)});
  EXPECT_FALSE(isResolved(out)) << "every row writes it";
  kernel.forms.clear();
  kernel.write(
      out, kernel.element(column),
      {kernel.less(column, width), kernel.guard(row, Relation::Equal, kernel.constant(0))});
  EXPECT_TRUE(isResolved(out));
}

/// The end of a row for one access is within the next one for the other.
TEST_F(ImageTest, RowsOfDifferentLengths) {
  const auto writeRows = [&](int64_t length) {
    kernel.write(out, pixel,
                 {kernel.less(column, kernel.constant(length)), kernel.less(row, height)});
  };
  kernel.allocate(Out, 8000);
  writeRows(30);
  writeRows(33);
  EXPECT_TRUE(isResolved(out));
  writeRows(34);
  EXPECT_FALSE(isResolved(out));
}

/// The rounds of the loop are no more than the row has room for.
TEST_F(ImageTest, FirstColumnsAreReadBeforeTheLoop) {
  kernel.shape.grid[0] = 1;
  const Value i = kernel.recurrence(column, kernel.constant(16), 2);
  const auto at = [&](Value x) {
    return kernel.element(kernel.add(kernel.multiply(row, width), x));
  };
  kernel.read(out, at(column), {kernel.less(row, height)});
  kernel.write(out, at(i),
               {kernel.guard(i, Relation::SignedLess, width, true), kernel.less(row, height)});
  EXPECT_TRUE(isResolved(out));
}

TEST_F(ImageTest, RowsOnly) {
  kernel.read(in, kernel.element(row), {kernel.less(row, height)});
  kernel.write(out, pixel, {kernel.less(column, width), kernel.less(row, height)});
  EXPECT_EQ(kernel.resolved(), 3u) << "all columns read it";
}

TEST_F(DecisionTest, StencilInPlace) {
  kernel.read(out, kernel.element(kernel.add(index, 1)),
              {kernel.less(index, kernel.add(size, -1))});
  writeOut();
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, StencilToAnotherArray) {
  const Guards inner = {kernel.less(kernel.constant(0), index),
                        kernel.less(index, kernel.add(size, -1))};
  for (const int shift : {-1, 0, 1})
    kernel.read(in, kernel.element(kernel.add(index, shift)), inner);
  kernel.write(out, kernel.element(index), inner);
  EXPECT_EQ(kernel.resolved(), 3u);
}

/// Rodinia's Fan2: a[size*(x+1+t)+(y+t)] -= m[size*(x+1+t)+t] * a[size*t+(y+t)].
TEST(Decision, GaussianElimination) {
  for (const int64_t t : {0, 5, 14}) {
    test::KernelTables kernel;
    kernel.shape = {{4, 4, 1}, {4, 4, 1}};
    for (const uint64_t base : {0x10000, 0x20000})
      kernel.allocate(base, 4 * 16 * 16);
    kernel.allocate(0x30000, 4 * 16);
    const uint32_t a = kernel.root(0x20000), m = kernel.root(0x10000), b = kernel.root(0x30000);
    const Value size = kernel.parameter(16), step = kernel.parameter(uint64_t(t));
    const Value x = kernel.index(0), y = kernel.index(1);
    const Value left = kernel.subtract(size, step);
    const Guards inside = {kernel.guard(x, Relation::UnsignedLess, kernel.add(left, -1)),
                           kernel.guard(y, Relation::UnsignedLess, left)};
    const Value row = kernel.multiply(kernel.add(kernel.add(x, 1), step), size);
    const Value pivot = kernel.multiply(step, size), column = kernel.add(y, step);
    kernel.read(a, kernel.element(kernel.add(row, column)), inside);
    kernel.write(a, kernel.element(kernel.add(row, column)), inside);
    kernel.read(m, kernel.element(kernel.add(row, step)), inside);
    kernel.read(a, kernel.element(kernel.add(pivot, column)), inside);
    Guards first = inside;
    first.push_back(kernel.guard(y, Relation::Equal, kernel.constant(0)));
    const Value place = kernel.element(kernel.add(kernel.add(x, 1), step));
    kernel.read(b, place, first);
    kernel.write(b, place, first);
    kernel.read(b, kernel.element(step), first);
    EXPECT_EQ(kernel.resolved(), 7u) << t;
  }
}

/// Rodinia's LU decomposition: blocks of 16 x 16 in rows of `size`, all of one matrix. The
/// first row and column of blocks are read, the others are written.
TEST(Decision, TilesOfOneMatrix) {
  for (const auto &[gap, isKept] : {std::pair(16, true), std::pair(15, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{16, 16, 1}, {3, 3, 1}};
    kernel.allocate(0x10000, 4 * 80 * 80);
    const uint32_t matrix = kernel.root(0x10000);
    const Value size = kernel.parameter(80), offset = kernel.parameter(16);
    const auto tile = [&](unsigned axis, int64_t first) {
      const Value block = kernel.reg(LaunchRegister(uint32_t(LaunchRegister::BlockX) + axis));
      return kernel.add(kernel.add(kernel.multiply(block, 16), offset), first);
    };
    const Value column = kernel.add(tile(0, gap), kernel.reg(LaunchRegister::ThreadX));
    const Value row = kernel.add(tile(1, gap), kernel.reg(LaunchRegister::ThreadY));
    const Value firstColumn = kernel.add(offset, kernel.reg(LaunchRegister::ThreadX));
    const Value firstRow = kernel.add(offset, kernel.reg(LaunchRegister::ThreadY));
    const auto at = [&](Value y, Value x) {
      return kernel.element(kernel.add(kernel.multiply(y, size), x));
    };
    kernel.read(matrix, at(firstRow, column));
    kernel.read(matrix, at(row, firstColumn));
    kernel.write(matrix, at(row, column));
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << gap;
  }
}

/// Rodinia's Needleman-Wunsch: tiles on a diagonal, of which each reads the row above and
/// the column on its left, which are edges of the tiles of the diagonal before.
TEST(Decision, TilesOnADiagonal) {
  for (const auto &[overlap, isKept] : {std::pair(0, true), std::pair(1, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{16, 1, 1}, {3, 1, 1}};
    kernel.allocate(0x10000, 4 * 65 * 65);
    const uint32_t matrix = kernel.root(0x10000);
    const Value size = kernel.parameter(65), last = kernel.parameter(2);
    const Value block = kernel.reg(LaunchRegister::BlockX);
    const Value x = kernel.reg(LaunchRegister::ThreadX);
    const Value left = kernel.multiply(block, 16);
    const Value top = kernel.multiply(kernel.subtract(last, block), 16);
    const auto at = [&](Value row, Value column) {
      return kernel.element(kernel.add(kernel.multiply(row, size), column));
    };
    const Value k = kernel.recurrence(kernel.constant(-overlap), kernel.constant(1), 0);
    kernel.read(matrix, at(kernel.add(kernel.add(top, x), 1), left));
    kernel.read(matrix, at(top, kernel.add(kernel.add(left, x), 1)));
    kernel.write(matrix, at(kernel.add(kernel.add(top, k), 1), kernel.add(kernel.add(left, x), 1)),
                 {kernel.guard(k, Relation::SignedLess, kernel.constant(16), true)});
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << overlap;
  }
}

/// Each thread has a column, and reads it before it writes the rows but the first.
TEST(Decision, ColumnsInLoops) {
  for (const auto &[columns, isKept] : {std::pair(20, true), std::pair(15, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{16, 1, 1}, {1, 1, 1}};
    kernel.allocate(0x10000, 4 * 20 * 20);
    const uint32_t matrix = kernel.root(0x10000);
    const Value x = kernel.reg(LaunchRegister::ThreadX), size = kernel.parameter(uint64_t(columns));
    for (const int first : {0, 1}) {
      const Value start = kernel.add(kernel.multiply(size, first), x);
      const Value i = kernel.recurrence(kernel.constant(first), kernel.constant(1), first);
      const auto guard = kernel.guard(i, Relation::SignedLess, kernel.constant(16), true);
      kernel.access(first, matrix, kernel.element(kernel.recurrence(start, size, first)), {guard});
    }
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << columns;
  }
}

/// a[i * n + j] for j from 0 to i, or from i on, in a loop over rows or for the thread's own.
TEST(Decision, Triangles) {
  for (const bool isBelow : {true, false})
    for (const auto &[length, isKept] : {std::pair(20, true), std::pair(18, false)}) {
      test::KernelTables kernel;
      kernel.shape = {{8, 1, 1}, {2, 1, 1}};
      kernel.allocate(0x1000, 4 * 20 * 20);
      const uint32_t root = kernel.root(0x1000);
      const Value size = kernel.parameter(20), one = kernel.constant(1);
      const Value i = kernel.recurrence(kernel.index(), kernel.stride(), 0);
      const Value j = kernel.recurrence(isBelow ? kernel.constant(0) : i, one, 1);
      const Value place = kernel.add(kernel.multiply(i, length), j);
      const auto end = isBelow ? kernel.guard(j, Relation::SignedLessEqual, i, true)
                               : kernel.guard(j, Relation::SignedLess, size, true);
      const auto rows = kernel.guard(i, Relation::SignedLess, size, true);
      kernel.write(root, kernel.element(place), {end, rows});
      EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << isBelow << length;
    }
}

/// The end of a thread's part is that of the array, perhaps.
TEST(Decision, PartsUpToAMinimum) {
  for (const auto &[part, isKept] : {std::pair(8, true), std::pair(9, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{16, 1, 1}, {3, 1, 1}};
    kernel.allocate(0x1000, 4 * 300);
    const uint32_t root = kernel.root(0x1000);
    const Value first = kernel.multiply(kernel.index(), 8);
    const Value end =
        kernel.binary(Kind::SignedMin, kernel.add(first, part), kernel.parameter(300));
    const Value j = kernel.recurrence(first, kernel.constant(1), 0);
    kernel.write(root, kernel.element(j), {kernel.guard(j, Relation::SignedLess, end, true)});
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << part;
  }
}

/// The last lane of each warp has the element of the warp.
TEST(Decision, OneLaneOfEachWarp) {
  for (const auto &[relation, isKept] :
       {std::pair(Relation::Equal, true), std::pair(Relation::SignedLessEqual, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{96, 1, 1}, {4, 1, 1}};
    kernel.allocate(0x1000, 4 * 12);
    const uint32_t root = kernel.root(0x1000);
    const Value warp = kernel.binary(Kind::Divide, kernel.index(), kernel.constant(32));
    const Value lane = kernel.cast(
        Kind::ZeroExtend, kernel.cast(Kind::Truncate, kernel.reg(LaunchRegister::ThreadX), 5), 32);
    kernel.write(root, kernel.element(warp), {kernel.guard(kernel.constant(31), relation, lane)});
    if (!isKept)
      kernel.guards.back() = kernel.guard(kernel.constant(30), relation, lane);
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u);
  }
}

/// Overlapping tiles, of which each block has the inner part, as far as it is in the array.
TEST(Decision, InnerPartOfATile) {
  for (const auto &[halo, isKept] : {std::pair(3, true), std::pair(2, false)}) {
    test::KernelTables kernel;
    kernel.shape = {{32, 1, 1}, {4, 1, 1}};
    kernel.allocate(0x1000, 4 * 90);
    const uint32_t root = kernel.root(0x1000);
    const Value size = kernel.parameter(90), zero = kernel.constant(0);
    const Value x = kernel.reg(LaunchRegister::ThreadX);
    const Value first =
        kernel.add(kernel.multiply(kernel.reg(LaunchRegister::BlockX), 32 - 2 * 3), -3);
    const Value least = kernel.subtract(kernel.binary(Kind::SignedMax, zero, first), first);
    const Value most = kernel.subtract(
        kernel.binary(Kind::SignedMin, kernel.add(size, -1), kernel.add(first, 31)), first);
    kernel.write(root, kernel.element(kernel.add(first, x)),
                 {kernel.guard(least, Relation::SignedLessEqual, x),
                  kernel.guard(x, Relation::SignedLessEqual, most),
                  kernel.less(kernel.constant(halo - 1), x),
                  kernel.less(x, kernel.constant(32 - halo))});
    EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u) << halo;
  }
}

/// It is no less than either of the two, which may be both.
TEST(Decision, MaximumTellsNoThreads) {
  test::KernelTables kernel;
  kernel.shape = {{32, 1, 1}, {1, 1, 1}};
  kernel.allocate(0x1000, 4 * 32);
  const uint32_t root = kernel.root(0x1000);
  const Value x = kernel.reg(LaunchRegister::ThreadX);
  kernel.write(root, kernel.element(kernel.binary(Kind::SignedMax, x, kernel.constant(5))));
  EXPECT_EQ(kernel.resolved(), 0u);
  kernel.forms.clear();
  const Value least = kernel.binary(Kind::SignedMin, x, kernel.constant(5));
  kernel.write(root, kernel.element(x), {kernel.less(least, x)});
  EXPECT_EQ(kernel.resolved(), 1u);
}

/// A thread's number as a row and a column. Rows of another length only tell threads if
/// they are longer, which nobody looks at.
TEST(Decision, RowAndColumn) {
  for (const auto &[length, isKept] : {std::pair(5, true), std::pair(4, false)})
    for (const bool isSigned : {true, false}) {
      test::KernelTables kernel;
      kernel.shape = {{8, 1, 1}, {4, 1, 1}};
      kernel.allocate(0x1000, 4 * 64);
      const uint32_t root = kernel.root(0x1000);
      const Value columns = kernel.parameter(5), index = kernel.index();
      const Value row = kernel.binary(
          isSigned ? abi::TermKind::SignedDivide : abi::TermKind::Divide, index, columns);
      const Value column = isSigned ? kernel.binary(abi::TermKind::SignedRemainder, index, columns)
                                    : kernel.subtract(index, kernel.multiply(row, columns));
      kernel.write(root, kernel.element(kernel.add(kernel.multiply(row, length), column)));
      EXPECT_EQ(kernel.resolved(), isKept ? 1u : 0u);
    }
}

/// The quotient alone is that of several threads, and so is the rest.
TEST(Decision, RowOrColumn) {
  for (const auto kind : {abi::TermKind::SignedDivide, abi::TermKind::SignedRemainder}) {
    test::KernelTables kernel;
    kernel.shape = {{8, 1, 1}, {4, 1, 1}};
    kernel.allocate(0x1000, 4 * 64);
    const uint32_t root = kernel.root(0x1000);
    kernel.write(root, kernel.element(kernel.binary(kind, kernel.index(), kernel.constant(5))));
    EXPECT_EQ(kernel.resolved(), 0u);
  }
}

/// 2^20 threads with 2^13 elements of 4 bytes each.
TEST(Decision, IndexThatWraps) {
  test::KernelTables kernel;
  kernel.shape = {{1024, 1, 1}, {1024, 1, 1}};
  kernel.allocate(uint64_t(1) << 40, uint64_t(1) << 36);
  const uint32_t root = kernel.root(uint64_t(1) << 40);
  const Value narrow = kernel.multiply(kernel.index(), 1 << 13);
  kernel.write(root, kernel.element(narrow));
  EXPECT_EQ(kernel.resolved(), 0u);
  kernel.forms.clear();
  kernel.write(root, kernel.element(kernel.cast(Kind::ZeroExtend, kernel.index(), 64), 1 << 15));
  EXPECT_EQ(kernel.resolved(), 1u);
  kernel.shape.grid[0] = 256;
  kernel.forms.clear();
  kernel.write(root, kernel.element(narrow, 4, 0, Kind::ZeroExtend));
  EXPECT_EQ(kernel.resolved(), 1u) << "2^31 fits unsigned";
}

TEST_F(DecisionTest, NegativeStride) {
  const Value last = kernel.add(size, -1);
  kernel.write(out, kernel.element(kernel.subtract(last, index)), inside());
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, BaseBeforeTheAllocation) {
  kernel.arguments[1] = Out - 4;
  kernel.write(out, kernel.element(kernel.add(index, 1)), inside());
  kernel.read(in, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 0u);
  kernel.arguments[1] = Out + 4000;
  EXPECT_EQ(kernel.resolved(), 0u) << "nor behind it";
}

TEST_F(DecisionTest, UnknownMemoryThatIsRead) {
  kernel.arguments[0] = 0x700000;
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 2u);
  kernel.read(in, Anywhere);
  EXPECT_EQ(kernel.resolved(), 0u) << "it may be anywhere";
}

/// in - 1 is no address of the array, in[index] is.
TEST_F(DecisionTest, ReadFromABaseBeforeTheAllocation) {
  kernel.arguments[0] = Out - 4;
  kernel.read(in, kernel.element(kernel.add(index, 1)), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 0u);
}

TEST_F(DecisionTest, EndOfOneIsStartOfTheNext) {
  kernel.allocate(Out + 4000, 64);
  kernel.arguments[0] = Out + 4000;
  kernel.read(in, Anywhere);
  writeOut();
  EXPECT_EQ(kernel.resolved(), 0u);
}

TEST_F(DecisionTest, Float4) {
  kernel.allocate(Out, 16000);
  kernel.write(out, kernel.element(index, 16), inside(), 16);
  EXPECT_TRUE(isResolved(out));
  kernel.write(out, kernel.element(index, 12), inside(), 16);
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, FieldsOfAStruct) {
  kernel.allocate(Out, 12000);
  for (const int64_t member : {0, 4, 8})
    kernel.write(out, kernel.element(index, 12, member), inside());
  EXPECT_TRUE(isResolved(out));
  kernel.read(out, kernel.element(index, 12, 12), {kernel.less(index, kernel.add(size, -1))});
  EXPECT_FALSE(isResolved(out)) << "that of the next thread";
}

TEST_F(DecisionTest, HalvesOfOneAllocation) {
  kernel.allocate(Out, 8000);
  kernel.arguments[0] = Out + 4000;
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
  kernel.arguments[0] = Out + 3996;
  EXPECT_EQ(kernel.resolved(), 0u);
  kernel.arguments[0] = Out;
  EXPECT_EQ(kernel.resolved(), 3u) << "one array, in place";
}

TEST_F(DecisionTest, Broadcast) {
  kernel.read(in, kernel.element(kernel.constant(0)), inside());
  kernel.read(in, Anywhere);
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
  kernel.read(out, kernel.element(kernel.constant(0)), inside());
  EXPECT_EQ(kernel.resolved(), 1u);
}

TEST_F(DecisionTest, AllWriteOneElement) {
  kernel.write(out, kernel.element(kernel.constant(3)), inside());
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, OneThreadWrites) {
  const Value zero = kernel.constant(0);
  kernel.write(out, kernel.element(zero), {kernel.guard(index, Relation::Equal, zero)});
  EXPECT_TRUE(isResolved(out));
  kernel.forms.clear();
  kernel.write(out, kernel.element(zero),
               {kernel.guard(kernel.reg(LaunchRegister::ThreadX), Relation::Equal, zero)});
  EXPECT_FALSE(isResolved(out)) << "one of each block";
}

/// The first thread writes its element once more, by a constant index.
TEST_F(DecisionTest, OneThreadWritesItsElement) {
  const Value zero = kernel.constant(0);
  writeOut();
  kernel.write(out, kernel.element(zero), {kernel.guard(index, Relation::Equal, zero)});
  EXPECT_TRUE(isResolved(out));
  kernel.write(out, kernel.element(kernel.constant(1)),
               {kernel.guard(index, Relation::Equal, zero)});
  EXPECT_FALSE(isResolved(out)) << "that of the second one";
}

TEST_F(DecisionTest, DifferentSingleThreads) {
  const Value zero = kernel.constant(0);
  for (const int thread : {0, 1})
    kernel.write(out, kernel.element(zero),
                 {kernel.guard(index, Relation::Equal, kernel.constant(thread))});
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, AllButTheFirst) {
  kernel.write(
      out, kernel.element(kernel.add(index, -1)),
      {kernel.guard(index, Relation::NotEqual, kernel.constant(0)), kernel.less(index, size)});
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, MissingDimension) {
  kernel.shape.block[1] = 2;
  kernel.write(out, kernel.element(index), inside());
  EXPECT_FALSE(isResolved(out));
  kernel.shape.block[1] = 1;
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, OpenStores) {
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  for (const uint32_t flag : {abi::KernelOpenStores, abi::KernelOpen}) {
    kernel.flags = flag;
    EXPECT_EQ(kernel.resolved(), 0u);
  }
}

/// Of shared memory, perhaps: of what is global, the forms tell.
TEST_F(DecisionTest, ChecksWithoutRoot) {
  kernel.flags = abi::KernelUnrootedChecks;
  kernel.read(in, kernel.element(index), inside());
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
  kernel.read(out, Anywhere);
  EXPECT_EQ(kernel.resolved(), 1u);
}

TEST_F(DecisionTest, NullIsNotAccessed) {
  kernel.arguments[0] = 0;
  kernel.write(in, Anywhere);
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u);
}

TEST_F(DecisionTest, AliasableMemory) {
  kernel.allocate(In, 4000, true);
  kernel.allocate(Out, 4000, true);
  writeOut();
  EXPECT_EQ(kernel.resolved(), 3u) << "only one of them is accessed";
  kernel.read(in, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 0u);
  kernel.allocate(In, 4000, false);
  EXPECT_EQ(kernel.resolved(), 3u);
}

TEST_F(DecisionTest, AtomicsAreWrites) {
  kernel.access(abi::FormAtomic, out, kernel.element(kernel.constant(0)), inside());
  EXPECT_FALSE(isResolved(out));
  kernel.forms.clear();
  kernel.access(abi::FormAtomic, out, kernel.element(index), inside());
  EXPECT_TRUE(isResolved(out));
}

TEST_F(DecisionTest, AtomicsOfDeviceScopeDoNotRaceWithEachOther) {
  constexpr uint32_t Wide = abi::FormWrites | abi::FormAtomic | abi::FormWide;
  const auto atAnyWord = [&](uint32_t usage, uint32_t bytes) {
    kernel.access(usage, out, Anywhere, inside());
    kernel.forms.back().bytes = bytes;
  };
  kernel.access(Wide, out, kernel.element(kernel.constant(0)), inside());
  atAnyWord(Wide, 4);
  EXPECT_TRUE(isResolved(out));
  atAnyWord(Wide, 8);
  EXPECT_FALSE(isResolved(out)) << "of another size";
  kernel.forms.pop_back();
  atAnyWord(abi::FormWrites | abi::FormAtomic, 4);
  EXPECT_FALSE(isResolved(out)) << "of block scope";
  kernel.forms.pop_back();
  atAnyWord(Wide, 0);
  EXPECT_FALSE(isResolved(out)) << "of unknown size";
  kernel.forms.pop_back();
  kernel.read(out, kernel.element(index), inside());
  EXPECT_FALSE(isResolved(out)) << "a plain read";
}

/// A work list: out[atomicAdd(counter, amount)] = ...
class WorkListTest : public DecisionTest {
protected:
  WorkListTest() {
    kernel.allocate(Memory, 64);
    counter = kernel.root(Memory);
    kernel.draw(1, counter, zero(), 2);
    append(1);
  }

  Value zero() { return kernel.constant(0, 64); }
  void append(uint32_t ticket, int64_t member = 0, uint32_t flags = abi::FormFollowsDraw) {
    kernel.access(abi::FormWrites | flags, out, kernel.element(kernel.ticket(ticket), 4, member));
  }

  static constexpr uint64_t Memory = 0x300000;
  uint32_t counter;
};

TEST_F(WorkListTest, PlacesAreDifferent) {
  EXPECT_EQ(kernel.resolved(), 7u);
  kernel.read(in, kernel.element(index), inside());
  kernel.write(in, Anywhere);
  EXPECT_EQ(kernel.resolved(), 6u) << "other memory does not matter";
}

TEST_F(WorkListTest, AsManyElementsAsTheCounterGrows) {
  append(1, 4);
  EXPECT_TRUE(isResolved(out));
  append(1, 8);
  EXPECT_FALSE(isResolved(out)) << "that of the next ticket";
}

/// Of the tickets themselves it is known that they do not wrap, of four times them not.
TEST_F(WorkListTest, RecordsInALoop) {
  kernel.forms.pop_back();
  const Value k = kernel.recurrence(kernel.constant(0, 64), kernel.constant(1, 64), 3);
  const auto isResolvedWith = [&](Value record, int64_t size) {
    const Value place = kernel.multiply(kernel.add(record, k), 4);
    kernel.access(abi::FormWrites | abi::FormFollowsDraw, out, place,
                  {kernel.guard(k, Relation::SignedLess, kernel.constant(size, 64), true)});
    const bool result = isResolved(out);
    kernel.forms.pop_back();
    return result;
  };
  const auto wide = [&](Value value) { return kernel.cast(Kind::SignExtend, value, 64); };
  const Value record = kernel.multiply(wide(kernel.ticket(1)), 4);
  EXPECT_TRUE(isResolvedWith(record, 8)) << "the counter grows by 2";
  EXPECT_FALSE(isResolvedWith(record, 9));
  EXPECT_FALSE(isResolvedWith(wide(kernel.multiply(kernel.ticket(1), 4)), 4));
}

TEST_F(WorkListTest, UnsignedTickets) {
  kernel.forms.pop_back();
  kernel.access(abi::FormWrites | abi::FormFollowsDraw, out,
                kernel.element(kernel.ticket(1), 4, 0, Kind::ZeroExtend));
  EXPECT_TRUE(isResolved(out));
  append(1);
  EXPECT_FALSE(isResolved(out)) << "one number read in two ways, which nobody compares";
}

TEST_F(WorkListTest, CounterIsRead) {
  kernel.read(counter, zero());
  EXPECT_TRUE(isResolved(out));
  EXPECT_FALSE(isResolved(counter));
}

TEST_F(WorkListTest, CounterIsWritten) {
  const auto resolvedWith = [&](uint32_t flags, Value offset) {
    kernel.access(flags, counter, offset,
                  {kernel.guard(index, Relation::Equal, kernel.constant(0))});
    const bool result = isResolved(out);
    kernel.forms.pop_back();
    return result;
  };
  constexpr uint32_t Atomic = abi::FormWrites | abi::FormAtomic | abi::FormWide;
  EXPECT_FALSE(resolvedWith(abi::FormWrites, zero()));
  EXPECT_FALSE(resolvedWith(abi::FormWrites, Anywhere));
  EXPECT_FALSE(resolvedWith(Atomic, zero()));
  EXPECT_TRUE(resolvedWith(abi::FormWrites, kernel.constant(4, 64)));
}

TEST_F(WorkListTest, CounterOfOtherBytes) {
  kernel.draw(2, counter, kernel.constant(2, 64));
  append(2);
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, CounterUnderAnotherAddress) {
  kernel.allocate(Memory, 64, true);
  EXPECT_TRUE(isResolved(out));
  kernel.allocate(In, 4000, true);
  kernel.write(in, kernel.element(index), inside());
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, CounterInTheList) {
  kernel.arguments[3] = Out;
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, CounterOfEachThread) {
  kernel.forms.clear();
  kernel.draw(1, counter, kernel.element(kernel.reg(LaunchRegister::ThreadX)));
  append(1);
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, CounterOfUnknownPlace) {
  kernel.forms.clear();
  kernel.draw(1, counter, Anywhere);
  append(1);
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, TwoDraws) {
  kernel.draw(2, counter, zero());
  append(2);
  EXPECT_TRUE(isResolved(out)) << "of one counter";
  append(1, 4);
  EXPECT_FALSE(isResolved(out)) << "which grows by 1 at times";
}

TEST_F(WorkListTest, TwoCounters) {
  kernel.draw(2, counter, kernel.constant(4, 64));
  append(2);
  EXPECT_FALSE(isResolved(out));
}

/// The counter may wrap before any of its numbers is too large for the list.
TEST_F(WorkListTest, DrawsWithoutAnAccess) {
  kernel.draw(2, counter, zero());
  EXPECT_FALSE(isResolved(out));
  append(2, 0, 0);
  EXPECT_FALSE(isResolved(out)) << "not behind each draw";
}

/// The list may be full; each thread draws once, which does not make the counter wrap.
TEST_F(WorkListTest, DrawsOfEachThread) {
  kernel.forms.clear();
  kernel.draw(1, counter, zero());
  kernel.access(abi::FormWrites, out, kernel.element(kernel.ticket(1)),
                {kernel.less(kernel.ticket(1), size)});
  EXPECT_FALSE(isResolved(out));
  kernel.forms.front().flags |= abi::FormDrawsOnce;
  EXPECT_TRUE(isResolved(out));
  kernel.shape.grid = {1 << 15, 1 << 12, 1};
  EXPECT_FALSE(isResolved(out)) << "2^33 threads";
}

TEST_F(WorkListTest, ListAsLargeAsTheNumbers) {
  constexpr uint64_t Large = uint64_t(1) << 40;
  kernel.arguments[1] = Large;
  kernel.allocate(Large, uint64_t(4) << 32);
  EXPECT_FALSE(isResolved(out));
  kernel.allocate(Large, uint64_t(4) << 31);
  EXPECT_TRUE(isResolved(out));
}

TEST_F(WorkListTest, PartOfTheNumber) {
  kernel.forms.pop_back();
  const Value part = kernel.cast(Kind::Truncate, kernel.ticket(1), 8);
  kernel.access(abi::FormWrites | abi::FormFollowsDraw, out,
                kernel.element(part, 4, 0, Kind::ZeroExtend));
  EXPECT_FALSE(isResolved(out));
}

TEST_F(WorkListTest, OthersWriteToTheList) {
  kernel.write(out, kernel.element(index), inside());
  EXPECT_FALSE(isResolved(out));
  EXPECT_TRUE(isResolved(counter));
}

TEST_F(DecisionTest, UnknownPlacesAndSizes) {
  kernel.write(out, Anywhere);
  kernel.read(in, Anywhere);
  EXPECT_EQ(kernel.resolved(), 1u);
}

TEST_F(DecisionTest, NothingLaunched) {
  kernel.shape.grid[1] = 0;
  kernel.write(out, Anywhere);
  EXPECT_EQ(kernel.resolved(), 3u);
}

TEST_F(DecisionTest, NothingToDo) {
  kernel.arguments[2] = 0;
  writeOut();
  kernel.write(in, Anywhere, inside());
  EXPECT_EQ(kernel.resolved(), 3u) << "no index is below 0";
}

TEST_F(DecisionTest, Variable) {
  kernel.roots.push_back({abi::RootKind::Variable, 4, 0});
  kernel.write(2, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 0u) << "its address is not known";
  kernel.variables = {0, 0, Out};
  EXPECT_EQ(kernel.resolved(), 7u);
}

TEST_F(DecisionTest, FieldsOfParameters) {
  const Value wide = kernel.parameter(uint64_t(1000) << 32 | 7, 64);
  kernel.row(wide).bits = 32;
  kernel.row(wide).right = 4;
  kernel.write(out, kernel.element(index), {kernel.less(index, wide)});
  EXPECT_TRUE(isResolved(out));
  kernel.row(wide).right = 0;
  kernel.allocate(Out, 28);
  EXPECT_TRUE(isResolved(out)) << "7 elements";
  kernel.row(wide).left = 99;
  EXPECT_FALSE(isResolved(out));
}

TEST_F(DecisionTest, MinimumOfConstants) {
  const Value least = kernel.binary(Kind::SignedMin, size, kernel.constant(-5));
  kernel.write(out, kernel.element(kernel.subtract(index, least)), {});
  kernel.allocate(Out, 4 * 1029);
  EXPECT_TRUE(isResolved(out));
  kernel.row(least).kind = Kind::UnsignedMin;
  EXPECT_FALSE(isResolved(out)) << "1000 elements before the start";
}

TEST_F(DecisionTest, QuotientOfConstants) {
  const Value half = kernel.binary(Kind::Divide, size, kernel.constant(2));
  kernel.allocate(Out, 2000);
  kernel.write(out, kernel.element(index), {kernel.less(index, half)});
  EXPECT_TRUE(isResolved(out));
  kernel.write(out, kernel.element(kernel.binary(Kind::Divide, index, kernel.constant(2))),
               {kernel.less(index, half)});
  EXPECT_FALSE(isResolved(out));
}

/// Before the first multiple of the divisor, too.
TEST_F(DecisionTest, RemainderOfNegativeNumbers) {
  kernel.shape = {{16, 1, 1}, {1, 1, 1}};
  const Value before = kernel.add(kernel.reg(LaunchRegister::ThreadX), -5);
  const Value rest = kernel.cast(Kind::ZeroExtend, kernel.cast(Kind::Truncate, before, 5), 32);
  kernel.write(out, kernel.element(rest));
  kernel.read(
      out, kernel.element(kernel.constant(28)),
      {kernel.guard(kernel.reg(LaunchRegister::ThreadX), Relation::Equal, kernel.constant(15))});
  EXPECT_FALSE(isResolved(out));
}

/// Each thread reads what its neighbour wrote, behind a barrier of the block or not.
TEST_F(DecisionTest, BarriersBetweenAccessesOfABlock) {
  const Value thread = kernel.reg(LaunchRegister::ThreadX);
  const Guards hasNeighbour = {kernel.less(thread, kernel.constant(63)),
                               kernel.less(kernel.add(index, 1), size)};
  writeOut();
  kernel.read(out, kernel.element(kernel.add(index, 1)), hasNeighbour);
  abi::FormInfo &write = kernel.forms[0], &read = kernel.forms[1];
  EXPECT_FALSE(isResolved(out)) << "nothing is known of barriers";
  write.intervals = 1;
  read.intervals = 2;
  EXPECT_TRUE(isResolved(out));
  read.intervals = 0;
  EXPECT_FALSE(isResolved(out)) << "it may run anywhere";
  read.intervals = 3;
  EXPECT_FALSE(isResolved(out)) << "it runs on both sides of the barrier";
}

TEST_F(DecisionTest, NoBarrierJoinsBlocks) {
  writeOut();
  kernel.read(out, kernel.element(kernel.add(index, 1)), {kernel.less(kernel.add(index, 1), size)});
  kernel.forms[0].intervals = 1;
  kernel.forms[1].intervals = 2;
  EXPECT_FALSE(isResolved(out)) << "the last thread reads of the next block";
}

/// Of values that the host does not know.
using OpaqueTest = DecisionTest;

/// Each thread has a part of 8 elements, and one of them that it alone knows.
TEST_F(OpaqueTest, WithinThePartOfAThread) {
  kernel.shape = {{16, 1, 1}, {4, 1, 1}};
  for (const auto &[most, isKept] : {std::pair(7, true), std::pair(8, false)}) {
    kernel.forms.clear();
    const Value place = kernel.add(kernel.multiply(index, 8), kernel.opaque(1, 0, most));
    kernel.write(out, kernel.element(place));
    EXPECT_EQ(isResolved(out), isKept) << most;
  }
}

TEST_F(OpaqueTest, NothingKnownIsAnywhere) {
  const Value anyNumber = kernel.opaque(1, INT32_MIN, INT32_MAX);
  kernel.write(out, kernel.element(anyNumber));
  kernel.read(in, kernel.element(anyNumber));
  EXPECT_EQ(kernel.resolved(), 1u);
}

/// Where it leads out of the allocation it is as unknown as an access anywhere.
TEST_F(OpaqueTest, LeadsIntoTheAllocation) {
  kernel.allocate(Out + 4000, 256);
  const uint32_t next = kernel.root(Out + 4004);
  const Value place = kernel.opaque(1, 0, 1010);
  kernel.read(next, Anywhere);
  kernel.write(out, kernel.element(place), {kernel.guard(index, Relation::Equal, place)});
  EXPECT_EQ(kernel.resolved(), 7u);
}

/// Four times 2^62 and some more is that some more.
TEST_F(OpaqueTest, AddressesThatWrap) {
  const Value zero = kernel.constant(0);
  const Value least = kernel.add(kernel.cast(Kind::SignExtend, index, 64), 100);
  for (const auto &[most, isKept] :
       {std::pair(int64_t(1) << 40, true), std::pair((int64_t(1) << 62) + 5, false)}) {
    kernel.forms.clear();
    const Value place = kernel.opaque(1, 0, most, -1, 64);
    kernel.write(out, kernel.multiply(place, 4),
                 {kernel.guard(index, Relation::Equal, zero),
                  kernel.guard(least, Relation::SignedLessEqual, place)});
    kernel.read(out, kernel.element(index), {kernel.less(index, kernel.constant(100))});
    EXPECT_EQ(isResolved(out), isKept) << most;
  }
}

/// A value that a guard tells: out[v] of the thread whose number is v - 1.
TEST_F(OpaqueTest, GuardTellsTheThread) {
  for (const auto &[relation, isKept] :
       {std::pair(Relation::Equal, true), std::pair(Relation::SignedLessEqual, false)}) {
    kernel.forms.clear();
    const Value place = kernel.opaque(1, INT32_MIN, INT32_MAX);
    kernel.write(out, kernel.element(place),
                 {kernel.guard(index, relation, kernel.add(place, -1))});
    EXPECT_EQ(isResolved(out), isKept);
  }
}

/// Two names are two values, and one name is one value.
TEST_F(OpaqueTest, NamesAreTold) {
  for (const auto &[number, isKept] : {std::pair(1u, true), std::pair(2u, false)}) {
    kernel.forms.clear();
    const Value place = kernel.opaque(1, 0, 900), other = kernel.opaque(number, 0, 900);
    kernel.write(out, kernel.element(other), {kernel.guard(index, Relation::Equal, place)});
    EXPECT_EQ(isResolved(out), isKept) << number;
  }
}

/// The thread that a value of the block names, or one that each thread computes.
TEST_F(OpaqueTest, OneThreadOfEachBlock) {
  const Value block = kernel.reg(LaunchRegister::BlockX);
  for (const bool isOfBlock : {true, false}) {
    kernel.forms.clear();
    const Value chosen = isOfBlock ? kernel.opaqueOfBlock(1, 0, 63) : kernel.opaque(1, 0, 63);
    const Guards isChosen = {
        kernel.guard(kernel.reg(LaunchRegister::ThreadX), Relation::Equal, chosen)};
    kernel.write(out, kernel.element(block), isChosen);
    EXPECT_EQ(isResolved(out), isOfBlock);
    kernel.write(out, kernel.element(kernel.constant(3)), isChosen);
    EXPECT_FALSE(isResolved(out)) << "each block has another one";
  }
}

/// At one access it is that of the block, at another one it may still change.
TEST_F(OpaqueTest, OfTheBlockAtOneAccessOnly) {
  const Value block = kernel.reg(LaunchRegister::BlockX);
  const Value thread = kernel.reg(LaunchRegister::ThreadX);
  for (const bool isOfBlock : {true, false}) {
    kernel.forms.clear();
    const Value chosen = kernel.opaqueOfBlock(1, 0, 63);
    const Value before = isOfBlock ? chosen : kernel.opaque(1, 0, 63, 4);
    kernel.write(out, kernel.element(block), {kernel.guard(thread, Relation::Equal, chosen)});
    kernel.read(out, kernel.element(block), {kernel.guard(thread, Relation::Equal, before)});
    EXPECT_EQ(isResolved(out), isOfBlock);
  }
}

/// A value of the block is another one in another block.
TEST_F(OpaqueTest, BlocksHaveValuesOfTheirOwn) {
  const Value block = kernel.reg(LaunchRegister::BlockX);
  const Value thread = kernel.reg(LaunchRegister::ThreadX);
  for (const auto &[weight, isKept] : {std::pair(8, true), std::pair(7, false)}) {
    kernel.forms.clear();
    const Value place = kernel.add(kernel.multiply(block, weight), kernel.opaqueOfBlock(1, 0, 7));
    kernel.write(out, kernel.element(place),
                 {kernel.guard(thread, Relation::Equal, kernel.constant(5))});
    EXPECT_EQ(isResolved(out), isKept) << weight;
  }
}

/// A loop up to a number that is known before it starts, or one that each round computes: then
/// the counter may wrap in a round of which nothing is known.
TEST_F(OpaqueTest, EndOfALoop) {
  kernel.shape.grid[0] = 4;
  kernel.allocate(Out, 4096);
  const Value i = kernel.recurrence(index, kernel.stride(), 7);
  for (const auto &[loop, isKept] :
       {std::pair(-1, true), std::pair(6, true), std::pair(7, false), std::pair(8, false)}) {
    kernel.forms.clear();
    const Value end = kernel.opaque(1, 0, 1000, loop);
    kernel.write(out, kernel.element(i), {kernel.guard(i, Relation::SignedLess, end, true)});
    EXPECT_EQ(isResolved(out), isKept) << loop;
  }
}

/// Elements of the block from an unknown one on, but not from the first, by the thread before
/// it, up to the first one of the next block.
TEST_F(OpaqueTest, StartOfALoop) {
  const Value block = kernel.reg(LaunchRegister::BlockX);
  const Value thread = kernel.reg(LaunchRegister::ThreadX);
  for (const auto &[end, isKept] : {std::pair(65, true), std::pair(66, false)}) {
    kernel.forms.clear();
    const Value chosen = kernel.opaqueOfBlock(1, INT32_MIN, INT32_MAX);
    const Value first = kernel.multiply(block, 64);
    const Value i = kernel.recurrence(kernel.add(first, chosen), kernel.constant(1), 0);
    kernel.write(out, kernel.element(i),
                 {kernel.guard(thread, Relation::Equal, kernel.add(chosen, -1)),
                  kernel.guard(i, Relation::SignedLess, kernel.add(first, end), true)});
    EXPECT_EQ(isResolved(out), isKept) << end;
  }
}

/// Of 8 bits: as a number with sign it lies before the part, without it behind its half.
TEST_F(OpaqueTest, Extensions) {
  kernel.shape = {{4, 1, 1}, {2, 1, 1}};
  const Value value = kernel.opaque(1, -128, 127, -1, 8);
  const auto writeAt = [&](Kind extend, int64_t first) {
    const Value part = kernel.add(kernel.multiply(index, 256), first);
    kernel.write(out, kernel.element(kernel.add(part, kernel.cast(extend, value, 32)), 1), {}, 1);
  };
  writeAt(Kind::ZeroExtend, 0);
  EXPECT_TRUE(isResolved(out));
  writeAt(Kind::SignExtend, 128);
  EXPECT_TRUE(isResolved(out));
  writeAt(Kind::ZeroExtend, 1);
  EXPECT_FALSE(isResolved(out)) << "the first byte of the next thread";
}

/// v + 100 is the thread's number modulo 256, which tells v if it does not wrap.
TEST_F(OpaqueTest, EqualModuloItsWidth) {
  for (const auto &[least, isKept] : {std::pair(0, true), std::pair(-128, false)}) {
    kernel.forms.clear();
    kernel.shape = {{256, 1, 1}, {1, 1, 1}};
    const Value thread = kernel.reg(LaunchRegister::ThreadX);
    kernel.row(thread).bits = 8;
    const Value value = kernel.opaque(1, least, 127, -1, 8);
    const Value place = kernel.add(kernel.cast(Kind::SignExtend, value, 32), 128);
    kernel.write(out, kernel.element(place),
                 {kernel.guard(thread, Relation::Equal, kernel.add(value, 100))});
    EXPECT_EQ(isResolved(out), isKept) << least;
  }
}

/// The sums of blocks, as Rodinia's srad makes them: all threads of a block read an element,
/// and the last thread writes the sum over the first one, but in the last block, which may be
/// short: there it is thread number f - 1, which adds the elements from f on.
class BlockSums : public ::testing::Test {
protected:
  static constexpr int64_t Threads = 512;

  struct Fault {
    int64_t firstOfRest = 0; ///< added to f
    int64_t blocksOfRest = 0;
    bool isOfThread = false; ///< f
  };

  uint64_t resolvedWith(uint64_t count, uint64_t stride, const Fault &fault) {
    test::KernelTables kernel;
    const uint64_t blocks = (count + Threads - 1) / Threads;
    kernel.shape = {{uint32_t(Threads), 1, 1}, {uint32_t(blocks), 1, 1}};
    kernel.allocate(0x100000, 4 * 502 * 458);
    const uint32_t sums = kernel.root(0x100000);
    const Value size = kernel.parameter(count), step = kernel.parameter(stride);
    const Value block = kernel.reg(LaunchRegister::BlockX);
    const Value thread = kernel.reg(LaunchRegister::ThreadX);
    const Value lastBlock = kernel.add(kernel.reg(LaunchRegister::BlocksX), -1);
    const Value rest = kernel.subtract(
        size, kernel.multiply(kernel.add(kernel.reg(LaunchRegister::BlocksX), -1), Threads));
    const Value full = kernel.constant(Threads), first = kernel.multiply(block, Threads);
    const Value own = kernel.element(kernel.multiply(first, step));
    kernel.read(sums, kernel.element(kernel.multiply(kernel.index(), step)),
                {kernel.less(kernel.index(), size)});
    kernel.forms.back().intervals = 1;
    const auto isLast = kernel.guard(thread, Relation::Equal, kernel.constant(Threads - 1));
    const auto isShort = kernel.guard(rest, Relation::NotEqual, full);
    kernel.write(sums, own, {isLast, kernel.guard(rest, Relation::Equal, full)});
    kernel.forms.back().intervals = 6;
    kernel.write(sums, own, {isLast, kernel.guard(block, Relation::NotEqual, lastBlock), isShort});
    kernel.forms.back().intervals = 10;

    const Value f = fault.isOfThread ? kernel.opaque(1, INT32_MIN, INT32_MAX)
                                     : kernel.opaqueOfBlock(1, INT32_MIN, INT32_MAX);
    Guards guards = {
        kernel.guard(thread, Relation::Equal, kernel.add(f, -1)),
        kernel.guard(block, Relation::Equal, kernel.add(lastBlock, -fault.blocksOfRest)), isShort};
    kernel.write(sums, own, guards);
    kernel.forms.back().intervals = 18;
    const Value start = kernel.add(kernel.add(first, f), fault.firstOfRest);
    const Value i = kernel.recurrence(start, kernel.constant(1), 3);
    guards.push_back(kernel.guard(i, Relation::SignedLess, kernel.add(first, rest), true));
    kernel.read(sums, kernel.element(i), guards);
    kernel.forms.back().intervals = 18;
    return kernel.resolved();
  }
};

TEST_F(BlockSums, BothRounds) {
  EXPECT_EQ(resolvedWith(502 * 458, 1, {}), 1u);
  EXPECT_EQ(resolvedWith(449, 512, {}), 1u) << "the sums of the first round";
}

TEST_F(BlockSums, RestStartsInTheBlockBefore) {
  EXPECT_EQ(resolvedWith(502 * 458, 1, {.firstOfRest = -1}), 1u) << "its own sum, if f is 1";
  EXPECT_EQ(resolvedWith(502 * 458, 1, {.firstOfRest = -Threads}), 1u);
  EXPECT_EQ(resolvedWith(502 * 458, 1, {.firstOfRest = -Threads - 1}), 0u)
      << "the sum of the block before, if f is 1";
}

TEST_F(BlockSums, EachThreadHasARest) {
  EXPECT_EQ(resolvedWith(502 * 458, 1, {.isOfThread = true}), 0u);
}

TEST_F(BlockSums, RestOfTheBlockBefore) {
  EXPECT_EQ(resolvedWith(502 * 458, 1, {.blocksOfRest = 1}), 0u);
}

TEST_F(DecisionTest, TooManyForms) {
  writeOut();
  for (int i = 0; i < 600; ++i)
    kernel.read(in, kernel.element(index), inside());
  EXPECT_EQ(kernel.resolved(), 0u);
}

} // namespace
} // namespace warpsan::resolve
