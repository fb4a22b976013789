//===- streams.cpp - Which launches may overlap ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/streams.h"
#include <algorithm>

namespace warpsan::rt {

namespace {

/// cudaStreamLegacy is another name of the null stream.
StreamHandle const LegacyHandle = reinterpret_cast<StreamHandle>(uintptr_t(1));
/// cudaStreamPerThread names another stream in every host thread.
StreamHandle const PerThreadHandle = reinterpret_cast<StreamHandle>(uintptr_t(2));

} // namespace

void Streams::join(Clock &into, const Clock &from) {
  for (const auto &[id, launches] : from)
    into[id] = std::max(into[id], launches);
}

/// A stream nobody announced comes from code that is not redirected: taken as
/// non-blocking, which assumes the least order.
StreamId Streams::idOf(StreamHandle handle) {
  static thread_local char thisThread;
  const bool isDefault = handle == nullptr || handle == LegacyHandle || handle == PerThreadHandle;
  if (handle == LegacyHandle)
    handle = nullptr;
  if (handle == PerThreadHandle)
    handle = &thisThread;
  const auto [place, isNew] = ids.try_emplace(handle, nextId);
  if (isNew)
    streams[nextId++].nonBlocking = !isDefault;
  return place->second;
}

void Streams::create(StreamHandle handle, bool nonBlocking) {
  // A handle may come back after its stream was destroyed.
  ids.erase(handle);
  streams[idOf(handle)].nonBlocking = nonBlocking;
}

/// Its work goes on; it only has no name any more.
void Streams::destroy(StreamHandle handle) { ids.erase(handle); }

std::vector<StreamHandle> Streams::handles() const {
  std::vector<StreamHandle> all;
  for (const auto &[handle, id] : ids)
    all.push_back(handle);
  return all;
}

void Streams::joinHost(const Clock &clock) {
  join(host, clock);
  dropFinished();
}

void Streams::dropFinished() {
  for (auto &[id, each] : streams) {
    const uint64_t over = host[id];
    std::erase_if(each.pending, [&](const auto &launch) { return launch.second <= over; });
  }
}

bool Streams::idle() const {
  return std::all_of(streams.begin(), streams.end(),
                     [](const auto &each) { return each.second.pending.empty(); });
}

void Streams::synchronizeStream(StreamHandle handle) {
  const StreamId id = idOf(handle);
  // The legacy stream is done only when what it waited for is.
  enterDefaultOrder(id);
  Clock done = streams[id].clock;
  done[id] = streams[id].launches;
  joinHost(done);
}

void Streams::synchronizeDevice() {
  for (auto &[id, each] : streams)
    host[id] = each.launches;
  dropFinished();
}

void Streams::record(EventHandle event, StreamHandle handle) {
  const StreamId id = idOf(handle);
  enterDefaultOrder(id);
  Clock done = streams[id].clock;
  done[id] = streams[id].launches;
  events[event] = done;
}

void Streams::wait(StreamHandle handle, EventHandle event) {
  const auto known = events.find(event);
  if (known != events.end())
    join(stream(handle).clock, known->second);
}

void Streams::synchronizeEvent(EventHandle event) {
  const auto known = events.find(event);
  if (known != events.end())
    joinHost(Clock(known->second));
}

void Streams::destroyEvent(EventHandle event) { events.erase(event); }

/// The legacy default stream and the blocking ones wait for each other.
void Streams::enterDefaultOrder(StreamId id) {
  const StreamId legacy = idOf(nullptr);
  Stream &mine = streams[id];
  if (mine.nonBlocking && id != legacy)
    return;
  for (auto &[other, each] : streams) {
    const bool waits = id == legacy ? !each.nonBlocking : other == legacy;
    if (other == id || !waits)
      continue;
    join(mine.clock, each.clock);
    mine.clock[other] = each.launches;
  }
}

std::vector<uint64_t> Streams::launch(StreamHandle handle, uint64_t tag) {
  const StreamId id = idOf(handle);
  enterDefaultOrder(id);
  Stream &mine = streams[id];
  join(mine.clock, host);
  std::vector<uint64_t> overlapping;
  for (auto &[other, each] : streams) {
    if (other == id)
      continue;
    const uint64_t over = mine.clock[other];
    for (const auto &[pendingTag, number] : each.pending)
      if (number > over)
        overlapping.push_back(pendingTag);
  }
  mine.pending[tag] = ++mine.launches;
  return overlapping;
}

} // namespace warpsan::rt
