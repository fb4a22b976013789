//===- names.cpp - Texts for messages --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/names.h"
#include <cstdlib>
#include <cxxabi.h>
#include <string_view>

namespace warpsan::cpu {

const char *warpOpName(WarpOp op) {
  static constexpr const char *Names[] = {
#define WARPSAN_WARP_OP(Op, Text) Text,
#include "cpu/warp_ops.def"
  };
  return Names[static_cast<size_t>(op)];
}

std::string demangle(const char *name) {
  constexpr std::string_view TwinPrefix = "__warpsan_twin_";
  if (std::string_view(name).starts_with(TwinPrefix))
    name += TwinPrefix.size();
  int status = 0;
  char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

} // namespace warpsan::cpu
