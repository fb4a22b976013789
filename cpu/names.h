//===- names.h - Texts for messages ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "cpu/device_interface.h"
#include <string>

namespace warpsan::cpu {

const char *warpOpName(WarpOp op);
/// The name itself when it is not a mangled one; a twin has its kernel's.
std::string demangle(const char *name);

} // namespace warpsan::cpu
