//===- cuda_api_errors.cpp - Error state and texts -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cuda_api.h"
#include "cpu/cuda_errors.h"
#include <atomic>

namespace warpsan::cpu {

static_assert(int(ErrorIllegalAddress) == cudaErrorIllegalAddress);
static_assert(int(ErrorLaunchOutOfResources) == cudaErrorLaunchOutOfResources);
static_assert(int(ErrorLaunchTimeout) == cudaErrorLaunchTimeout);
static_assert(int(ErrorAssert) == cudaErrorAssert);
static_assert(int(ErrorLaunchFailure) == cudaErrorLaunchFailure);
static_assert(int(ErrorNotSupported) == cudaErrorNotSupported);

namespace {

std::atomic<cudaError_t> stickyError = cudaSuccess;
thread_local cudaError_t lastError = cudaSuccess;

struct ErrorText {
  cudaError_t code;
  const char *name;
  const char *text;
};

constexpr ErrorText ErrorTexts[] = {
#define WARPSAN_CUDA_ERROR(Name, Text) {Name, #Name, Text},
#include "cpu/cuda_errors.def"
};

const ErrorText *findText(cudaError_t code) {
  for (const ErrorText &row : ErrorTexts)
    if (row.code == code)
      return &row;
  return nullptr;
}

} // namespace

cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess)
    lastError = error;
  return error;
}

cudaError_t deviceStatus() { return result(stickyError.load()); }

void setStickyError(cudaError_t error) {
  stickyError = error;
  result(error);
}

void clearErrors() { stickyError = lastError = cudaSuccess; }

} // namespace warpsan::cpu

using namespace warpsan::cpu;

WARPSAN_CUDA_API cudaError_t cudaGetLastError() {
  const cudaError_t error = lastError;
  lastError = stickyError;
  return error;
}

WARPSAN_CUDA_API cudaError_t cudaPeekAtLastError() { return lastError; }

WARPSAN_CUDA_API const char *cudaGetErrorString(cudaError_t error) {
  const ErrorText *row = findText(error);
  return row ? row->text : "unrecognized error code";
}

WARPSAN_CUDA_API const char *cudaGetErrorName(cudaError_t error) {
  const ErrorText *row = findText(error);
  return row ? row->name : "unrecognized error code";
}
