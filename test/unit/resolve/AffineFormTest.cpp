//===- AffineFormTest.cpp - Forms, intervals, domains -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "resolve/Domain.h"
#include <gtest/gtest.h>

namespace warpsan::resolve {
namespace {

constexpr Variable ThreadX = 0, BlockX = 3, Round = FirstRound;

AffineForm variable(Variable which, int64_t coefficient = 1) {
  return *AffineForm::ofVariable(which).times(coefficient);
}

AffineForm index(int64_t threads) { return *variable(BlockX, threads).plus(variable(ThreadX)); }

void expectRange(const Interval &values, Wide low, Wide high) {
  EXPECT_TRUE(values.low == low) << int64_t(values.low);
  EXPECT_TRUE(values.high == high) << int64_t(values.high);
}

TEST(Interval, DivisionsRoundOutwards) {
  EXPECT_TRUE(floorDivide(-7, 2) == -4);
  EXPECT_TRUE(ceilDivide(-7, 2) == -3);
  EXPECT_TRUE(floorDivide(7, -2) == -4);
  EXPECT_TRUE(ceilDivide(Infinity, -2) == -Infinity);
}

TEST(Interval, NoEndStaysNone) {
  const Interval rounds{0, Infinity};
  expectRange(rounds * -3 + Interval{5, 6}, -Infinity, 6);
  EXPECT_FALSE((rounds * (int64_t(1) << 62)).isFinite());
}

TEST(AffineForm, VariablesThatCancelAreGone) {
  const AffineForm form = *index(8).minus(variable(ThreadX));
  ASSERT_EQ(form.summands().size(), 1u);
  EXPECT_EQ(form.coefficientOf(BlockX), 8);
  EXPECT_TRUE(form.minus(variable(BlockX, 8))->isConstant());
}

TEST(AffineForm, WhatDoesNotFitIsNotKnown) {
  const AffineForm large = *AffineForm::ofConstant(Wide(1) << 61);
  EXPECT_TRUE(large.times(2));
  EXPECT_FALSE(large.times(4));
  EXPECT_FALSE(variable(ThreadX, int64_t(1) << 61).times(-4));
  EXPECT_FALSE(AffineForm::ofConstant(Wide(1) << 63));
}

TEST(AffineForm, CountsPartsInProportion) {
  EXPECT_EQ(index(8).times(4)->countOf(index(8)), 4);
  EXPECT_EQ(index(8).times(-4)->countOf(index(8)), -4);
  EXPECT_EQ(index(8).countOf(index(16)), 0);
  EXPECT_EQ(variable(ThreadX).countOf(index(8)), 0);
}

TEST(Domain, GuardBoundsAWholeIndex) {
  Domain domain({{64, 1, 1}, {4, 1, 1}});
  domain.restrict(index(64), {-Infinity, 199});
  expectRange(domain.range(*index(64).times(4)), 0, 796);
  expectRange(domain.range(BlockX), 0, 3);
  expectRange(domain.range(ThreadX), 0, 63);
}

TEST(Domain, GuardOfAnIndexEndsALoop) {
  Domain domain({{64, 1, 1}, {4, 1, 1}});
  expectRange(domain.range(Round), 0, Infinity);
  domain.restrict(*index(64).plus(variable(Round, 256)), {-Infinity, 999});
  expectRange(domain.range(Round), 0, 3);
}

TEST(Domain, NothingLeft) {
  Domain domain({{64, 1, 1}, {4, 1, 1}});
  EXPECT_FALSE(domain.isEmpty());
  domain.restrict(index(64), {256, Infinity});
  EXPECT_TRUE(domain.isEmpty());
}

TEST(Domain, SumOfNothingButZeros) {
  Domain domain({{64, 1, 1}, {4, 1, 1}});
  domain.restrict(index(64), {0, 0});
  EXPECT_TRUE(domain.range(ThreadX).isSingle());
  EXPECT_TRUE(domain.range(BlockX).isSingle());
}

TEST(Domain, EndsOfMultiplesRoundInwards) {
  Domain domain({{64, 1, 1}, {1, 1, 1}});
  domain.restrict(variable(ThreadX, -3), {-10, -4});
  expectRange(domain.range(ThreadX), 2, 3);
}

} // namespace
} // namespace warpsan::resolve
