//===- MatrixTile.h - Memory of a warp-wide matrix access -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes ldmatrix, stmatrix, wmma.load and wmma.store touch (PTX ISA 8.8,
// 9.7.14), from the tokens of their PTX mnemonic or of the intrinsic's name:
// both are made of the same ones.
//===----------------------------------------------------------------------===//
#pragma once

#include "ptx/MatrixType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace warpsan::ptx {

/// `m16n16k16`: A is m x k, B is k x n, C and D are m x n.
struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
};

std::optional<MatrixShape> matrixShape(llvm::ArrayRef<llvm::StringRef> tokens);
std::optional<MatrixType> matrixType(llvm::StringRef token);

struct MatrixTile {
  MatrixType type = MatrixType::B16;
  unsigned rows = 0;
  unsigned columns = 0;
  bool byRows = true;       ///< how it lies in memory, else column by column
  bool rowsOfLanes = false; ///< lane r gives the address of row r, else one of
                            ///< the tile and a stride are given
  bool transposed = false;  ///< on the way to or from registers

  /// A line, row or column, is contiguous.
  unsigned lines() const { return byRows ? rows : columns; }
  unsigned lineElements() const { return byRows ? columns : rows; }
  unsigned lineBytes() const { return lineElements() * bytesOf(type); }
};

/// Nothing for forms that are not modelled.
std::optional<MatrixTile> matrixTile(llvm::ArrayRef<llvm::StringRef> tokens);

} // namespace warpsan::ptx
