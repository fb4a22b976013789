//===- faults.cpp - Kernels that cannot go on ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/faults.h"
#include "cpu/cuda_errors.h"
#include "cpu/message.h"
#include "cpu/names.h"
#include "cpu/scheduler.h"
#include <csignal>
#include <cstdio>
#include <memory>
#include <ucontext.h>

namespace warpsan::cpu {

namespace {

std::string describeThread() {
  const Thread &t = scheduler().running();
  const Dim3 &b = t.block->index;
  char position[128];
  std::snprintf(position, sizeof position, ", block (%u,%u,%u), thread (%u,%u,%u)", b.x, b.y, b.z,
                t.index.x, t.index.y, t.index.z);
  return " in kernel " + demangle(scheduler().runningGrid().kernel) + position;
}

constexpr int Signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr size_t SignalCount = std::size(Signals);
constexpr size_t SignalStackBytes = 64 * 1024;

struct sigaction previous[SignalCount];
stack_t previousStack;

// What the handler saw, for the code it makes the thread continue with.
int faultSignal;
const void *faultAddress;
const void *faultInstruction;

bool isStackOverflow(const Thread &thread) {
  const auto address = static_cast<const char *>(faultAddress);
  return address >= thread.stackBottom && address < thread.stackBottom + 4096;
}

[[noreturn]] void raiseFault() {
  if (faultSignal == SIGFPE)
    fault(ErrorLaunchFailure, "integer division by zero", faultInstruction);
  if (faultSignal == SIGILL)
    fault(ErrorLaunchFailure, "unreachable code", faultInstruction);
  if (isStackOverflow(scheduler().running()))
    fault(ErrorLaunchFailure, "stack overflow", faultInstruction);
  char text[64];
  std::snprintf(text, sizeof text, "illegal address %p", faultAddress);
  fault(ErrorIllegalAddress, text, faultInstruction);
}

void restoreHandlers() {
  for (size_t i = 0; i < SignalCount; ++i)
    sigaction(Signals[i], &previous[i], nullptr);
}

/// The thread continues in raiseFault() instead of the faulting instruction,
/// at the top of its stack (the frames are dead and may have overflowed).
void handle(int signal, siginfo_t *info, void *context) {
  if (!scheduler().inKernel()) { // not ours: let the instruction fault again
    restoreHandlers();
    return;
  }
  faultSignal = signal;
  faultAddress = info->si_addr;
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  faultInstruction = reinterpret_cast<const void *>(registers[REG_RIP]);
  const auto top = reinterpret_cast<uintptr_t>(scheduler().running().stackTop) & ~uintptr_t(15);
  registers[REG_RSP] = static_cast<greg_t>(top - 8); // as after a call
  registers[REG_RIP] = reinterpret_cast<greg_t>(&raiseFault);
}

} // namespace

FaultHandlers::FaultHandlers() {
  static const auto stack = std::make_unique<char[]>(SignalStackBytes);
  const stack_t alternate{stack.get(), 0, SignalStackBytes};
  sigaltstack(&alternate, &previousStack);
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (size_t i = 0; i < SignalCount; ++i)
    sigaction(Signals[i], &action, &previous[i]);
}

FaultHandlers::~FaultHandlers() {
  restoreHandlers();
  sigaltstack(&previousStack, nullptr);
}

void fault(int error, const char *reason, const void *instruction) {
  std::string text = "WarpSan: " + std::string(reason) + describeThread();
  if (const std::string line = instruction ? lineOfInstruction(instruction) : ""; !line.empty())
    text += ", at " + line;
  if (const char *where = scheduler().running().where)
    text += std::string(", last synchronized at ") + where;
  printMessage(text + "\n");
  scheduler().abortGrid(error);
}

} // namespace warpsan::cpu

void __warpsan_cpu_trap(const char *reason) {
  warpsan::cpu::fault(warpsan::cpu::ErrorLaunchFailure, reason);
}

/// The text of the CUDA driver.
void __warpsan_cpu_assert(const char *message, const char *file, uint32_t line,
                          const char *function) {
  using namespace warpsan::cpu;
  const Thread &t = scheduler().running();
  const Dim3 &b = t.block->index;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, b.x, b.y, b.z, t.index.x, t.index.y, t.index.z, message);
  scheduler().abortGrid(ErrorAssert);
}
