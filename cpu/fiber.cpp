//===- fiber.cpp - Stacks that CUDA threads run on -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/fiber.h"
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace warpsan::cpu {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

constexpr size_t PageBytes = 4096;
/// Reserved, not resident: a thread that does little touches one page.
constexpr size_t StackBytes = 256 * 1024;
constexpr size_t StacksPerMapping = 64;
/// A guard page splits a mapping in two, and a process has 65530 mappings.
constexpr size_t MaxGuardedStacks = 8192;

/// Stack tops at a power-of-two distance would share cache sets, which makes a
/// switch four times slower.
size_t stagger(size_t index) { return index * 5 % 64 * 320; }

struct Switch {
  FiberPool::Body body;
  Fiber *from;
};

void finishSwitch(transfer_t transfer) {
  static_cast<Switch *>(transfer.data)->from->context = transfer.fctx;
}

} // namespace

void FiberPool::start(transfer_t transfer) {
  const Body body = static_cast<Switch *>(transfer.data)->body;
  finishSwitch(transfer);
  body();
}

void FiberPool::resume(Fiber &from, Fiber &to) {
  if (!to.context)
    to.context = make_fcontext(to.top, static_cast<size_t>(to.top - to.bottom), start);
  Switch request{body, &from};
  finishSwitch(jump_fcontext(to.context, &request));
}

void FiberPool::putAbandoned(Fiber *fiber) {
  fiber->context = nullptr;
  idle.push_back(fiber);
}

char *FiberPool::mapStacks(size_t count) {
  void *memory = mmap(nullptr, count * StackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "WarpSan: no memory for the stacks of %zu CUDA threads\n", made + count);
    std::_Exit(67);
  }
  madvise(memory, count * StackBytes, MADV_NOHUGEPAGE); // one page each, not 2 MiB
  return static_cast<char *>(memory);
}

void FiberPool::grow() {
  char *memory = mapStacks(StacksPerMapping);
  for (size_t i = StacksPerMapping; i-- > 0;) {
    auto *fiber = new Fiber;
    fiber->bottom = memory + i * StackBytes;
    fiber->top = fiber->bottom + StackBytes - stagger(i);
    if (made < MaxGuardedStacks)
      mprotect(fiber->bottom, PageBytes, PROT_NONE);
    idle.push_back(fiber);
  }
  made += StacksPerMapping;
}

Fiber *FiberPool::take() {
  if (idle.empty())
    grow();
  Fiber *fiber = idle.back();
  idle.pop_back();
  return fiber;
}

} // namespace warpsan::cpu
