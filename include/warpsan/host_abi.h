//===- host_abi.h - Contract between redirected host code and the runtime --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host half of the plugin gives every CUDA runtime function of
// rt/cuda_api.def that a module uses an internal thunk that jumps through a
// slot; a constructor hands the rows to the runtime, which fills the slots.
// `real` is the function the program links (shared or static cudart).
//===----------------------------------------------------------------------===//
#pragma once
#include <stdint.h>

extern "C" {
struct WarpsanHookRow {
  const char *name;
  void *real;
  void **slot; ///< initially holds `real`; null for functions the runtime only calls
};

/// Called once per instrumented host module, before main. `version` is
/// warpsan::abi::Version of the plugin; a mismatch ends the process (exit 67).
void __warpsan_attach(uint32_t version, const WarpsanHookRow *rows, uint64_t count);

/// For tests of the CPU target that judge launch by launch: hands out the races
/// since the last call, each as the lines of its two accesses in the kernel (0:
/// not known). Reports and verdict of the run will lack them.
typedef void (*WarpsanRaceSink)(void *closure, uint32_t line, uint32_t previousLine);
void __warpsan_take_races(WarpsanRaceSink sink, void *closure);
}
