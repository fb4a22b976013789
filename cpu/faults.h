//===- faults.h - Kernels that cannot go on --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace warpsan::cpu {

/// Prints the reason with kernel, block and thread, and the line of the
/// instruction if there is one, and ends the grid.
[[noreturn]] void fault(int error, const char *reason, const void *instruction = nullptr);

/// While it lives, a memory or arithmetic fault of device code ends the grid
/// with a cudaError_t, as on a GPU, instead of the process.
class FaultHandlers {
public:
  FaultHandlers();
  ~FaultHandlers();
  FaultHandlers(const FaultHandlers &) = delete;
  FaultHandlers &operator=(const FaultHandlers &) = delete;
};

} // namespace warpsan::cpu
