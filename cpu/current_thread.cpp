//===- current_thread.cpp - The CUDA thread that runs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alone in its file, which is always built with debug information: so that a
// debugger knows the type (docs/design.md).
//===----------------------------------------------------------------------===//
#include "cpu/device_interface.h"

warpsan::cpu::ThreadView *__warpsan_cpu_current;

// Compilers describe only types whose size they had to know.
static_assert(sizeof(*__warpsan_cpu_current) != 0);
static_assert(sizeof(*__warpsan_cpu_current->block) != 0);
