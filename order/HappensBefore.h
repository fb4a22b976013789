//===- HappensBefore.h - Order between threads of one launch ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Causality order of the PTX memory model (PTX ISA 8.9.5) from the logged events
// of a launch: program order and full barriers from the clocks of positions,
// release and acquire patterns (8.10) from tickets. Scopes are checked at every
// link; chains of any length through other threads and barriers are followed.
// Two sequentially consistent fences synchronise (8.9.4) where the order of
// them follows from what was observed: after the first fence, across barriers
// of the block, another thread writes what is read before the second. That is
// how a barrier of the grid is made of a fence by every thread, a barrier of
// the block and a counter.
//
// Two deviations, both to the side of order: a strong read is taken to observe
// all tickets up to the one it logged, so a release that another thread's plain
// store had overwritten counts too; and a poll acquires without a fence
// (SyncPoll; under -warpsan-poll=strict there are none).
//===----------------------------------------------------------------------===//
#pragma once
#include "warpsan/abi.h"
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace warpsan::order {

/// An event stands for all words of its access.
inline constexpr uint64_t MaxStrongBytes = 16;

/// A point in the run of a thread: an event or an access.
struct Position {
  uint64_t thread = 0; ///< block << 32 | thread in block
  uint32_t blockClock = 0;
  uint32_t warpClock = 0;
  uint64_t step = 0; ///< program order: events even, accesses between them odd

  uint64_t block() const { return thread >> 32; }
  uint64_t warp() const { return thread / 32; } ///< in the grid
};

Position positionOfEvent(const abi::OrderEvent &event);
Position positionOfAccess(uint64_t thread, const abi::ThreadClocks &clocks);

/// Order within a block by program order and full barriers.
bool precedesInBlock(const Position &first, const Position &second);

enum class Answer : uint8_t {
  Unordered,
  Ordered,
  Unknown, ///< the search became too long
};

class HappensBefore {
public:
  /// All events of one launch, in the order in which they were logged.
  explicit HappensBefore(const std::vector<abi::OrderEvent> &events);

  /// Whether `first` happens before `second`. `moment`: number of events that
  /// had been logged at most when `second` happened. `without`: a location
  /// that is taken to order nothing, or 0.
  Answer ask(const Position &first, const Position &second, uint64_t moment, uint64_t without = 0);

private:
  struct Event {
    const abi::OrderEvent *row;
    uint64_t moment;
  };
  /// What a strong write, or an arrival, makes visible: all before `source`.
  struct Release {
    Position source;
    uint64_t location;
    uint32_t ticket;
    bool deviceScope; ///< else for the block only
  };
  /// What comes after `target` has seen the releases up to `ticket`.
  struct Acquire {
    Position target;
    uint64_t location;
    uint32_t ticket;
    bool deviceScope;
    bool exact;      ///< a barrier: that generation only
    bool sequential; ///< a poll, or by a sequentially consistent fence
    uint64_t moment;
  };
  /// Indices of acquires, grouped, within a group by moment; and the highest
  /// ticket of the group up to there.
  struct AcquireList {
    std::vector<uint32_t> items;
    std::vector<uint32_t> highest;
  };
  struct Span {
    size_t begin = 0;
    size_t end = 0;
  };
  /// Releases after a position: the tails of three lists.
  struct Tails {
    Span block, warp, thread;
  };
  /// Releases of a tail that one has to follow, and how.
  struct Part {
    const std::vector<Release> &rows;
    const std::vector<uint32_t> &list;
    Span tail;
    bool deviceScope; ///< else within the block only
    bool sequential;  ///< only to acquires that are
  };
  struct Goal {
    Position position;
    uint64_t moment = 0;
    uint64_t without = 0;
  };

  /// What the goal has seen of a location itself.
  struct Heard {
    int64_t ticket = -1;            ///< the highest; -1: none
    std::set<uint32_t> generations; ///< of a barrier
  };

  void addThread(const Event *begin, const Event *end);
  void addWrite(const Event &event);
  void addRelease(const Event &event, const Event *fence, bool deviceScope);
  void addAcquire(const Event &event, const Event *fence, bool deviceScope);
  void sortReleases();
  void sortAcquires();
  template <typename Key>
  void sortList(AcquireList &list, bool deviceOnly, Key key);
  Tails after(const Position &position) const;
  Span local(uint64_t location, uint64_t block) const;
  Span device(uint64_t location) const;

  bool observes(const Acquire &acquire, const Release &release) const;
  Heard hear(uint64_t location, bool deviceScope) const;
  bool reachesDirectly(const Tails &tails);
  bool reachesDirectly(const Release &release);
  void expand(const Position &position, const Tails &tails);
  void expandFence(const std::vector<Position> &list, const Position &position, bool deviceScope);
  void expand(const Part &part);
  void follow(const AcquireList &list, Span span, const Release &release, bool sequential);

  std::vector<Release> releases;
  std::vector<uint32_t> byBlock, byWarp, byThread; ///< releases by clock
  /// Strong writes as what fences of other threads release, source: the write.
  std::vector<Release> writes;
  std::vector<uint32_t> writesByBlock, writesByWarp;
  /// Sequentially consistent ones, by thread and step; and those of device scope.
  std::vector<Position> fences, deviceFences;
  std::vector<Acquire> acquires;
  AcquireList byPlace;    ///< by location and block
  AcquireList byLocation; ///< those of device scope

  // The question:
  Goal goal;
  std::vector<uint32_t> seen; ///< number of the question that last saw the acquire
  uint32_t question = 0;
  std::vector<uint32_t> work;
  /// List, end of tail and scope to its begin.
  std::map<std::tuple<const void *, size_t, bool>, size_t> expanded;
  /// Lowest ticket that was followed, by list, begin of span, and whether to polls only.
  std::map<std::tuple<const void *, size_t, bool>, uint64_t> followed;
  /// By location, and whether from another block.
  std::map<std::pair<uint64_t, bool>, Heard> heard;
  bool isReached = false;
  size_t steps = 0;
};

} // namespace warpsan::order
