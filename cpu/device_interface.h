//===- device_interface.h - What device code on the CPU is given -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the device library (bitcode linked into every kernel) and the
// scheduler. Device code reads the two views directly; everything that may
// have to wait is a call.
//===----------------------------------------------------------------------===//
#pragma once
#include "ptx/MatrixType.h"
#include <cstddef>
#include <cstdint>

namespace warpsan::cpu {

struct Dim3 {
  uint32_t x, y, z;
  bool operator==(const Dim3 &) const = default;
};

struct BlockView {
  Dim3 index;
  Dim3 blockSize;
  Dim3 gridSize;
  uint32_t linear; ///< linear index in the grid
  uint32_t staticBytes;
  uint32_t dynamicBytes;
  /// Shared memory: static variables, then the dynamic part. Below 4 GiB,
  /// because inline PTX keeps shared addresses in 32 bits. The ReservedShared
  /// bytes in front belong to the system, as on sm_80.
  char *shared;
  uint64_t gridWorkspace; ///< of cooperative groups; 0 in an ordinary launch
};

inline constexpr uint32_t ReservedShared = 1024;

struct ThreadView {
  Dim3 index;
  uint32_t lane;
  uint32_t warpIndex;
  BlockView *block;
  char *stackBottom;
  char *stackTop;
  const char *where; ///< source position of the last call that may wait
  /// Iterations in a row that changed nothing (SpinLoops), up to SpinsEnough.
  uint32_t spins;
  bool progressed; ///< something changed since its last turn
};

/// One iteration can have begun before the last change of memory.
inline constexpr uint32_t SpinsEnough = 2;

enum class WarpOp : uint32_t {
#define WARPSAN_WARP_OP(Op, Text) Op,
#include "cpu/warp_ops.def"
};

enum class BarrierOp : uint32_t { Sync, Popc, And, Or, Arrive };

struct WarpResult {
  uint64_t value;
  bool predicate; ///< shuffle: the source lane was in range; match.all: all equal
};

/// Fragment of a tile, for device/matrix.cpp. All fields are of 32 bits.
struct TileShape {
  ptx::MatrixType type;
  uint32_t rows, columns;
  uint32_t byRows; ///< bool
  uint32_t slots;  ///< elements in each lane
};

/// A is m x k, B is k x n.
struct ProductShape {
  uint32_t m, n, k;
  ptx::MatrixType input, addend, sum;
  uint32_t slotsOfA, slotsOfB, slotsOfSum; ///< elements in each lane
  uint32_t saturate;                       ///< bool, of integers
};

} // namespace warpsan::cpu

#pragma GCC visibility push(default)
extern "C" {
extern warpsan::cpu::ThreadView *__warpsan_cpu_current;
/// Yield points until the next switch.
extern uint32_t __warpsan_cpu_fuel;

void __warpsan_cpu_switch();
warpsan::cpu::WarpResult __warpsan_cpu_collective(uint32_t mask, warpsan::cpu::WarpOp op,
                                                  uint64_t value, uint32_t argument);
/// `count` 0: all threads of the block. `aligned`: all lanes of the warp have
/// to execute this same barrier.
uint32_t __warpsan_cpu_barrier(uint32_t id, uint32_t count, warpsan::cpu::BarrierOp op,
                               bool predicate, bool aligned);
uint32_t __warpsan_cpu_activemask();
uint64_t __warpsan_cpu_clock();
[[noreturn]] void __warpsan_cpu_exit();
[[noreturn]] void __warpsan_cpu_trap(const char *reason);
[[noreturn]] void __warpsan_cpu_assert(const char *message, const char *file, uint32_t line,
                                       const char *function);
int __warpsan_cpu_printf(const char *format, const void *arguments);
void *__warpsan_cpu_malloc(size_t bytes);
void __warpsan_cpu_free(void *memory);
/// Memory of malloc in device code, and what is left of its heap.
bool __warpsan_cpu_holds_heap(const void *address);
bool __warpsan_cpu_is_free_heap(const void *address);
}
#pragma GCC visibility pop
