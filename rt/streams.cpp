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
  into.resize(std::max(into.size(), from.size()));
  std::transform(from.begin(), from.end(), into.begin(), into.begin(),
                 [](uint64_t a, uint64_t b) { return std::max(a, b); });
}

void Streams::set(Clock &clock, StreamId id, uint64_t launches) {
  if (clock.size() <= id)
    clock.resize(id + 1);
  clock[id] = launches;
}

/// So are its launches, and what it waits for: the legacy stream may wait for that.
bool Streams::isOver(StreamId id) const {
  const Clock &waitsFor = streams[id].clock;
  for (StreamId other = 0; other < waitsFor.size(); ++other)
    if (waitsFor[other] > over(host, other))
      return false;
  return streams[id].launches <= over(host, id);
}

/// Programs make streams for as long as they run: each launch looks at all there are.
StreamId Streams::newId() {
  for (StreamId id = 0; id < streams.size(); ++id) {
    Stream &former = streams[id];
    if (former.isNamed || !isOver(id))
      continue;
    const uint64_t launches = former.launches;
    former = {};
    former.launches = launches;
    return id;
  }
  streams.emplace_back();
  return StreamId(streams.size() - 1);
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
  if (const auto known = ids.find(handle); known != ids.end())
    return known->second;
  const StreamId id = newId();
  streams[id].nonBlocking = !isDefault;
  ids.emplace(handle, id);
  return id;
}

void Streams::forgetName(StreamHandle handle) {
  const auto known = ids.find(handle);
  if (known == ids.end())
    return;
  streams[known->second].isNamed = false;
  ids.erase(known);
}

void Streams::create(StreamHandle handle, bool nonBlocking) {
  // A handle may come back after its stream was destroyed.
  forgetName(handle);
  streams[idOf(handle)].nonBlocking = nonBlocking;
}

/// Its work goes on; it only has no name any more.
void Streams::destroy(StreamHandle handle) { forgetName(handle); }

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
  for (StreamId id = 0; id < streams.size(); ++id)
    std::erase_if(streams[id].pending,
                  [done = over(host, id)](const auto &launch) { return launch.second <= done; });
}

bool Streams::idle() const {
  return std::all_of(streams.begin(), streams.end(),
                     [](const Stream &each) { return each.pending.empty(); });
}

/// What is over when all launches of the stream are. The legacy stream is done only
/// when what it waited for is.
Streams::Clock Streams::clockBehind(StreamId id) {
  enterDefaultOrder(id);
  Clock done = streams[id].clock;
  set(done, id, streams[id].launches);
  return done;
}

void Streams::synchronizeStream(StreamHandle handle) { joinHost(clockBehind(idOf(handle))); }

void Streams::synchronizeDevice() {
  for (StreamId id = 0; id < streams.size(); ++id)
    set(host, id, streams[id].launches);
  dropFinished();
}

void Streams::record(EventHandle event, StreamHandle handle) {
  events[event] = clockBehind(idOf(handle));
}

void Streams::wait(StreamHandle handle, EventHandle event) {
  const auto known = events.find(event);
  if (known != events.end())
    join(stream(handle).clock, known->second);
}

void Streams::synchronizeEvent(EventHandle event) {
  const auto known = events.find(event);
  if (known != events.end())
    joinHost(known->second);
}

void Streams::destroyEvent(EventHandle event) { events.erase(event); }

/// The legacy default stream and the blocking ones wait for each other.
void Streams::enterDefaultOrder(StreamId id) {
  const StreamId legacy = idOf(nullptr);
  Stream &mine = streams[id];
  if (mine.nonBlocking && id != legacy)
    return;
  for (StreamId other = 0; other < streams.size(); ++other) {
    const bool waits = id == legacy ? !streams[other].nonBlocking : other == legacy;
    if (other == id || !waits)
      continue;
    join(mine.clock, streams[other].clock);
    set(mine.clock, other, streams[other].launches);
  }
}

std::vector<uint64_t> Streams::launch(StreamHandle handle, uint64_t tag) {
  const StreamId id = idOf(handle);
  enterDefaultOrder(id);
  Stream &mine = streams[id];
  join(mine.clock, host);
  std::vector<uint64_t> overlapping;
  for (StreamId other = 0; other < streams.size(); ++other) {
    const uint64_t done = over(mine.clock, other);
    if (other == id || streams[other].launches <= done)
      continue;
    for (const auto &[pendingTag, number] : streams[other].pending)
      if (number > done)
        overlapping.push_back(pendingTag);
  }
  mine.pending[tag] = ++mine.launches;
  return overlapping;
}

} // namespace warpsan::rt
