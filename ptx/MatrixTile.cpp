//===- MatrixTile.cpp - Memory of a warp-wide matrix access ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/MatrixTile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace warpsan::ptx {
namespace {

constexpr unsigned WarpSize = 32;

std::optional<MatrixShape> shapeOf(StringRef token) {
  MatrixShape shape;
  const bool isShape = token.consume_front("m") && !token.consumeInteger(10, shape.m) &&
                       token.consume_front("n") && !token.consumeInteger(10, shape.n) &&
                       token.consume_front("k") && !token.consumeInteger(10, shape.k) &&
                       token.empty();
  return isShape ? std::optional(shape) : std::nullopt;
}

/// 8x8 matrices of 16-bit elements, each of 8 rows whose addresses come from 8
/// lanes: lanes 0-7 for the first matrix, 8-15 for the second, and so on.
std::optional<MatrixTile> rowsOfLanes(ArrayRef<StringRef> tokens) {
  const bool isKnown = is_contained(tokens, "m8n8") && is_contained(tokens, "b16");
  for (auto [count, matrices] : {std::pair("x1", 1u), {"x2", 2u}, {"x4", 4u}})
    if (isKnown && is_contained(tokens, count))
      return MatrixTile{.type = MatrixType::B16,
                        .rows = 8 * matrices,
                        .columns = 8,
                        .byRows = true,
                        .rowsOfLanes = true,
                        .transposed = is_contained(tokens, "trans")};
  return std::nullopt;
}

std::optional<MatrixTile> fragment(ArrayRef<StringRef> tokens) {
  const std::optional<MatrixShape> shape = matrixShape(tokens);
  std::optional<MatrixType> type;
  for (StringRef token : tokens)
    if (std::optional<MatrixType> found = matrixType(token))
      type = found;
  if (!shape || !type || is_contained(tokens, "row") == is_contained(tokens, "col"))
    return std::nullopt;
  MatrixTile tile;
  tile.type = *type;
  tile.rows = is_contained(tokens, "b") ? shape->k : shape->m;
  tile.columns = is_contained(tokens, "a") ? shape->k : shape->n;
  tile.byRows = is_contained(tokens, "row");
  return tile.lines() <= WarpSize ? std::optional(tile) : std::nullopt;
}

} // namespace

std::optional<MatrixShape> matrixShape(ArrayRef<StringRef> tokens) {
  for (StringRef token : tokens)
    if (std::optional<MatrixShape> shape = shapeOf(token))
      return shape;
  return std::nullopt;
}

std::optional<MatrixType> matrixType(StringRef token) {
  return StringSwitch<std::optional<MatrixType>>(token)
#define WARPSAN_MATRIX_TYPE(Token, Name, Bytes) .Case(Token, MatrixType::Name)
#include "ptx/matrix_types.def"
      .Default(std::nullopt);
}

std::optional<MatrixTile> matrixTile(ArrayRef<StringRef> tokens) {
  return is_contained(tokens, "wmma") ? fragment(tokens) : rowsOfLanes(tokens);
}

} // namespace warpsan::ptx
