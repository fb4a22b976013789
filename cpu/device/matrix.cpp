//===- matrix.cpp - Matrix operations of a warp ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of the device library of the CPU target, see definition.h. The lanes
// tell each other addresses on their stacks and read and write there. Two
// meetings keep them together: none begins before all are there, none goes on
// before all are done.
//===----------------------------------------------------------------------===//
#include "cpu/device/definition.h"

using namespace warpsan::cpu;
using warpsan::ptx::bytesOf;
using warpsan::ptx::MatrixType;

namespace {

constexpr unsigned WarpSize = 32;
constexpr uint32_t AllLanes = ~0u;

/// What the lanes hand each other; that of lane 0 is used.
struct WarpTable {
  char *lanes[WarpSize];
};

/// Value of lane 0.
uint64_t meet(uint64_t value) {
  constexpr uint32_t toLane0 = 31u << 16; // b, c of shfl.sync.idx
  return __warpsan_cpu_collective(AllLanes, WarpOp::Matrix, value, toLane0).value;
}

/// `mine` has to live until the lanes meet again. A lane that is missing, which
/// is undefined, is taken for this one.
const WarpTable &exchange(WarpTable &mine, const void *value) {
  char *const pointer = static_cast<char *>(const_cast<void *>(value));
  for (char *&lane : mine.lanes)
    lane = pointer;
  auto *table = reinterpret_cast<WarpTable *>(meet(reinterpret_cast<uint64_t>(&mine)));
  table->lanes[self().lane] = pointer;
  meet(0);
  return *table;
}

//===--- ldmatrix, stmatrix (PTX ISA 8.8, 9.7.14.5) ------------------------===//

/// Where element `half` of this lane's pair of matrix `matrix` lies.
char *elementOf(const WarpTable &rows, uint32_t matrix, uint32_t half, bool transposed) {
  const uint32_t outer = self().lane / 4, inner = self().lane % 4 * 2 + half;
  const uint32_t row = transposed ? inner : outer, column = transposed ? outer : inner;
  return rows.lanes[matrix * 8 + row] + column * sizeof(uint16_t);
}

//===--- wmma --------------------------------------------------------------===//

/// Element `slot` of a lane's fragment, counted by rows. The distribution is not
/// specified: here they are dealt out one lane after the other, and again from
/// the first one if the fragments have room.
uint32_t elementOf(uint32_t lane, uint32_t slot, uint32_t slots, uint32_t elements) {
  return (lane * slots + slot) % elements;
}

uint64_t placeOf(const TileShape &tile, uint32_t element, uint32_t stride) {
  const uint64_t row = element / tile.columns, column = element % tile.columns;
  return (tile.byRows ? row * stride + column : column * stride + row) * bytesOf(tile.type);
}

template <typename T>
T load(const char *memory) {
  T value;
  __builtin_memcpy(&value, memory, sizeof value);
  return value;
}

/// Every type is exact as a double.
double readElement(const char *memory, MatrixType type) {
  switch (type) {
  case MatrixType::S8:
    return load<int8_t>(memory);
  case MatrixType::U8:
    return load<uint8_t>(memory);
  case MatrixType::S32:
    return load<int32_t>(memory);
  case MatrixType::F16:
    return static_cast<double>(load<_Float16>(memory));
  case MatrixType::BF16:
    return __builtin_bit_cast(float, uint32_t(load<uint16_t>(memory)) << 16);
  case MatrixType::F32:
    return load<float>(memory);
  case MatrixType::TF32: // the low 13 bits do not count
    return __builtin_bit_cast(float, load<uint32_t>(memory) & ~0x1fffu);
  case MatrixType::F64:
    return load<double>(memory);
  case MatrixType::B16: // no numbers
    return 0;
  }
}

/// Sums are of these types only.
void writeElement(char *memory, MatrixType type, double value, bool saturate) {
  if (type == MatrixType::F16) {
    const auto half = static_cast<_Float16>(value);
    __builtin_memcpy(memory, &half, sizeof half);
  } else if (type == MatrixType::F32) {
    const auto single = static_cast<float>(value);
    __builtin_memcpy(memory, &single, sizeof single);
  } else if (type == MatrixType::F64) {
    __builtin_memcpy(memory, &value, sizeof value);
  } else {
    const double limited = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
    const auto word = static_cast<uint32_t>(static_cast<int64_t>(saturate ? limited : value));
    __builtin_memcpy(memory, &word, sizeof word);
  }
}

/// The fragments of one lane lie behind each other: A, B.
double readInput(const WarpTable &fragments, const ProductShape &product, uint32_t element,
                 uint32_t slots, uint32_t offset) {
  const uint32_t bytes = bytesOf(product.input);
  return readElement(fragments.lanes[element / slots] + offset + element % slots * bytes,
                     product.input);
}

//===--- mma.m16n8k* (PTX ISA 8.8, 9.7.14.5) -------------------------------===//

/// Where an element of A or B is: of every four times `width` values of k, the
/// four lanes of a group hold `width` each, in one register.
struct InnerPlace {
  uint32_t block, lane, slot;
  InnerPlace(uint32_t k, uint32_t width)
      : block(k / (4 * width)), lane(k / width % 4), slot(k % width) {}
};

double readOfA(const WarpTable &fragments, const ProductShape &p, uint32_t row, uint32_t k) {
  const uint32_t bytes = bytesOf(p.input), width = sizeof(uint32_t) / bytes;
  const InnerPlace inner(k, width);
  const uint32_t word = row / 8 + 2 * inner.block;
  const char *lane = fragments.lanes[row % 8 * 4 + inner.lane];
  return readElement(lane + (word * width + inner.slot) * bytes, p.input);
}

double readOfB(const WarpTable &fragments, const ProductShape &p, uint32_t k, uint32_t column) {
  const uint32_t bytes = bytesOf(p.input), width = sizeof(uint32_t) / bytes;
  const InnerPlace inner(k, width);
  const char *lane = fragments.lanes[column * 4 + inner.lane];
  return readElement(lane + (p.slotsOfA + inner.block * width + inner.slot) * bytes, p.input);
}

} // namespace

