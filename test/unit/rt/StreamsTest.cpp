//===- StreamsTest.cpp - Which launches may overlap ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/streams.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// Two non-blocking streams a and b, a blocking one c.
class StreamOrder : public ::testing::Test {
protected:
  StreamOrder() {
    streams.create(a, true);
    streams.create(b, true);
    streams.create(c, false);
  }
  Streams streams;
  char handles[4] = {};
  StreamHandle a = &handles[0];
  StreamHandle b = &handles[1];
  StreamHandle c = &handles[2];
  EventHandle event = &handles[3];
};

TEST_F(StreamOrder, SameStreamIsOrdered) {
  EXPECT_THAT(streams.launch(a, 1), IsEmpty());
  EXPECT_THAT(streams.launch(a, 2), IsEmpty());
}

TEST_F(StreamOrder, DifferentStreamsOverlap) {
  streams.launch(a, 1);
  streams.launch(a, 2);
  EXPECT_THAT(streams.launch(b, 3), ElementsAre(1, 2));
}

TEST_F(StreamOrder, DeviceSynchronizeOrders) {
  streams.launch(a, 1);
  streams.synchronizeDevice();
  EXPECT_THAT(streams.launch(b, 2), IsEmpty());
}

TEST_F(StreamOrder, StreamSynchronizeOrdersItsStreamOnly) {
  streams.launch(a, 1);
  streams.launch(c, 2);
  streams.synchronizeStream(a);
  EXPECT_THAT(streams.launch(b, 3), ElementsAre(2));
}

TEST_F(StreamOrder, EventOrdersWhatWasBeforeIt) {
  streams.launch(a, 1);
  streams.record(event, a);
  streams.launch(a, 2);
  streams.wait(b, event);
  EXPECT_THAT(streams.launch(b, 3), ElementsAre(2));
}

TEST_F(StreamOrder, EventChainIsTransitive) {
  streams.launch(a, 1);
  streams.record(event, a);
  streams.wait(b, event);
  streams.record(event, b);
  streams.wait(c, event);
  EXPECT_THAT(streams.launch(c, 2), IsEmpty());
}

TEST_F(StreamOrder, EventSynchronizeOrders) {
  streams.launch(a, 1);
  streams.record(event, a);
  streams.synchronizeEvent(event);
  EXPECT_THAT(streams.launch(b, 2), IsEmpty());
}

TEST_F(StreamOrder, UnrecordedEventOrdersNothing) {
  streams.launch(a, 1);
  streams.wait(b, event);
  EXPECT_THAT(streams.launch(b, 2), ElementsAre(1));
}

TEST_F(StreamOrder, LegacyStreamWaitsForBlockingOnes) {
  streams.launch(c, 1);
  EXPECT_THAT(streams.launch(nullptr, 2), IsEmpty());
  EXPECT_THAT(streams.launch(c, 3), IsEmpty());
}

TEST_F(StreamOrder, LegacyStreamIgnoresNonBlockingOnes) {
  streams.launch(a, 1);
  EXPECT_THAT(streams.launch(nullptr, 2), ElementsAre(1));
  EXPECT_THAT(streams.launch(b, 3), UnorderedElementsAre(1, 2));
}

TEST_F(StreamOrder, LegacySynchronizeCoversBlockingStreams) {
  streams.launch(c, 1);
  streams.synchronizeStream(nullptr);
  EXPECT_THAT(streams.launch(a, 2), IsEmpty());
}

TEST_F(StreamOrder, ReusedHandleIsAnotherStream) {
  const StreamId first = streams.idOf(a);
  streams.launch(a, 1);
  streams.destroy(a);
  streams.create(a, true);
  EXPECT_NE(streams.idOf(a), first);
  EXPECT_THAT(streams.launch(a, 2), ElementsAre(1));
}

TEST_F(StreamOrder, NumberIsUsedAgainWhenAllIsOver) {
  const StreamId first = streams.idOf(a);
  streams.launch(a, 1);
  streams.destroy(a);
  EXPECT_NE(streams.idOf(&handles[3]), first);
  streams.synchronizeDevice();
  streams.create(a, true);
  EXPECT_EQ(streams.idOf(a), first);
  EXPECT_THAT(streams.launch(b, 2), IsEmpty());
  EXPECT_THAT(streams.launch(a, 3), ElementsAre(2));
  EXPECT_THAT(streams.launch(b, 4), ElementsAre(3));
}

TEST_F(StreamOrder, EventOfAFormerStreamSaysNothingOfTheNextOne) {
  streams.launch(a, 1);
  streams.record(event, a);
  streams.destroy(a);
  streams.synchronizeDevice();
  streams.create(a, true);
  streams.launch(a, 2);
  streams.wait(b, event);
  EXPECT_THAT(streams.launch(b, 3), ElementsAre(2));
}

TEST_F(StreamOrder, NumberIsKeptForWhatTheStreamWaitsFor) {
  streams.launch(a, 1);
  streams.record(event, a);
  streams.wait(c, event);
  const StreamId waiting = streams.idOf(c);
  streams.destroy(c);
  EXPECT_NE(streams.idOf(&handles[3]), waiting);
  EXPECT_THAT(streams.launch(nullptr, 2), IsEmpty());
}

TEST_F(StreamOrder, StreamsThatAreOverTakeNoNumbers) {
  const StreamId first = streams.idOf(&handles[3]);
  for (int i = 0; i < 100; ++i) {
    streams.launch(&handles[3], 1);
    streams.synchronizeStream(&handles[3]);
    streams.destroy(&handles[3]);
    EXPECT_EQ(streams.idOf(&handles[3]), first);
  }
}

TEST_F(StreamOrder, UnannouncedStreamIsNonBlocking) {
  char other;
  streams.launch(&other, 1);
  EXPECT_THAT(streams.launch(nullptr, 2), ElementsAre(1));
}

TEST(Streams, IdleWhenTheHostHasWaitedForAll) {
  Streams streams;
  char a, b;
  streams.create(&a, true);
  streams.create(&b, true);
  EXPECT_TRUE(streams.idle());
  streams.launch(&a, 1);
  streams.launch(&b, 2);
  streams.synchronizeStream(&a);
  EXPECT_FALSE(streams.idle());
  streams.synchronizeStream(&b);
  EXPECT_TRUE(streams.idle());
}

} // namespace
} // namespace warpsan::rt
