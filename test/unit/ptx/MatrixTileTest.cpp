//===- MatrixTileTest.cpp - Memory of a warp-wide matrix access ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/MatrixTile.h"
#include "llvm/ADT/SmallVector.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace warpsan::ptx {
namespace {

std::optional<MatrixTile> tileOf(StringRef mnemonic) {
  SmallVector<StringRef, 10> tokens;
  mnemonic.split(tokens, '.');
  return matrixTile(tokens);
}

TEST(MatrixTile, RowsOfLanes) {
  const auto tile = tileOf("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16");
  ASSERT_TRUE(tile);
  EXPECT_TRUE(tile->rowsOfLanes);
  EXPECT_TRUE(tile->transposed);
  EXPECT_EQ(tile->lines(), 16u);
  EXPECT_EQ(tile->lineBytes(), 16u);
}

TEST(MatrixTile, FragmentsByRowsAndColumns) {
  // B is 16 x 8.
  const auto rows = tileOf("wmma.load.b.sync.aligned.row.m32n8k16.shared.f16");
  ASSERT_TRUE(rows);
  EXPECT_FALSE(rows->rowsOfLanes);
  EXPECT_EQ(rows->lines(), 16u);
  EXPECT_EQ(rows->lineBytes(), 16u);
  const auto columns = tileOf("wmma.load.b.sync.aligned.col.m32n8k16.shared.f16");
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->lines(), 8u);
  EXPECT_EQ(columns->lineBytes(), 32u);
}

TEST(MatrixTile, IntrinsicsHaveTheSameTokens) {
  const auto tile = tileOf("llvm.nvvm.wmma.m8n8k4.store.d.row.stride.f64.p0");
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->type, MatrixType::F64);
  EXPECT_EQ(tile->lineBytes(), 64u);
}

TEST(MatrixTile, OtherFormsAreUnknown) {
  for (const char *mnemonic :
       {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", "ldmatrix.sync.aligned.m8n8.x8.b16",
        "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32",
        "wmma.load.a.sync.aligned.row.m8n8k32.s4", "wmma.load.a.sync.aligned.row.m8n8k128.b1",
        "wmma.load.a.sync.aligned.m16n16k16.f16", "wmma.load.a.sync.aligned.row.m64n16k16.f16",
        "wmma.load.a.sync.aligned.row.f16"})
    EXPECT_FALSE(tileOf(mnemonic)) << mnemonic;
}

} // namespace
} // namespace warpsan::ptx
