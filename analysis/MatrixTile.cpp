//===- MatrixTile.cpp - Memory of a warp-wide matrix access ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/MatrixTile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace warpsan {
namespace {

constexpr unsigned WarpSize = 32;
/// Of every line: addresses are multiples of 16 bytes or of the fragment, and
/// strides multiples of 16 bytes.
constexpr unsigned MatrixAlignment = 4;

/// Extents of `m16n16k16`.
struct Shape {
  unsigned m = 0, n = 0, k = 0;
};

std::optional<Shape> shapeOf(StringRef token) {
  Shape shape;
  const bool isShape = token.consume_front("m") && !token.consumeInteger(10, shape.m) &&
                       token.consume_front("n") && !token.consumeInteger(10, shape.n) &&
                       token.consume_front("k") && !token.consumeInteger(10, shape.k) &&
                       token.empty();
  return isShape ? std::optional(shape) : std::nullopt;
}

/// 0 for the types of less than a byte too: their lines are packed.
unsigned elementBytesOf(StringRef token) {
  return StringSwitch<unsigned>(token)
      .Cases({"s8", "u8"}, 1)
      .Cases({"f16", "bf16"}, 2)
      .Cases({"f32", "tf32", "s32"}, 4)
      .Case("f64", 8)
      .Default(0);
}

/// 8x8 matrices of 16-bit elements, each of 8 rows whose addresses come from 8
/// lanes: lanes 0-7 for the first matrix, 8-15 for the second, and so on.
std::optional<MatrixTile> rowsOfLanes(ArrayRef<StringRef> tokens) {
  const bool isKnown = is_contained(tokens, "m8n8") && is_contained(tokens, "b16");
  for (auto [count, matrices] : {std::pair("x1", 1u), {"x2", 2u}, {"x4", 4u}})
    if (isKnown && is_contained(tokens, count))
      return MatrixTile{8 * matrices, 16, 2, 0};
  return std::nullopt;
}

/// A is m x k, B is k x n, C and D are m x n.
std::optional<MatrixTile> fragment(ArrayRef<StringRef> tokens) {
  std::optional<Shape> shape;
  unsigned bytes = 0;
  for (StringRef token : tokens) {
    if (std::optional<Shape> found = shapeOf(token))
      shape = found;
    if (unsigned found = elementBytesOf(token))
      bytes = found;
  }
  if (!shape || !bytes)
    return std::nullopt;
  const unsigned rows = is_contained(tokens, "b") ? shape->k : shape->m;
  const unsigned columns = is_contained(tokens, "a") ? shape->k : shape->n;
  const bool byRows = is_contained(tokens, "row");
  const unsigned lines = byRows ? rows : columns;
  const unsigned length = byRows ? columns : rows;
  if (lines > WarpSize || byRows == is_contained(tokens, "col"))
    return std::nullopt;
  return MatrixTile{lines, length * bytes, bytes, length};
}

} // namespace

void setTile(MemoryAccess &access, const MatrixTile &tile, Value *stride) {
  if (!stride && tile.stride)
    stride = ConstantInt::get(Type::getInt32Ty(access.instruction->getContext()), tile.stride);
  access.lines = {tile.lines, stride, tile.elementBytes};
  access.size = tile.lineBytes;
  access.alignment = MatrixAlignment;
  access.flags |= abi::SiteMatrix;
}

std::optional<MatrixTile> matrixTile(ArrayRef<StringRef> tokens) {
  return is_contained(tokens, "wmma") ? fragment(tokens) : rowsOfLanes(tokens);
}

} // namespace warpsan
