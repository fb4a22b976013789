//===- message.cpp - Where the CPU target writes about kernels -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/message.h"
#include <cstdio>

namespace warpsan::cpu {

namespace {

void printToStderr(const std::string &text) { std::fputs(text.c_str(), stderr); }

MessageSink current = printToStderr;
Symbolizer symbolizer = nullptr;

} // namespace

void setMessageSink(MessageSink sink, Symbolizer lineOf) {
  current = sink;
  symbolizer = lineOf;
}

void printMessage(const std::string &text) { current(text); }

std::string lineOfInstruction(const void *instruction) {
  const void *behind = static_cast<const char *>(instruction) + 1;
  return symbolizer ? symbolizer(behind) : std::string();
}

} // namespace warpsan::cpu
