//===- message.h - Where the CPU target writes about kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>

namespace warpsan::cpu {

using MessageSink = void (*)(const std::string &text);

/// The detector's log once it runs; stderr until then.
void setMessageSink(MessageSink sink);
/// `text` ends with a newline.
void printMessage(const std::string &text);

} // namespace warpsan::cpu
