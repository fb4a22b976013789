//===- generator.cpp - Random programs -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/generator.h"
#include "test/oracle/sites.h"
#include <algorithm>
#include <set>

namespace warpsan::oracle {

namespace {

constexpr uint32_t FlagBegin = 64, LockBegin = 96, WordBytes = 4, RegionBytes = 8;
constexpr uint32_t FullWarp = 32;

/// Data that belongs to one thread, to a lock, or to whoever uses atomics.
struct Region {
  enum Rule : uint8_t { Owned, Locked, Atomic };
  Rule rule;
  bool isShared;
  uint32_t block; ///< whose threads use it; NoBlock: those of all
  uint32_t offset;
  uint32_t owner; ///< thread, of what is owned
  uint32_t lock;  ///< offset, in the memory of the data
};
constexpr uint32_t NoBlock = ~0u;

class Maker {
public:
  Maker(Random &source, bool isOrdered) : random(source) { program.isOrdered = isOrdered; }
  Program make();

private:
  void chooseShape();
  void chooseThreads();
  void addRegion();
  void use(Region &region);
  void access(const Region &region, uint32_t thread, uint16_t group);
  void touchAtomic(const Region &region);
  void useLocked(const Region &region);
  Kind chooseTake(bool acquires, bool isBlock);
  Kind chooseGive(bool releases, bool isBlock);
  void passOn(Region &region);
  void passByFlag(Region &region, uint32_t to);
  bool passByBarrier(uint32_t from, uint32_t to);
  void namedBarrier(uint32_t from, uint32_t to);
  void signal(const Operation &flag, uint32_t thread, Scope least);
  void wait(const Operation &flag, uint32_t thread, Scope least);
  void fence(uint32_t thread, Scope least);

  Operation make(Act act) {
    Operation operation{};
    operation.act = act;
    operation.group = ++groups;
    return operation;
  }
  void put(uint32_t thread, const Operation &operation) {
    program.lists[thread].push_back(operation);
  }
  void put(uint32_t thread, Operation at, Kind kind, uint16_t group) {
    at.act = Act::Access;
    at.site = siteOf(kind, siteUses[size_t(kind)]++);
    at.group = group;
    put(thread, at);
  }
  uint32_t blockOf(uint32_t thread) const { return thread / program.threads; }
  uint32_t warpOf(uint32_t thread) const { return thread % program.threads / FullWarp; }
  uint32_t threadFor(const Region &region);
  Scope scopeFor(uint32_t a, uint32_t b) {
    const bool mayBeBlock = blockOf(a) == blockOf(b);
    return mayBeBlock && !random.oneIn(3) ? Scope::Block : Scope::Device;
  }

