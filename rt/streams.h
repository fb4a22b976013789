//===- streams.h - Which launches may overlap ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector clocks over streams. A launch is ordered before another one if its
// stream's later clock reached the other's stream (same stream, event, legacy
// default stream) or the host (synchronisation) before the other was issued.
// Orders that are not modelled are missing here, so two launches may be taken
// to overlap although they do not: then they are not analysed, never wrong.
// One approximation goes the other way: all host threads are seen as one.
//===----------------------------------------------------------------------===//
#pragma once
#include <cstdint>
#include <map>
#include <vector>

namespace warpsan::rt {

/// Handles as the program uses them; null is the legacy default stream.
using StreamHandle = void *;
using EventHandle = void *;

/// Of a stream. Another one may have it when nobody names the stream any more and the
/// host knows that all its work is over; a handle may come back at once.
using StreamId = uint32_t;

class Streams {
public:
  StreamId idOf(StreamHandle handle);
  void create(StreamHandle handle, bool nonBlocking);
  void destroy(StreamHandle handle);
  void synchronizeStream(StreamHandle handle);
  void synchronizeDevice();
  void record(EventHandle event, StreamHandle handle);
  void wait(StreamHandle handle, EventHandle event);
  void synchronizeEvent(EventHandle event);
  void destroyEvent(EventHandle event);
  void reset() { *this = {}; }

  /// Enters a launch and returns the tags of those it may overlap with.
  std::vector<uint64_t> launch(StreamHandle handle, uint64_t tag);
  /// Of all streams that are not destroyed.
  std::vector<StreamHandle> handles() const;
  /// The host knows that no launch is in flight.
  bool idle() const;

private:
  /// Launches known to be over, by stream; none of those behind its end.
  using Clock = std::vector<uint64_t>;

  struct Stream {
    bool nonBlocking = true;
    bool isNamed = true; ///< some handle stands for it
    /// Those of streams that had the number before count on, so that clocks need not change.
    uint64_t launches = 0;
    Clock clock; ///< what the next launch of this stream comes after
    /// Tag to the number of its last launch that the host does not know to be
    /// over: a kernel launched a million times is one entry.
    std::map<uint64_t, uint64_t> pending;
  };

  Stream &stream(StreamHandle handle) { return streams[idOf(handle)]; }
  void enterDefaultOrder(StreamId id);
  void joinHost(const Clock &clock);
  void dropFinished();
  bool isOver(StreamId id) const;
  StreamId newId();
  void forgetName(StreamHandle handle);
  static uint64_t over(const Clock &clock, StreamId id) {
    return id < clock.size() ? clock[id] : 0;
  }
  static void join(Clock &into, const Clock &from);
  static void set(Clock &clock, StreamId id, uint64_t launches);
  Clock clockBehind(StreamId id);

  std::map<StreamHandle, StreamId> ids;
  std::vector<Stream> streams; ///< by number
  std::map<EventHandle, Clock> events;
  Clock host;
};

} // namespace warpsan::rt
