//===- order_table.cpp - Log of synchronisation, host side -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/order_table.h"
#include <algorithm>
#include <bit>
#include <sstream>
#include <utility>

namespace warpsan::rt {

using namespace abi;

namespace {

/// Parts of the log, of 8.
constexpr uint64_t ConflictShare = 3, EventShare = 4;

Relation relationOf(uint64_t a, uint64_t b) {
  if (a >> 32 != b >> 32)
    return Relation::Grid;
  return uint32_t(a) / 32 != uint32_t(b) / 32 ? Relation::Block : Relation::Warp;
}

/// Races with one key are one record.
std::string keyOf(const RaceRecord &record) {
  std::ostringstream key;
  key << record.module << ' ' << record.kernel << ' ' << record.site << ' ' << record.previousSite
      << ' ' << unsigned(record.space) << ' ' << unsigned(record.relation) << ' '
      << unsigned(record.flags);
  return key.str();
}

} // namespace

bool OrderTable::allocate() {
  constexpr uint64_t Least = uint64_t(1) << 20;
  for (; bytes >= Least; bytes /= 2)
    if (allocateParts(bytes / 8))
      return true;
  return false;
}

bool OrderTable::allocateParts(uint64_t part) {
  empty.conflictCapacity = part * ConflictShare / sizeof(Conflict);
  empty.eventCapacity = part * EventShare / sizeof(OrderEvent);
  empty.ticketCapacity = std::bit_floor(part / sizeof(TicketEntry));
  void *conflicts = device.allocateDevice(empty.conflictCapacity * sizeof(Conflict));
  void *events = device.allocateDevice(empty.eventCapacity * sizeof(OrderEvent));
  void *tickets = device.allocateDevice(empty.ticketCapacity * sizeof(TicketEntry));
  auto *log = static_cast<OrderLog *>(device.allocateDevice(sizeof(OrderLog)));
  empty.conflicts = reinterpret_cast<uint64_t>(conflicts);
  empty.events = reinterpret_cast<uint64_t>(events);
  empty.tickets = reinterpret_cast<uint64_t>(tickets);
  const bool complete = conflicts && events && tickets && log &&
                        device.copyToDevice(log, &empty, sizeof empty, nullptr) == 0;
  if (complete) {
    head = log;
    return true;
  }
  for (void *memory : {conflicts, events, tickets, static_cast<void *>(log)})
    if (memory)
      device.freeDevice(memory);
  return false;
}

bool OrderTable::prepare(const LaunchShape &shape, LaunchRecord &record) {
  if (!head && !allocate())
    return false;
  record.flags |= LaunchOrdered;
  record.orderLog = reinterpret_cast<uint64_t>(head);
  Launch &launch = pending[record.launch];
  launch.kernel = {record.module, record.kernel};
  std::copy_n(shape.grid, 3, launch.grid);
  std::copy_n(shape.block, 3, launch.block);
  return true;
}

template <typename Row>
std::vector<Row> OrderTable::read(uint64_t rows, uint64_t capacity, uint64_t count) {
  std::vector<Row> copied(std::min(count, capacity));
  if (!copied.empty() && device.copyFromDevice(copied.data(), reinterpret_cast<void *>(rows),
                                               copied.size() * sizeof(Row)) != 0)
    copied.clear();
  return copied;
}

void OrderTable::addUndecided() {
  for (const auto &[number, launch] : pending)
    unknown.insert(launch.kernel);
}

RaceRecord OrderTable::recordOf(const Conflict &conflict, const Launch &launch) const {
  RaceRecord record{};
  record.complete = 1;
  record.launch = conflict.launch;
  record.module = conflict.module;
  record.kernel = conflict.kernel;
  record.site = conflict.site;
  record.previousSite = conflict.previousSite;
  record.size = conflict.size;
  record.space = conflict.space;
  record.relation = uint8_t(relationOf(conflict.thread, conflict.previousThread));
  record.known = uint8_t(Known::Thread);
  record.flags = conflict.flags | RaceDecided;
  record.address = conflict.address;
  std::copy_n(launch.grid, 3, record.grid);
  std::copy_n(launch.block, 3, record.block);
  const uint32_t block = uint32_t(conflict.thread >> 32);
  record.blockIndex[0] = block % launch.grid[0];
  record.blockIndex[1] = block / launch.grid[0] % launch.grid[1];
  record.blockIndex[2] = block / launch.grid[0] / launch.grid[1];
  record.thread = uint32_t(conflict.thread);
  record.previousBlock = uint32_t(conflict.previousThread >> 32);
  record.previousThread = uint32_t(conflict.previousThread);
  return record;
}

void OrderTable::add(const Conflict &conflict, Races &races) {
  const auto launch = pending.find(conflict.launch);
  if (launch == pending.end())
    return;
  const RaceRecord record = recordOf(conflict, launch->second);
  const auto [at, isNew] = races.keys.try_emplace(keyOf(record), races.list.size());
  if (isNew)
    races.list.push_back({record, 1, true, device.trials() ? device.currentSchedule() : ""});
  else
    ++races.list[at->second].count;
}

void OrderTable::decide(const order::Log &rows) {
  for (const order::Decision &decision : order::decide(rows)) {
    switch (decision.answer) {
    case order::Answer::Unordered:
      add(decision.conflict, found);
      break;
    case order::Answer::Ordered:
      add(decision.conflict, ordered);
      break;
    case order::Answer::Unknown:
      unknown.insert({decision.conflict.module, decision.conflict.kernel});
      break;
    }
  }
}

/// Without all events any order may exist; without a conflict none is asked for.
void OrderTable::settle(const OrderLog &log) {
  order::Log rows;
  rows.conflicts = read<Conflict>(log.conflicts, log.conflictCapacity, log.conflictCount);
  if (rows.conflicts.size() != log.conflictCount)
    addUndecided();
  if (rows.conflicts.empty())
    return;
  rows.events = read<OrderEvent>(log.events, log.eventCapacity, log.eventCount);
  if (rows.events.size() == log.eventCount && log.lostTickets == 0)
    return decide(rows);
  for (const Conflict &conflict : rows.conflicts)
    unknown.insert({conflict.module, conflict.kernel});
}

void OrderTable::settle() {
  if (!head || pending.empty())
    return;
  OrderLog log = empty;
  if (device.copyFromDevice(&log, head, sizeof log) != 0)
    return giveUp();
  settle(log);
  ticketsUsed += log.eventCount;
  if (log.lostTickets || ticketsUsed > log.ticketCapacity / 2) {
    device.clearDevice(reinterpret_cast<void *>(log.tickets),
                       log.ticketCapacity * sizeof(TicketEntry), nullptr);
    ticketsUsed = 0;
  }
  if (log.eventCount || log.conflictCount || log.lostTickets)
    device.copyToDevice(head, &empty, sizeof empty, nullptr);
  pending.clear();
}

void OrderTable::giveUp() {
  addUndecided();
  pending.clear();
}

uint64_t OrderTable::logBytes() const {
  return head ? empty.conflictCapacity * sizeof(Conflict) +
                    empty.eventCapacity * sizeof(OrderEvent) +
                    empty.ticketCapacity * sizeof(TicketEntry) + sizeof empty
              : 0;
}

void OrderTable::forgetDevice() {
  giveUp();
  head = nullptr;
  ticketsUsed = 0;
}

std::vector<report::ObservedRace> OrderTable::take() { return std::exchange(found, {}).list; }

} // namespace warpsan::rt
