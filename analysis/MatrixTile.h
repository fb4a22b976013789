//===- MatrixTile.h - Memory of a warp-wide matrix access -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes ldmatrix, stmatrix, wmma.load and wmma.store touch (PTX ISA 8.8,
// 9.7.14). A lane of ldmatrix and stmatrix gives the address of one row. Of
// wmma only the tile is specified and not which lane touches which element:
// here lane r stands for line r, so that together they are the tile.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/MemoryAccess.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace warpsan {

/// Lines are the rows of a tile that is stored row by row, else its columns.
struct MatrixTile {
  unsigned lines = 0;        ///< lane r < lines accesses line r
  unsigned lineBytes = 0;    ///< contiguous
  unsigned elementBytes = 0; ///< unit of the stride between lines
  unsigned stride = 0;       ///< where the instruction has none; 0: each lane
                             ///< gives the address of its line
};

/// Makes an access one of a tile: `stride` is the operand of the instruction, or
/// null if it has none.
void setTile(MemoryAccess &access, const MatrixTile &tile, llvm::Value *stride);

/// Tile of the instruction with these tokens in its PTX mnemonic or in the name
/// of its intrinsic; nothing for forms that are not modelled.
std::optional<MatrixTile> matrixTile(llvm::ArrayRef<llvm::StringRef> tokens);

} // namespace warpsan
