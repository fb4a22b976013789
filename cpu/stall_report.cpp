//===- stall_report.cpp - Who waits where when nobody can run --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/names.h"
#include "cpu/scheduler.h"
#include <cstdio>
#include <string>

namespace warpsan::cpu {

namespace {

constexpr size_t MaxGroups = 12;

std::string activity(const Thread &thread) {
  char text[64];
  switch (thread.state) {
  case Thread::State::Collective:
    std::snprintf(text, sizeof text, "%s of mask 0x%08x", warpOpName(thread.warpOp), thread.mask);
    return text;
  case Thread::State::Barrier:
    std::snprintf(text, sizeof text, "block barrier %u", thread.argument);
    return text;
  case Thread::State::ActiveMask:
    return "activemask";
  case Thread::State::Ready:
    return thread.fiber ? "running" : "not started";
  case Thread::State::Done:
    break;
  }
  return "ended";
}

/// Threads of one block that do the same at the same place.
struct Group {
  const Block *block;
  std::string activity;
  const char *where;
  uint32_t first;
  uint32_t last;
  uint32_t count;
};

void addThread(std::vector<Group> &groups, const Block &block, const Thread &thread) {
  const uint32_t index = block.indexOf(thread);
  std::string what = activity(thread);
  for (Group &group : groups)
    if (group.block == &block && group.where == thread.where && group.activity == what) {
      group.last = index;
      ++group.count;
      return;
    }
  groups.push_back({&block, std::move(what), thread.where, index, index, 1});
}

void printGroup(const Group &group) {
  const Dim3 &b = group.block->index;
  std::fprintf(stderr, "  block (%u,%u,%u): %u thread%s (%u", b.x, b.y, b.z, group.count,
               group.count == 1 ? "" : "s", group.first);
  if (group.count > 1)
    std::fprintf(stderr, "..%u", group.last);
  std::fprintf(stderr, "): %s", group.activity.c_str());
  if (group.where)
    std::fprintf(stderr, ", %s", group.where);
  std::fputc('\n', stderr);
}

} // namespace

void Scheduler::reportStall(const char *what) const {
  std::vector<Group> groups;
  uint64_t waiting = 0;
  for (const Block *block : liveBlocks)
    for (const Thread &thread : block->threads) {
      if (thread.state == Thread::State::Done)
        continue;
      ++waiting;
      if (groups.size() <= MaxGroups)
        addThread(groups, *block, thread);
    }
  std::fprintf(stderr, "WarpSan: %s in kernel %s: %llu threads have not ended\n", what,
               demangle(grid->kernel).c_str(), static_cast<unsigned long long>(waiting));
  for (size_t i = 0; i < groups.size() && i < MaxGroups; ++i)
    printGroup(groups[i]);
  if (groups.size() > MaxGroups)
    std::fputs("  ...\n", stderr);
}

} // namespace warpsan::cpu
