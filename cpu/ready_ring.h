//===- ready_ring.h - Threads that can run ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace warpsan::cpu {

struct Thread;

/// Queue with access by position, in a ring whose size is a power of two.
class ReadyRing {
public:
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  void clear() { count = 0; }
  Thread *peek(size_t position) const { return slots[(head + position) & (slots.size() - 1)]; }

  void push(Thread *thread) {
    if (count == slots.size())
      grow();
    at(count++) = thread;
  }

  /// Takes the thread at `position`; the oldest one moves there.
  Thread *pop(size_t position) {
    std::swap(at(position), at(0));
    Thread *thread = at(0);
    ++head;
    --count;
    return thread;
  }

private:
  Thread *&at(size_t position) { return slots[(head + position) & (slots.size() - 1)]; }

  void grow() {
    std::vector<Thread *> wider(slots.size() * 2);
    for (size_t i = 0; i < count; ++i)
      wider[i] = at(i);
    slots.swap(wider);
    head = 0;
  }

  std::vector<Thread *> slots = std::vector<Thread *>(1024);
  size_t head = 0;
  size_t count = 0;
};

} // namespace warpsan::cpu
