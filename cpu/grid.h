//===- grid.h - Threads, warps and blocks of the running grid --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/device_interface.h"
#include "cpu/fiber.h"
#include "cpu/module_table.h"
#include <array>
#include <vector>

namespace warpsan::cpu {

inline constexpr uint32_t WarpSize = 32;

struct Warp;
struct Block;

struct Thread : ThreadView {
  enum class State : uint8_t { Ready, Collective, Barrier, ActiveMask, Done };

  Warp *warp = nullptr;
  Fiber *fiber = nullptr; ///< null until it first runs
  State state = State::Ready;
  uint64_t quietSince = 0; ///< value of Scheduler::changes
  uint32_t quietTurns = 0; ///< since then
  uint64_t priority = 0;   ///< in schedules that have one; the highest runs
  uint32_t turns = 0;      ///< since its priority fell

  // What it asks for while it waits.
  WarpOp warpOp = WarpOp::Barrier;
  BarrierOp barrierOp = BarrierOp::Sync;
  uint32_t mask = 0;
  uint32_t argument = 0; ///< of a shuffle; the id of a barrier
  uint64_t value = 0;
  const void *site = nullptr; ///< call site of activemask

  WarpResult result = {};

  Block &owner() const;
};

struct Warp {
  std::array<Thread *, WarpSize> lanes = {};
  uint32_t live = 0;
  uint32_t collective = 0; ///< lanes that wait in a collective
  uint32_t activeMask = 0; ///< lanes that wait in activemask
};

struct Barrier {
  uint32_t arrived = 0;
  uint32_t expected = 0; ///< 0: all live threads
  uint32_t trueCount = 0;
  const char *where = nullptr; ///< of the last that came to an aligned barrier
  bool mixed = false;          ///< others came elsewhere
  std::vector<Thread *> waiting;

  void noteAligned(const char *position) {
    mixed |= where && position != where;
    where = position;
  }
  void reset();
};

inline constexpr uint32_t BarrierCount = 16;

struct Block : BlockView {
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::array<Barrier, BarrierCount> barriers;
  uint32_t open = 0; ///< barriers that somebody has arrived at, one bit each
  uint32_t live = 0;

  char *memory = nullptr; ///< what `shared` lies in
  size_t memoryBytes = 0;

  uint32_t indexOf(const Thread &thread) const {
    return static_cast<uint32_t>(&thread - threads.data());
  }
};

inline Block &Thread::owner() const { return *static_cast<Block *>(block); }

/// One kernel launch.
struct Grid {
  const char *kernel = ""; ///< mangled name
  KernelEntry entry = nullptr;
  void **arguments = nullptr;
  Dim3 size = {};
  Dim3 blockSize = {};
  uint32_t staticBytes = 0;
  uint32_t dynamicBytes = 0;
  bool cooperative = false;

  uint64_t blocks() const { return uint64_t(size.x) * size.y * size.z; }
  uint32_t threadsPerBlock() const { return blockSize.x * blockSize.y * blockSize.z; }
};

} // namespace warpsan::cpu
