//===- device_model.h - The device the CPU target claims to be -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warpsan::cpu::model {

// Limits of compute capability 8.0, with as many multiprocessors as the
// scheduler keeps resident for large grids.
inline constexpr char Name[] = "WarpSan CPU target";
inline constexpr int Major = 8;
inline constexpr int Minor = 0;
inline constexpr int Multiprocessors = 2;
inline constexpr int ThreadsPerMultiprocessor = 2048;
inline constexpr int BlocksPerMultiprocessor = 32;
inline constexpr int ThreadsPerBlock = 1024;
inline constexpr uint32_t BlockLimit[] = {1024, 1024, 64};
inline constexpr uint32_t GridLimit[] = {2147483647, 65535, 65535};
inline constexpr int Registers = 65536;
inline constexpr size_t SharedPerBlock = 49152;
inline constexpr size_t SharedPerBlockOptIn = 166912;
inline constexpr size_t SharedPerMultiprocessor = 167936;
inline constexpr size_t ConstantBytes = 65536;
inline constexpr int L2Bytes = 4 << 20;
inline constexpr int BusBits = 256;
inline constexpr int ClockKHz = 1000000;
inline constexpr int TextureAlignment = 512;
inline constexpr int RuntimeVersion = 13000;

/// Blocks of a multiprocessor, as the occupancy functions report it.
inline int occupancy(int threads, size_t sharedBytes) {
  if (threads <= 0 || threads > ThreadsPerBlock)
    return 0;
  const int warps = (threads + 31) / 32;
  int blocks = std::min(BlocksPerMultiprocessor, ThreadsPerMultiprocessor / 32 / warps);
  if (sharedBytes)
    blocks = std::min(blocks, static_cast<int>(SharedPerMultiprocessor / (sharedBytes + 1024)));
  return blocks;
}

} // namespace warpsan::cpu::model
