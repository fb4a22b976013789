//===- access_test.cpp - Classes, relations and positions ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/check.h"

#include <gtest/gtest.h>

using namespace warpsan;

namespace {

constexpr CellLayout Layout{16, 10, 8, 8, 5, 5, 4, 0};

uint64_t threadAt(uint64_t block, uint64_t thread) {
  return block << Layout.threadInBlock | thread;
}

Accessor accessor(uint64_t thread, uint32_t groupMask = 0) {
  return {thread, 1, 0, 0, 0, groupMask};
}

TEST(Classify, PlainAccessesHaveNoScope) {
  EXPECT_EQ(classify(AccessKind::Read, Scope::None), AccessClass::Read);
  EXPECT_EQ(classify(AccessKind::Write, Scope::None), AccessClass::Write);
}

TEST(Classify, StoreAndReadModifyWriteAreUpdates) {
  for (const AccessKind kind : {AccessKind::AtomicStore, AccessKind::AtomicRmw}) {
    EXPECT_EQ(classify(kind, Scope::Block), AccessClass::UpdateBlock);
    EXPECT_EQ(classify(kind, Scope::Cluster), AccessClass::UpdateBlock);
    EXPECT_EQ(classify(kind, Scope::Device), AccessClass::UpdateDevice);
    EXPECT_EQ(classify(kind, Scope::System), AccessClass::UpdateDevice);
  }
}

TEST(PackedAccess, KeepsEveryField) {
  for (const PackedAccess &access :
       {PackedAccess{0, 1, 0, 0}, PackedAccess{~0u, 4095, 7, (1u << 17) - 1},
        PackedAccess{7, 16, uint32_t(AccessClass::Write), AccessGlobal | 3u << AccessRootShift}}) {
    ASSERT_TRUE(isPackable(access.size));
    const PackedAccess found = unpackAccess(packAccess(access));
    EXPECT_EQ(found.site, access.site);
    EXPECT_EQ(found.size, access.size);
    EXPECT_EQ(found.kind, access.kind);
    EXPECT_EQ(found.flags, access.flags);
  }
}

TEST(PackedAccess, HasNoRoomForLargeAccesses) { EXPECT_FALSE(isPackable(4096)); }

TEST(Classify, AtomicLoads) {
  EXPECT_EQ(classify(AccessKind::AtomicLoad, Scope::Block), AccessClass::LoadBlock);
  EXPECT_EQ(classify(AccessKind::AtomicLoad, Scope::Cluster), AccessClass::LoadBlock);
  EXPECT_EQ(classify(AccessKind::AtomicLoad, Scope::System), AccessClass::LoadDevice);
}

TEST(Relate, ClosestGroup) {
  const Accessor me = accessor(threadAt(3, 40), 0x0000ff00);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 40)), Relation::Thread);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 41)), Relation::Group);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 47)), Relation::Group);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 48)), Relation::Warp);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 32)), Relation::Warp);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 8)), Relation::Block);
  EXPECT_EQ(relate(Layout, me, threadAt(3, 1023)), Relation::Block);
  EXPECT_EQ(relate(Layout, me, threadAt(2, 40)), Relation::Grid);
}

TEST(Relate, NoGroupWithoutMask) {
  EXPECT_EQ(relate(Layout, accessor(threadAt(0, 0)), threadAt(0, 1)), Relation::Warp);
}

TEST(OrderSince, WidestBarrierThatCoversBoth) {
  const Payload anchor{0, 0, 0, 4, 4, 4};
  Accessor me{1, 1, 5, 5, 5, 0};
  EXPECT_EQ(orderSince(anchor, me, Relation::Thread), Order::Block);
  EXPECT_EQ(orderSince(anchor, me, Relation::Block), Order::Block);
  EXPECT_EQ(orderSince(anchor, me, Relation::Grid), Order::None);
  me.blockClock = 4;
  EXPECT_EQ(orderSince(anchor, me, Relation::Warp), Order::Warp);
  EXPECT_EQ(orderSince(anchor, me, Relation::Block), Order::None);
  me.warpClock = 4;
  EXPECT_EQ(orderSince(anchor, me, Relation::Group), Order::Group);
  EXPECT_EQ(orderSince(anchor, me, Relation::Warp), Order::None);
  me.groupClock = 4;
  EXPECT_EQ(orderSince(anchor, me, Relation::Thread), Order::None);
}

TEST(Place, SyncedOrRelation) {
  EXPECT_EQ(place(Relation::Thread, Order::None), Position::Thread);
  EXPECT_EQ(place(Relation::Grid, Order::None), Position::Grid);
  EXPECT_EQ(place(Relation::Thread, Order::Group), Position::SyncedGroup);
  EXPECT_EQ(place(Relation::Group, Order::Warp), Position::SyncedWarp);
  EXPECT_EQ(place(Relation::Block, Order::Block), Position::SyncedBlock);
}

} // namespace
