//===- cuda_errors.h - Error codes the CPU target raises itself ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of cudaError_t, for the parts that do not include CUDA headers;
// cuda_api_errors.cpp asserts that they agree.
//===----------------------------------------------------------------------===//
#pragma once

namespace warpsan::cpu {

enum ErrorCode : int {
  ErrorIllegalAddress = 700,
  ErrorLaunchOutOfResources = 701,
  ErrorLaunchTimeout = 702,
  ErrorAssert = 710,
  ErrorLaunchFailure = 719,
  ErrorNotSupported = 801,
};

} // namespace warpsan::cpu
