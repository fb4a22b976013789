//===- SharedBase.cpp - Where the shared window of the tests begins --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

namespace warpsan::test {
uint32_t sharedBase = 0;
}

/// Overrides the weak one of the device runtime, as the CPU target does.
extern "C" uint32_t __warpsan_shared_base() { return warpsan::test::sharedBase; }
