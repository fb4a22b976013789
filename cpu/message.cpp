//===- message.cpp - Where the CPU target writes about kernels -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/message.h"
#include <cstdio>

namespace warpsan::cpu {

namespace {

void printToStderr(const std::string &text) { std::fputs(text.c_str(), stderr); }

MessageSink current = printToStderr;

} // namespace

void setMessageSink(MessageSink sink) { current = sink; }

void printMessage(const std::string &text) { current(text); }

} // namespace warpsan::cpu
