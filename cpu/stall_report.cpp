//===- stall_report.cpp - Who waits where when nobody can run --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/message.h"
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
    if (!thread.fiber)
      return "not started";
    return thread.spins == SpinsEnough ? "spinning" : "running";
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

std::string describe(const Group &group) {
  const Dim3 &b = group.block->index;
  char text[128];
  int length = std::snprintf(text, sizeof text, "  block (%u,%u,%u): %u thread%s (%u", b.x, b.y,
                             b.z, group.count, group.count == 1 ? "" : "s", group.first);
  std::string line(text, static_cast<size_t>(length));
  if (group.count > 1)
    line += ".." + std::to_string(group.last);
  line += "): " + group.activity;
  if (group.where)
    line += std::string(", ") + group.where;
  return line + "\n";
}

std::string describe(const std::vector<Group> &groups) {
  std::string lines;
  for (size_t i = 0; i < groups.size() && i < MaxGroups; ++i)
    lines += describe(groups[i]);
  return groups.size() > MaxGroups ? lines + "  ...\n" : lines;
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
  std::string text = std::string("WarpSan: ") + what + " in kernel " + demangle(grid->kernel) +
                     ": " + std::to_string(waiting) + " threads have not ended\n" +
                     describe(groups);
  if (const uint64_t left = grid->blocks() - nextBlock)
    text += "  " + std::to_string(left) +
            " blocks have not started (resident_threads=" + std::to_string(maxLiveThreads) + ")\n";
  if (!replay().empty())
    text += "  Schedule: " + replay() + "\n";
  printMessage(text);
}

/// The grid of another host thread is left alone: it runs on.
void Scheduler::reportInterrupted() const {
  if (inKernel() && runner == std::this_thread::get_id())
    reportStall("interrupted");
}

/// All lanes of a warp have to execute the same aligned barrier (PTX ISA,
/// barrier); different warps may execute different ones.
void Scheduler::reportDivergence(const Block &block, const Barrier &barrier, const Warp &warp) {
  std::vector<Group> groups;
  for (const Thread *thread : barrier.waiting)
    if (thread->warp == &warp)
      addThread(groups, block, *thread);
  ++divergences;
  printMessage("WarpSan: barrier divergence in kernel " + demangle(grid->kernel) +
               ": lanes of one warp wait for each other at different block barriers, which CUDA "
               "leaves undefined\n" +
               describe(groups) + (replay().empty() ? "" : "  Schedule: " + replay() + "\n"));
}

void Scheduler::noteLeavers(const Block &block, const Barrier &barrier) const {
  std::vector<Group> groups;
  for (const Thread *thread : barrier.waiting)
    addThread(groups, block, *thread);
  const size_t all = block.threads.size();
  printMessage("WarpSan: note: barrier divergence in kernel " + demangle(grid->kernel) + ": " +
               std::to_string(all - block.live) + " of " + std::to_string(all) +
               " threads of a block have ended, and a block barrier goes on without them, as CUDA "
               "allows since sm_70\n" +
               describe(groups));
}

} // namespace warpsan::cpu
