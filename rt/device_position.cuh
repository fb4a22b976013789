//===- device_position.cuh - Linear thread and block numbers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <stdint.h>

namespace warpsan::device {

__device__ inline uint32_t threadsInBlock() {
  return __nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() *
         __nvvm_read_ptx_sreg_ntid_z();
}

__device__ inline uint32_t threadInBlock() {
  return (__nvvm_read_ptx_sreg_tid_z() * __nvvm_read_ptx_sreg_ntid_y() +
          __nvvm_read_ptx_sreg_tid_y()) *
             __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}

__device__ inline uint64_t blockInGrid() {
  return (uint64_t(__nvvm_read_ptx_sreg_ctaid_z()) * __nvvm_read_ptx_sreg_nctaid_y() +
          __nvvm_read_ptx_sreg_ctaid_y()) *
             __nvvm_read_ptx_sreg_nctaid_x() +
         __nvvm_read_ptx_sreg_ctaid_x();
}

/// Lanes of this thread's warp that exist: the last warp of a block may be short.
__device__ inline uint32_t existingLanes() {
  const uint32_t left = threadsInBlock() - (threadInBlock() & ~31u);
  return left >= 32 ? ~0u : (1u << left) - 1;
}

} // namespace warpsan::device
