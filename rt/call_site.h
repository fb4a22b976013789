//===- call_site.h - Source line of a return address -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>

namespace warpsan::rt {

/// "file:line" by addr2line if `symbolize`, else or without debug info
/// "object+0xoffset". Starts a process: not for signal handlers.
std::string describeCallSite(const void *returnAddress, bool symbolize);

} // namespace warpsan::rt