extern "C" {

void __warpsan_cpu_load_rows(uint16_t *pairs, const void *row, uint32_t matrices, bool transposed) {
  WarpTable mine;
  const WarpTable &rows = exchange(mine, row);
  for (uint32_t i = 0; i < 2 * matrices; ++i)
    __builtin_memcpy(pairs + i, elementOf(rows, i / 2, i % 2, transposed), sizeof *pairs);
  meet(0);
}

void __warpsan_cpu_store_rows(const uint16_t *pairs, void *row, uint32_t matrices,
                              bool transposed) {
  WarpTable mine;
  const WarpTable &rows = exchange(mine, row);
  for (uint32_t i = 0; i < 2 * matrices; ++i)
    __builtin_memcpy(elementOf(rows, i / 2, i % 2, transposed), pairs + i, sizeof *pairs);
  meet(0);
}

void __warpsan_cpu_load_tile(const TileShape *tile, char *fragment, const char *memory,
                             uint32_t stride) {
  const uint32_t bytes = bytesOf(tile->type);
  meet(0);
  for (uint32_t i = 0; i < tile->slots; ++i) {
    const uint32_t element = elementOf(self().lane, i, tile->slots, tile->rows * tile->columns);
    __builtin_memcpy(fragment + i * bytes, memory + placeOf(*tile, element, stride), bytes);
  }
  meet(0);
}

void __warpsan_cpu_store_tile(const TileShape *tile, const char *fragment, char *memory,
                              uint32_t stride) {
  const uint32_t bytes = bytesOf(tile->type);
  meet(0);
  for (uint32_t i = 0; i < tile->slots; ++i) {
    const uint32_t element = elementOf(self().lane, i, tile->slots, tile->rows * tile->columns);
    __builtin_memcpy(memory + placeOf(*tile, element, stride), fragment + i * bytes, bytes);
  }
  meet(0);
}

/// sums = A * B + addends; `inputs` holds the lane's fragments of A and B.
void __warpsan_cpu_multiply(const ProductShape *product, char *sums, const char *inputs,
                            const char *addends) {
  const ProductShape &p = *product;
  const uint32_t offsetOfB = p.slotsOfA * bytesOf(p.input);
  WarpTable mine;
  const WarpTable &fragments = exchange(mine, inputs);
  for (uint32_t i = 0; i < p.slotsOfSum; ++i) {
    const uint32_t element = elementOf(self().lane, i, p.slotsOfSum, p.m * p.n);
    const uint32_t row = element / p.n, column = element % p.n;
    double sum = readElement(addends + i * bytesOf(p.addend), p.addend);
    for (uint32_t k = 0; k < p.k; ++k)
      sum += readInput(fragments, p, row * p.k + k, p.slotsOfA, 0) *
             readInput(fragments, p, k * p.n + column, p.slotsOfB, offsetOfB);
    writeElement(sums + i * bytesOf(p.sum), p.sum, sum, p.saturate);
  }
  meet(0);
}

/// The same with the fragments of mma, whose layout is specified.
void __warpsan_cpu_multiply_16x8(const ProductShape *product, char *sums, const char *inputs,
                                 const char *addends) {
  const ProductShape &p = *product;
  WarpTable mine;
  const WarpTable &fragments = exchange(mine, inputs);
  for (uint32_t i = 0; i < p.slotsOfSum; ++i) {
    const uint32_t row = self().lane / 4 + i / 2 * 8, column = self().lane % 4 * 2 + i % 2;
    double sum = readElement(addends + i * bytesOf(p.addend), p.addend);
    for (uint32_t k = 0; k < p.k; ++k)
      sum += readOfA(fragments, p, row, k) * readOfB(fragments, p, k, column);
    writeElement(sums + i * bytesOf(p.sum), p.sum, sum, p.saturate);
  }
  meet(0);
}
}
