//===- cuda_api_unsupported.cpp - Functions that only fail by name ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No CUDA header here: the definitions do not have the parameters.
//===----------------------------------------------------------------------===//
#include "cpu/cuda_errors.h"
#include <cstdio>

namespace {

int reportUnsupported(const char *name) {
  std::fprintf(stderr, "WarpSan: %s is not supported by the CPU target\n", name);
  return warpsan::cpu::ErrorNotSupported;
}

} // namespace

#define WARPSAN_CUDA_UNSUPPORTED(Name)                                                             \
  extern "C" __attribute__((visibility("default"))) int Name() { return reportUnsupported(#Name); }
#include "cpu/cuda_unsupported.def"