  Random &random;
  Program program;
  std::vector<uint32_t> threads; ///< that do anything but barriers
  std::vector<Region> regions;
  uint16_t groups = 0;
  uint32_t flags = 0;
  uint32_t nextNumber = 8; ///< of a barrier with arrivals
  uint32_t siteUses[size_t(Kind::Count)] = {};
};

void Maker::chooseShape() {
  static const std::vector<uint32_t> Small = {1, 2, 3, 4, 6}, Large = {33, 35, 64, 64, 66, 96};
  program.blocks = 1 + random.below(3);
  program.threads = random.oneIn(3) ? random.of(Large) : random.of(Small);
  program.lists.resize(size_t(program.blocks) * program.threads);
}

/// A few of each block, preferably lanes that share a warp.
void Maker::chooseThreads() {
  std::set<uint32_t> chosen;
  const uint32_t wanted = std::min<uint32_t>(2 + random.below(5), uint32_t(program.lists.size()));
  while (chosen.size() < wanted) {
    const uint32_t warp = random.below((program.threads + 31) / 32);
    const uint32_t lane = random.oneIn(4) ? random.below(32) : random.below(4);
    const uint32_t thread = warp * 32 + lane;
    if (thread < program.threads)
      chosen.insert(random.below(program.blocks) * program.threads + thread);
  }
  threads.assign(chosen.begin(), chosen.end());
}

void Maker::addRegion() {
  Region region{};
  const uint32_t rules = program.isOrdered ? 4 : 2;
  const uint32_t rule = random.below(rules);
  region.rule = rule == 1 ? Region::Atomic : rule == 2 ? Region::Locked : Region::Owned;
  region.owner = random.of(threads);
  region.isShared = random.oneIn(2);
  region.block = region.isShared ? blockOf(region.owner) : NoBlock;
  region.offset = uint32_t(regions.size()) * RegionBytes;
  region.lock = LockBegin + uint32_t(regions.size()) * WordBytes;
  regions.push_back(region);
}

uint32_t Maker::threadFor(const Region &region) {
  uint32_t thread = random.of(threads);
  while (region.block != NoBlock && blockOf(thread) != region.block)
    thread = random.of(threads);
  return thread;
}

/// Plain, of any size.
void Maker::access(const Region &region, uint32_t thread, uint16_t group) {
  static const std::vector<Kind> Plain = {Kind::Read1,  Kind::Read2,  Kind::Read4,  Kind::Read8,
                                          Kind::Write1, Kind::Write2, Kind::Write4, Kind::Write8};
  static const std::vector<Kind> Strong = {Kind::LoadDevice4, Kind::StoreDevice4, Kind::AddDevice4,
                                           Kind::StoreBlock4};
  const Kind kind = random.oneIn(6) ? random.of(Strong) : random.of(Plain);
  const uint32_t bytes = Kinds[size_t(kind)].bytes;
  Operation at{};
  at.isShared = region.isShared;
  at.offset = region.offset + random.below(RegionBytes / bytes) * bytes;
  at.value = random.below(3);
  put(thread, at, kind, group);
}

void Maker::touchAtomic(const Region &region) {
  static const std::vector<Kind> Wide = {Kind::LoadDevice4,  Kind::StoreDevice4,
                                         Kind::StoreSystem4, Kind::AddDevice4,
                                         Kind::AddSystem4,   Kind::ReduceDevice4};
  static const std::vector<Kind> Any = {Kind::LoadBlock4, Kind::StoreBlock4, Kind::AddBlock4,
                                        Kind::AddDevice4};
  const bool mayBeBlock = region.block != NoBlock || program.blocks == 1;
  Operation at{};
  at.isShared = region.isShared;
  at.offset = region.offset;
  at.value = 1;
  put(threadFor(region), at, mayBeBlock && random.oneIn(2) ? random.of(Any) : random.of(Wide),
      ++groups);
}

void Maker::fence(uint32_t thread, Scope least) {
  Operation operation = make(random.oneIn(3) ? Act::WeakFence : Act::Fence);
  operation.scope = least == Scope::Block && random.oneIn(3) ? Scope::Device : least;
  if (operation.act == Act::Fence && operation.scope == Scope::Device && random.oneIn(6))
    operation.scope = Scope::System;
  put(thread, operation);
}

/// By compare-and-swap or by exchange.
Kind Maker::chooseTake(bool acquires, bool isBlock) {
  const bool swaps = random.oneIn(2);
  if (acquires)
    return swaps ? Kind::TakeAcquireDevice4 : Kind::TakeByExchangeAcquireDevice4;
  if (isBlock && random.oneIn(2))
    return swaps ? Kind::TakeBlock4 : Kind::TakeByExchangeBlock4;
  return swaps ? Kind::TakeDevice4 : Kind::TakeByExchangeDevice4;
}

/// By a store or by exchange.
Kind Maker::chooseGive(bool releases, bool isBlock) {
  const bool stores = random.oneIn(2);
  if (releases)
    return stores ? Kind::StoreReleaseDevice4 : Kind::GiveByExchangeReleaseDevice4;
  if (stores)
    return Kind::StoreDevice4;
  return isBlock && random.oneIn(2) ? Kind::GiveByExchangeBlock4 : Kind::GiveByExchangeDevice4;
}

void Maker::useLocked(const Region &region) {
  const uint32_t thread = threadFor(region);
  const bool isBlock = region.block != NoBlock;
  const Scope scope = isBlock ? Scope::Block : Scope::Device;
  Operation lock{};
  lock.isShared = region.isShared;
  lock.offset = region.lock;
  const uint16_t group = ++groups;
  const bool acquires = random.oneIn(3);
  put(thread, lock, chooseTake(acquires, isBlock), group);
  if (!acquires)
    fence(thread, scope);
  for (uint32_t i = 1 + random.below(2); i-- > 0;)
    access(region, thread, ++groups);
  const bool releases = random.oneIn(3);
  if (!releases)
    fence(thread, scope);
  put(thread, lock, chooseGive(releases, isBlock), group);
}

//===--- Changing hands ----------------------------------------------------===//

/// By an update or, where it is the first to signal, a store. Its scope reaches
/// both, and so does that of its fence.
void Maker::signal(const Operation &flag, uint32_t thread, Scope least) {
  const bool releases = random.oneIn(3);
  const bool isBlock = least == Scope::Block;
  if (!releases)
    fence(thread, least);
  Kind kind = isBlock ? Kind::StoreBlock4 : Kind::StoreDevice4;
  if (random.oneIn(2))
    kind = isBlock ? Kind::AddBlock4 : random.oneIn(3) ? Kind::ReduceDevice4 : Kind::AddDevice4;
  if (releases)
    kind = random.oneIn(2) ? (isBlock ? Kind::StoreReleaseBlock4 : Kind::StoreReleaseDevice4)
                           : (isBlock ? Kind::AddBothBlock4 : Kind::AddBothDevice4);
  put(thread, flag, kind, ++groups);
}

void Maker::wait(const Operation &flag, uint32_t thread, Scope least) {
  const bool acquires = random.oneIn(3);
  const bool isBlock = least == Scope::Block;
  const Kind kind = acquires ? (isBlock ? Kind::PollAcquireBlock4 : Kind::PollAcquireDevice4)
                             : (isBlock ? Kind::PollBlock4 : Kind::PollDevice4);
  put(thread, flag, kind, ++groups);
  if (!acquires && !random.oneIn(4))
    fence(thread, least);
}

/// Every flag is used once.
void Maker::passByFlag(Region &region, uint32_t to) {
  const Scope least = scopeFor(region.owner, to);
  Operation flag{};
  flag.isShared = region.block != NoBlock && random.oneIn(2);
  flag.offset = FlagBegin + flags++ * WordBytes;
  flag.value = 1;
  signal(flag, region.owner, least);
  wait(flag, to, least);
}

/// Whole warps: the two threads' at least. Some may only arrive. A number belongs
/// to one set of warps, and with arrivals is used once: else those who are early
/// for the next use would count in this one.
void Maker::namedBarrier(uint32_t from, uint32_t to) {
  const uint32_t first = blockOf(from) * program.threads;
  std::set<uint32_t> warps = {warpOf(from), warpOf(to)};
  for (uint32_t warp = 0; warp < program.threads / FullWarp; ++warp)
    if (random.oneIn(3))
      warps.insert(warp);
  Operation operation = make(Act::NamedSync);
  operation.number = 0;
  for (const uint32_t warp : warps)
    operation.number |= 1u << warp;
  operation.count = uint32_t(warps.size()) * FullWarp;
  const bool mayArrive = warpOf(from) != warpOf(to) && nextNumber < 16 && random.oneIn(2);
  if (mayArrive)
    operation.number = nextNumber++;
  for (uint32_t warp : warps)
    for (uint32_t lane = 0; lane < FullWarp; ++lane) {
      operation.act = mayArrive && warp == warpOf(from) ? Act::NamedArrive : Act::NamedSync;
      put(first + warp * FullWarp + lane, operation);
    }
}

bool Maker::passByBarrier(uint32_t from, uint32_t to) {
  if (blockOf(from) != blockOf(to))
    return false;
  const uint32_t first = blockOf(from) * program.threads;
  if (warpOf(from) == warpOf(to) && random.oneIn(2)) {
    const uint32_t begin = first + warpOf(from) * FullWarp;
    const uint32_t lanes = std::min(FullWarp, first + program.threads - begin);
    Operation operation = make(Act::WarpBarrier);
    const auto all = uint32_t((uint64_t(1) << lanes) - 1);
    operation.mask = 1u << (from - begin) | 1u << (to - begin);
    operation.mask |= uint32_t(random.next()) & all;
    // Cells do not know who of a warp met before a second lane accessed a word.
    if (random.oneIn(2) || !program.isOrdered)
      operation.mask = all;
    for (uint32_t lane = 0; lane < lanes; ++lane)
      if (operation.mask >> lane & 1)
        put(begin + lane, operation);
    return true;
  }
  if (program.isOrdered && program.threads % FullWarp == 0 && random.oneIn(2)) {
    namedBarrier(from, to);
    return true;
  }
  const Operation operation = make(Act::BlockBarrier);
  for (uint32_t thread = first; thread < first + program.threads; ++thread)
    put(thread, operation);
  return true;
}

void Maker::passOn(Region &region) {
  const uint32_t to = threadFor(region);
  if (to == region.owner)
    return;
  const bool mayFlag = program.isOrdered && FlagBegin + flags * WordBytes < LockBegin;
  if (mayFlag && random.oneIn(2)) {
    passByFlag(region, to);
  } else if (!passByBarrier(region.owner, to)) {
    if (!mayFlag)
      return;
    passByFlag(region, to);
  }
  region.owner = to;
}

void Maker::use(Region &region) {
  switch (region.rule) {
  case Region::Owned:
    access(region, region.owner, ++groups);
    if (random.oneIn(2))
      passOn(region);
    return;
  case Region::Locked:
    return useLocked(region);
  case Region::Atomic:
    return touchAtomic(region);
  }
}

Program Maker::make() {
  chooseShape();
  chooseThreads();
  for (uint32_t i = 1 + random.below(3); i-- > 0;)
    addRegion();
  for (uint32_t i = 4 + random.below(20); i-- > 0;)
    use(regions[random.below(regions.size())]);
  return program;
}

//===--- Mutations ---------------------------------------------------------===//

bool isLockWord(const Operation &operation) {
  return operation.act == Act::Access && operation.offset >= LockBegin;
}
bool isPoll(const Operation &operation) {
  return operation.act == Act::Access && infoOf(operation.site).form == Form::Poll;
}

/// What may be left out and orders: not a signal, for which somebody waits.
bool mayLeaveOut(const Operation &operation) {
  return operation.act != Act::Access || isLockWord(operation) || isPoll(operation);
}

/// The same with less scope or without its order.
bool narrow(Operation &operation, Random &random) {
  if (operation.act == Act::Fence || operation.act == Act::WeakFence) {
    const bool isWide = operation.scope != Scope::Block;
    operation.scope = Scope::Block;
    return isWide;
  }
  if (operation.act != Act::Access)
    return false;
  const KindInfo &info = infoOf(operation.site);
  const bool loosen = random.oneIn(2) && info.order > Order::Relaxed;
  const Order order = loosen ? Order::Relaxed : info.order;
  const Scope scope = loosen ? info.scope : Scope::Block;
  if (order == info.order && scope == info.scope)
    return false;
  for (size_t kind = 0; kind < size_t(Kind::Count); ++kind) {
    const KindInfo &other = Kinds[kind];
    if (other.form != info.form || other.bytes != info.bytes || other.order != order ||
        other.scope != scope)
      continue;
    operation.site = siteOf(Kind(kind), random.below(8));
    return true;
  }
  return false;
}

/// Threads of a warp barrier of some lanes, less one.
bool dropLane(Program &program, uint16_t group, Random &random) {
  std::vector<std::pair<uint32_t, size_t>> places;
  for (uint32_t t = 0; t < program.lists.size(); ++t)
    for (size_t i = 0; i < program.lists[t].size(); ++i)
      if (program.lists[t][i].group == group)
        places.push_back({t, i});
  if (places.size() < 2)
    return false;
  const auto [thread, index] = random.of(places);
  const uint32_t bit = 1u << (thread % program.threads % FullWarp);
  for (const auto &[t, i] : places)
    program.lists[t][i].mask &= ~bit;
  program.lists[thread].erase(program.lists[thread].begin() + ptrdiff_t(index));
  return true;
}

bool weakenOne(Program &program, Operation &operation, Random &random) {
  if (operation.act == Act::WarpBarrier && program.isOrdered && random.oneIn(2))
    return dropLane(program, operation.group, random);
  if (random.oneIn(2) && narrow(operation, random))
    return true;
  if (!mayLeaveOut(operation))
    return false;
  removeGroup(program, operation.group);
  return true;
}

} // namespace

Program makeClean(Random &random, bool isOrdered) { return Maker(random, isOrdered).make(); }

bool weaken(Program &program, Random &random) {
  for (uint32_t attempt = 0; attempt < 50; ++attempt) {
    auto &list = program.lists[random.below(program.lists.size())];
    if (!list.empty() && weakenOne(program, list[random.below(list.size())], random))
      return true;
  }
  return false;
}

void exitEarly(Program &program, Random &random) {
  auto &list = program.lists[random.below(program.lists.size())];
  const bool onlyMeets = std::all_of(list.begin(), list.end(), [](const Operation &operation) {
    return operation.act == Act::WarpBarrier || operation.act == Act::BlockBarrier;
  });
  if (onlyMeets && !list.empty())
    list.resize(random.below(list.size()));
}

void addAccess(Program &program, Random &random) {
  static const std::vector<Kind> Any = {
      Kind::Read1,       Kind::Read2,        Kind::Read4,       Kind::Read8,      Kind::Write1,
      Kind::Write2,      Kind::Write4,       Kind::Write8,      Kind::LoadBlock4, Kind::LoadDevice4,
      Kind::LoadDevice8, Kind::StoreDevice8, Kind::StoreBlock4, Kind::AddBlock4,  Kind::AddDevice4,
      Kind::AddDevice8,  Kind::StoreDevice4};
  std::vector<uint32_t> busy;
  for (uint32_t t = 0; t < program.lists.size(); ++t)
    if (program.lists[t].size() > 1)
      busy.push_back(t);
  if (busy.empty())
    return;
  auto &list = program.lists[random.of(busy)];
  const Kind kind = random.of(Any);
  Operation operation{};
  operation.site = siteOf(kind, random.below(8));
  operation.group = uint16_t(10000 + random.below(50000));
  operation.isShared = random.oneIn(2);
  const uint32_t bytes = Kinds[size_t(kind)].bytes;
  operation.offset = random.below(3 * RegionBytes / bytes) * bytes;
  operation.value = random.below(3);
  list.insert(list.begin() + random.below(list.size() + 1), operation);
}

std::vector<uint16_t> groupsOf(const Program &program) {
  std::set<uint16_t> groups;
  for (const auto &list : program.lists)
    for (const Operation &operation : list)
      groups.insert(operation.group);
  return {groups.begin(), groups.end()};
}

void removeGroup(Program &program, uint16_t group) {
  for (auto &list : program.lists)
    std::erase_if(list, [&](const Operation &operation) { return operation.group == group; });
}

} // namespace warpsan::oracle
