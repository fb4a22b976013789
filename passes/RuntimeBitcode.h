//===- RuntimeBitcode.h - The device runtime inside the plugin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

extern "C" {
extern const char warpsanRuntimeBitcodeBegin[] __attribute__((visibility("hidden")));
extern const char warpsanRuntimeBitcodeEnd[] __attribute__((visibility("hidden")));
}

namespace warpsan {

inline llvm::StringRef runtimeBitcode() {
  return {warpsanRuntimeBitcodeBegin,
          size_t(warpsanRuntimeBitcodeEnd - warpsanRuntimeBitcodeBegin)};
}

} // namespace warpsan
