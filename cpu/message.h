//===- message.h - Where the CPU target writes about kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>

namespace warpsan::cpu {

using MessageSink = void (*)(const std::string &text);
using Symbolizer = std::string (*)(const void *returnAddress);

/// The detector's log once it runs; stderr, and no lines, until then.
void setMessageSink(MessageSink sink, Symbolizer lineOf);
/// `text` ends with a newline.
void printMessage(const std::string &text);
/// Source line of an instruction; empty when not known.
std::string lineOfInstruction(const void *instruction);

} // namespace warpsan::cpu
