//===- trace.cpp - From notes of a run to events for the oracle ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/trace.h"
#include "test/oracle/sites.h"
#include <map>

namespace warpsan::oracle {

namespace {

Reach reachOf(Scope scope) { return scope == Scope::Block ? Reach::Block : Reach::Device; }

class Builder {
public:
  explicit Builder(const Program &given) : program(given) {}
  Event build(const Note &note);

private:
  void fillAccess(Event &event, const Operation &operation, bool fails);
  void fillBarrier(Event &event, const Operation &operation);
  uint32_t lanesOf(uint32_t thread) const;

  const Program &program;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> uses; ///< of a barrier by a thread
  std::map<uint64_t, uint32_t> arrivals;                  ///< at a numbered barrier
};

void Builder::fillAccess(Event &event, const Operation &operation, bool fails) {
  const KindInfo &info = infoOf(operation.site);
  event.address = operation.offset;
  if (operation.isShared)
    event.address += uint64_t(event.block + 1) << 32;
  event.bytes = info.bytes;
  const Form form = info.form;
  event.writes = form == Form::Write || form == Form::Store || form == Form::Add ||
                 form == Form::Reduce || form == Form::Take;
  event.reads = form != Form::Write && form != Form::Store && form != Form::Reduce;
  event.strong = info.order != Order::Weak;
  event.acquire = info.order == Order::Acquire || info.order == Order::Both;
  event.release = info.order == Order::Release || info.order == Order::Both;
  event.poll = form == Form::Poll;
  event.takes = form == Form::Take && !fails;
  event.fails = form == Form::Take && fails;
  event.reach = reachOf(info.scope);
}

/// Of its warp; the last one of a block may be short.
uint32_t Builder::lanesOf(uint32_t thread) const {
  const uint32_t left = program.threads - thread % program.threads / 32 * 32;
  return left >= 32 ? ~0u : (1u << left) - 1;
}

/// Threads use barriers of the block or some lanes equally often; those with a
/// number by who comes first.
void Builder::fillBarrier(Event &event, const Operation &operation) {
  const bool isNumbered = operation.act == Act::NamedSync || operation.act == Act::NamedArrive;
  if (operation.act == Act::BlockBarrier)
    event.barrier = uint64_t(1) << 60 | event.block;
  else if (isNumbered)
    event.barrier = uint64_t(2) << 60 | uint64_t(event.block) << 8 | operation.number;
  else
    event.barrier = uint64_t(3) << 60 | uint64_t(event.warp) << 32 | operation.mask;
  event.ofBlock = operation.act == Act::BlockBarrier;
  event.isFull = operation.act == Act::BlockBarrier ||
                 (operation.act == Act::WarpBarrier && operation.mask == lanesOf(event.thread));
  uint32_t &own = uses[{event.barrier, event.thread}];
  if (event.type == Event::Arrive)
    own = isNumbered ? arrivals[event.barrier]++ / operation.count : own + 1;
  event.generation = own;
}

Event Builder::build(const Note &note) {
  const Operation &operation = operationOf(program, note);
  Event event;
  event.thread = note.thread;
  event.block = note.thread / program.threads;
  const uint32_t warps = (program.threads + 31) / 32;
  event.warp = event.block * warps + note.thread % program.threads / 32;
  switch (operation.act) {
  case Act::Access:
    fillAccess(event, operation, note.fails);
    break;
  case Act::Fence:
  case Act::WeakFence:
    event.type = Event::Fence;
    event.sequential = operation.act == Act::Fence;
    event.reach = reachOf(operation.scope);
    break;
  case Act::BlockBarrier:
  case Act::WarpBarrier:
  case Act::NamedSync:
  case Act::NamedArrive:
    event.type = note.leaves ? Event::Leave : Event::Arrive;
    fillBarrier(event, operation);
    break;
  }
  return event;
}

} // namespace

const Operation &operationOf(const Program &program, const Note &note) {
  return program.lists[note.thread][note.operation];
}

std::vector<Event> eventsOf(const Program &program, const std::vector<Note> &notes) {
  Builder builder(program);
  std::vector<Event> events;
  for (const Note &note : notes)
    events.push_back(builder.build(note));
  return events;
}

} // namespace warpsan::oracle
