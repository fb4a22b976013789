//===- VolatileUse.h - What a volatile access is for ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Volatile accesses are flags as often as mistakes. A pair of which one is
// volatile and the other volatile or atomic is taken to be meant if one polls,
// or if a fence follows each volatile store of the pair on every path to its
// thread's next barrier or exit; a path that only the shape and the arguments
// of the launch decide on may go without. Decided here, so that no schedule can.
//===----------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace llvm {
class Instruction;
class LoopInfo;
} // namespace llvm

namespace warpsan {

class AsmDecoder;

/// abi::SiteFlags of a volatile or atomic access: SitePoll, SiteFencedBlock, SiteFencedDevice.
uint8_t volatileUse(llvm::Instruction &access, const llvm::LoopInfo &loops, AsmDecoder &decoder);

} // namespace warpsan
