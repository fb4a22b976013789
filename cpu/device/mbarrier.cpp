//===- mbarrier.cpp - mbarrier objects in shared memory --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of the device library of the CPU target, see definition.h. PTX ISA
// 9.7.13.15. Copies complete when they are issued, so a phase ends in the call
// that makes its last arrival or transaction.
//===----------------------------------------------------------------------===//
#include "cpu/device/definition.h"

namespace {

/// The object and, as a copy of it, the state that arrive returns.
struct Mbarrier {
  uint64_t expected : 20; ///< arrivals of the next phase
  uint64_t pending : 20;  ///< arrivals this phase still needs
  int64_t transactions : 23;
  uint64_t phase : 1;
};
static_assert(sizeof(Mbarrier) == 8);

inline __attribute__((always_inline)) void endPhase(Mbarrier &barrier) {
  if (barrier.pending || barrier.transactions)
    return;
  barrier.pending = barrier.expected;
  barrier.phase ^= 1;
}

inline __attribute__((always_inline)) uint64_t arrive(Mbarrier &barrier, uint32_t count) {
  const auto state = __builtin_bit_cast(uint64_t, barrier);
  barrier.pending -= count;
  endPhase(barrier);
  return state;
}

/// Whoever asks may be waiting for others.
inline __attribute__((always_inline)) bool phaseEnded(const Mbarrier &barrier, uint64_t phase) {
  __warpsan_cpu_switch();
  return barrier.phase != phase;
}

} // namespace

/// The intrinsics have a form for generic and one for shared addresses.
#define MBARRIER(Result, Name, Parameters, ...)                                                    \
  WARPSAN_NVVM(Result, "mbarrier." Name, Parameters)                                               \
  __VA_ARGS__ WARPSAN_NVVM(Result, "mbarrier." Name ".shared", Parameters)                         \
  __VA_ARGS__

MBARRIER(void, "init", (Mbarrier * barrier, uint32_t count), { *barrier = {count, count, 0, 0}; })
MBARRIER(void, "inval", (Mbarrier * barrier), { *barrier = {}; })
MBARRIER(uint64_t, "arrive", (Mbarrier * barrier), { return arrive(*barrier, 1); })
MBARRIER(uint64_t, "arrive.noComplete", (Mbarrier * barrier, uint32_t count),
         { return arrive(*barrier, count); })
MBARRIER(uint64_t, "arrive.drop", (Mbarrier * barrier), {
  barrier->expected -= 1;
  return arrive(*barrier, 1);
})
MBARRIER(uint64_t, "arrive.drop.noComplete", (Mbarrier * barrier, uint32_t count), {
  barrier->expected -= count;
  return arrive(*barrier, count);
})
MBARRIER(bool, "test.wait", (const Mbarrier *barrier, uint64_t state),
         { return phaseEnded(*barrier, __builtin_bit_cast(Mbarrier, state).phase); })
WARPSAN_NVVM(uint32_t, "mbarrier.pending.count", (uint64_t state)) {
  return __builtin_bit_cast(Mbarrier, state).pending;
}

// Not intrinsics of NVPTX; the PTX instructions become these.
WARPSAN_NVVM(bool, "mbarrier.test.parity", (const Mbarrier *barrier, uint32_t parity)) {
  return phaseEnded(*barrier, parity & 1);
}
WARPSAN_NVVM(void, "mbarrier.expect.tx", (Mbarrier * barrier, uint32_t bytes)) {
  barrier->transactions += bytes;
}
WARPSAN_NVVM(void, "mbarrier.complete.tx", (Mbarrier * barrier, uint32_t bytes)) {
  barrier->transactions -= bytes;
  endPhase(*barrier);
}
