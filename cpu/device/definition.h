//===- definition.h - How the device library names its functions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The retargeter turns a call of llvm.nvvm.X into one of nvvm.X, so a new
// intrinsic is one definition here. All are inlined: reading threadIdx.x is
// two loads.
//===----------------------------------------------------------------------===//
#pragma once
#include "cpu/device_interface.h"

#define WARPSAN_DEVICE extern "C" __attribute__((always_inline))

#define WARPSAN_JOIN_(a, b) a##b
#define WARPSAN_JOIN(a, b) WARPSAN_JOIN_(a, b)
#define WARPSAN_NVVM_(Id, Result, Name, Parameters)                                                \
  WARPSAN_DEVICE Result Id Parameters asm("nvvm." Name);                                           \
  WARPSAN_DEVICE Result Id Parameters
/// Head of the definition of llvm.nvvm.<Name>.
#define WARPSAN_NVVM(Result, Name, Parameters)                                                     \
  WARPSAN_NVVM_(WARPSAN_JOIN(nvvm, __COUNTER__), Result, Name, Parameters)

namespace warpsan::cpu {
inline __attribute__((always_inline)) const ThreadView &self() { return *__warpsan_cpu_current; }
inline __attribute__((always_inline)) const BlockView &block() { return *self().block; }
inline __attribute__((always_inline)) uint32_t low32(const void *pointer) {
  return static_cast<uint32_t>(reinterpret_cast<uint64_t>(pointer));
}
} // namespace warpsan::cpu
