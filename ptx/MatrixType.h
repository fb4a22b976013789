//===- MatrixType.h - Element types of matrices -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Apart from MatrixTile.h because the device library of the CPU target, which
// knows no LLVM, reads it too.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstdint>

namespace warpsan::ptx {

enum class MatrixType : uint32_t {
#define WARPSAN_MATRIX_TYPE(Token, Name, Bytes) Name,
#include "ptx/matrix_types.def"
};

constexpr unsigned bytesOf(MatrixType type) {
  constexpr unsigned bytes[] = {
#define WARPSAN_MATRIX_TYPE(Token, Name, Bytes) Bytes,
#include "ptx/matrix_types.def"
  };
  return bytes[unsigned(type)];
}

} // namespace warpsan::ptx
