//===- line_test.cpp - One cell for a row against one for each word --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/line.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>
#include <vector>

namespace warpsan {
namespace {

/// Two warps in a block.
constexpr CellLayout Layout{8, 6, 7, 7, 6, 6, 6, 0};
constexpr uint32_t Epoch = 5;
constexpr uint64_t MyWarp = 1 << 6, OtherWarp = MyWarp | 32, OtherBlock = 2 << 6;
constexpr RowPlace Places[] = {{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {2, 3}};
constexpr AccessClass Kinds[] = {AccessClass::Read,        AccessClass::Write,
                                 AccessClass::LoadBlock,   AccessClass::LoadDevice,
                                 AccessClass::UpdateBlock, AccessClass::UpdateDevice};

Accessor accessor(uint64_t thread, uint32_t site, uint32_t block = 3, uint32_t warp = 3) {
  return {thread, site, block, warp, 0, 0};
}

Accessor ofLane(const Accessor &row, RowPlace place, unsigned word) {
  Accessor lane = row;
  lane.thread = (row.thread & ~uint64_t(31)) | laneAt(place, word);
  return lane;
}

/// What a barrier of the block or of the warp may have counted since.
struct Moment {
  uint32_t block, warp;
};
constexpr Moment Moments[] = {{3, 3}, {3, 4}, {4, 0}};

/// Calls `visit(line)` for a line in each state, with each anchor.
template <typename Visit>
void forAllLines(Visit visit) {
  for (unsigned state = 1; state < StateCount; ++state)
    for (const RowPlace place : Places)
      visit(encode(Layout, Epoch, state, {rowThread(MyWarp, place), 7, 8, 3, 3, 0}));
}

/// Calls `visit(me, kind)` for accesses by the thread of each kind and at each moment.
template <typename Visit>
void forAllAccesses(uint64_t thread, Visit visit) {
  for (const Moment now : Moments)
    for (const AccessClass kind : Kinds)
      visit(accessor(thread, 9, now.block, now.warp), kind);
}

TEST(Line, LanesOfPlaces) {
  EXPECT_EQ(laneAt({0, 0}, 31), 31u);
  EXPECT_EQ(laneAt({1, 0}, 31), 15u);
  EXPECT_EQ(laneAt({1, 1}, 0), 16u);
  EXPECT_EQ(laneAt({2, 3}, 31), 31u);
  for (const RowPlace place : Places) {
    const RowPlace read = placeOfRow(rowThread(OtherWarp | 17, place));
    EXPECT_EQ(read.form, place.form);
    EXPECT_EQ(read.part, place.part);
    EXPECT_EQ(rowThread(OtherWarp | 17, place) >> 5, OtherWarp >> 5);
  }
}

TEST(Line, ProjectionNamesTheLane) {
  const Cell line = encode(Layout, Epoch, 2, {rowThread(OtherWarp, {1, 1}), 7, 8, 3, 2, 1});
  const Payload word = decode(Layout, projectLine(Layout, line, 5));
  EXPECT_EQ(word.thread, OtherWarp | 18);
  EXPECT_EQ(encode(Layout, Epoch, 2, {rowThread(OtherWarp, {1, 1}), 7, 8, 3, 2, 1}),
            encode(Layout, Epoch, 2,
                   {rowThread(word.thread, {1, 1}), word.site, word.otherSite, word.blockClock,
                    word.warpClock, word.groupClock}));
  EXPECT_TRUE(isSplit(projectLine(Layout, line | SplitFlag, 5)));
}

/// A row is one step on the line, and that is one on each of its words.
TEST(Line, RowStepsAllWords) {
  size_t entered = 0, aside = 0;
  for (const uint64_t warp : {MyWarp, OtherWarp, OtherBlock})
    for (const RowPlace place : Places)
      forAllLines([&](Cell line) {
        forAllAccesses(rowThread(warp, place), [&](const Accessor &row, AccessClass kind) {
          const CellEntry entry = enterCell(Layout, Epoch, line, row, kind, CellRole::Row);
          const uint64_t anchor = decode(Layout, line).thread;
          if (warp == MyWarp && anchor != row.thread) {
            ASSERT_TRUE(entry.goesOn && entry.next == line);
            ++aside;
            return;
          }
          ++entered;
          for (unsigned word = 0; word < LineWords; ++word) {
            const Step own = step(Layout, Epoch, projectLine(Layout, line, word),
                                  ofLane(row, place, word), kind);
            ASSERT_EQ(entry.goesOn, own.verdict.race);
            ASSERT_EQ(entry.goesOn ? line : own.next,
                      entry.goesOn ? entry.next : projectLine(Layout, entry.next, word));
          }
        });
      });
  EXPECT_GT(entered, aside);
}

TEST(Line, RowStartsLineOfOtherEpoch) {
  for (const RowPlace place : Places) {
    const Accessor row = accessor(rowThread(MyWarp, place), 9);
    for (const Cell old : {Cell(0), freeze(Epoch - 1, 0)}) {
      const CellEntry entry = enterCell(Layout, Epoch, old, row, AccessClass::Write, CellRole::Row);
      EXPECT_FALSE(entry.goesOn);
      EXPECT_EQ(projectLine(Layout, entry.next, 13),
                firstCell(Layout, Epoch, ofLane(row, place, 13), AccessClass::Write));
    }
  }
}

TEST(Line, FrozenLineIsLeftAlone) {
  forAllLines([&](Cell line) {
    forAllAccesses(rowThread(OtherWarp, {0, 0}), [&](const Accessor &row, AccessClass kind) {
      const CellEntry entry = enterCell(Layout, Epoch, line | SplitFlag, row, kind, CellRole::Row);
      ASSERT_TRUE(entry.goesOn && entry.next == (line | SplitFlag) && !entry.verdict.race);
    });
  });
}

/// A lone access is judged by what its word has seen; it ends there only if the word
/// would have stayed as it is.
TEST(Line, LoneAccessIsJudgedByItsWord) {
  for (const uint64_t thread : {MyWarp | 3, MyWarp | 19, OtherWarp | 3, OtherBlock | 3})
    for (const Cell frozen : {Cell(0), SplitFlag})
      forAllLines([&](Cell line) {
        line |= frozen;
        forAllAccesses(thread, [&](const Accessor &me, AccessClass kind) {
          for (unsigned word = 0; word < LineWords; ++word) {
            const Cell seen = projectLine(Layout, line, word);
            const Step own = step(Layout, Epoch, seen, me, kind);
            const CellEntry entry = enterCell(Layout, Epoch, line, me, kind, CellRole::Lone, word);
            ASSERT_EQ(entry.verdict.race, own.verdict.race);
            ASSERT_EQ(entry.verdict.thread, own.verdict.thread);
            ASSERT_EQ(entry.goesOn, frozen || own.verdict.race || own.next != seen);
            ASSERT_EQ(entry.next, entry.goesOn ? line | SplitFlag : line);
          }
        });
      });
}

TEST(Line, LoneAccessFreezesLineOfOtherEpoch) {
  const Accessor me = accessor(MyWarp | 3, 9);
  const Cell older = encode(Layout, Epoch - 1, 2, {OtherWarp, 7, 8, 3, 2, 1});
  for (const Cell old : {Cell(0), older, freeze(Epoch, 0)}) {
    const CellEntry entry =
        enterCell(Layout, Epoch, old, me, AccessClass::Write, CellRole::Lone, 3);
    EXPECT_TRUE(entry.goesOn);
    EXPECT_FALSE(entry.verdict.race);
    EXPECT_EQ(entry.next, freeze(Epoch, 0));
  }
}

/// Some lines' worth of words, with and without a line's cell above them.
class Words {
public:
  explicit Words(bool withLine) : hasLine(withLine) {}

  /// Words in which the access races.
  std::set<unsigned> row(const Accessor &warp, RowPlace place, AccessClass kind) {
    Accessor row = warp;
    row.thread = rowThread(warp.thread, place);
    if (hasLine) {
      const CellEntry entry = enterCell(Layout, Epoch, line, row, kind, CellRole::Row);
      line = entry.next;
      if (!entry.goesOn)
        return {};
    }
    std::set<unsigned> races;
    for (unsigned word = 0; word < LineWords; ++word)
      if (lone(ofLane(row, place, word), word, kind))
        races.insert(word);
    return races;
  }

  bool lone(const Accessor &me, unsigned word, AccessClass kind) {
    bool race = false;
    if (hasLine) {
      const CellEntry entry = enterCell(Layout, Epoch, line, me, kind, CellRole::Lone, word);
      line = entry.next;
      if (!entry.goesOn)
        return false;
      race = entry.verdict.race;
    }
    const Step taken = step(Layout, Epoch, cells[word], me, kind);
    cells[word] = taken.next;
    return race || taken.verdict.race;
  }

private:
  bool hasLine;
  Cell line = 0;
  std::array<Cell, LineWords> cells{};
};

/// Rows, lone accesses and barriers at random: with lines, a word's first race is found
/// at the access at which it is found without.
class Story {
public:
  explicit Story(unsigned seed) : random(seed) {}

  void run() {
    for (unsigned event = 0; event < 40; ++event)
      if (pick(4) == 0)
        barrier();
      else
        access();
  }
  size_t found() const { return racy.size(); }

private:
  unsigned pick(unsigned count) { return unsigned(random() % count); }

  void barrier() {
    const unsigned warp = pick(6);
    if (pick(2))
      return void(++warpClock[warp]);
    ++blockClock[warp / 2];
    warpClock[warp] = warpClock[warp ^ 1] = 0;
  }

  void access() {
    const unsigned warp = pick(6);
    const Accessor me =
        accessor(warp * WarpLanes, pick(100), blockClock[warp / 2], warpClock[warp]);
    const AccessClass kind = Kinds[pick(3) ? pick(2) : pick(AccessClassCount)];
    if (pick(3) == 0)
      return lone(me, kind);
    const RowPlace place = pick(2) ? RowPlace{0, 0} : Places[pick(std::size(Places))];
    const std::set<unsigned> expected = plain.row(me, place, kind);
    const std::set<unsigned> races = lines.row(me, place, kind);
    for (unsigned word = 0; word < LineWords; ++word)
      compare(word, expected.count(word), races.count(word));
  }

  void lone(Accessor me, AccessClass kind) {
    me.thread += pick(WarpLanes);
    const unsigned word = pick(LineWords);
    const bool expected = plain.lone(me, word, kind);
    compare(word, expected, lines.lone(me, word, kind));
  }

  void compare(unsigned word, bool expected, bool race) {
    if (racy.count(word))
      return;
    EXPECT_EQ(expected, race) << "word " << word;
    if (expected || race)
      racy.insert(word);
  }

  std::minstd_rand random;
  Words plain{false}, lines{true};
  std::array<uint32_t, 3> blockClock{};
  std::array<uint32_t, 6> warpClock{};
  std::set<unsigned> racy;
};

TEST(Line, FindsFirstRacesOfWords) {
  size_t found = 0;
  for (unsigned seed = 1; seed <= 20000 && !HasFailure(); ++seed) {
    Story story(seed);
    story.run();
    found += story.found();
  }
  EXPECT_GT(found, 100000u);
}

} // namespace
} // namespace warpsan
