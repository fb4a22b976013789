//===- line_merge_test.cpp - Two-pass detection on sparse lines ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/line_merge.h"
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace warpsan {
namespace {

using Bytes = std::array<uint8_t, WriteLineBytes>;

/// Writes of few values to few bytes, so that owners meet and bytes stay as they were.
void writeSome(WriteLine &line, std::mt19937 &random) {
  for (unsigned i = random() % 6; i; --i) {
    const uint32_t byte = random() % 8;
    line.mask |= 1u << byte;
    line.bytes[byte] = uint8_t(random() % 3);
  }
}

/// The same with a copy for each owner, as in Figure 3 of the paper.
struct Copies {
  Bytes before{};
  std::vector<Bytes> own;
  Bytes all{};
  bool conflicts = false;

  Copies(const Bytes &stale, const std::vector<WriteLine> &lines) : before(stale), all(stale) {
    for (const WriteLine &line : lines) {
      Bytes copy = stale;
      for (unsigned b = 0; b < WriteLineBytes; ++b)
        if (line.mask >> b & 1)
          copy[b] = line.bytes[b];
      for (unsigned b = 0; b < WriteLineBytes; ++b)
        if (copy[b] != stale[b]) {
          conflicts |= all[b] != stale[b];
          all[b] = copy[b];
        }
      own.push_back(copy);
    }
  }
  Bytes secondStart(unsigned owner) const {
    Bytes start = all;
    for (unsigned b = 0; b < WriteLineBytes; ++b)
      if (own[owner][b] != before[b])
        start[b] = before[b];
    return start;
  }
};

struct Lines {
  std::vector<WriteLine> first;
  WriteLine all{};
  bool conflicts = false;

  Lines(const Bytes &before, const std::vector<WriteLine> &written) : first(written) {
    for (WriteLine &line : first) {
      line.changed = changedBytes(line, [&](uint32_t byte) { return before[byte]; });
      conflicts |= (all.mask & line.changed) != 0;
      all.mask |= line.changed;
      forBytes(line.changed, [&](uint32_t byte) { all.bytes[byte] = line.bytes[byte]; });
    }
  }
};

class LineMerge : public testing::Test {
protected:
  std::mt19937 random{7};
  Bytes before{};
  std::vector<WriteLine> written;

  void start() {
    for (uint8_t &byte : before)
      byte = uint8_t(random() % 3);
    written.assign(1 + random() % 4, WriteLine{});
    for (WriteLine &line : written)
      writeSome(line, random);
  }
};

TEST_F(LineMerge, LinesFindWhatCopiesFind) {
  for (unsigned round = 0; round < 20000; ++round) {
    start();
    const Copies copies(before, written);
    const Lines lines(before, written);
    ASSERT_EQ(lines.conflicts, copies.conflicts);
    for (uint32_t b = 0; b < WriteLineBytes && !copies.conflicts; ++b)
      ASSERT_EQ(holds(&lines.all, b) ? byteOf(lines.all, b) : before[b], copies.all[b]);
  }
}

TEST_F(LineMerge, SecondPassesSeeTheOthers) {
  for (unsigned round = 0; round < 20000; ++round) {
    start();
    const Copies copies(before, written);
    const Lines lines(before, written);
    for (unsigned owner = 0; owner < written.size() && !copies.conflicts; ++owner) {
      const Layer layer{nullptr, &lines.first[owner], &lines.all};
      const Bytes expected = copies.secondStart(owner);
      for (uint32_t b = 0; b < WriteLineBytes; ++b) {
        const WriteLine *holder = layer.holderOf(b);
        ASSERT_EQ(holder ? byteOf(*holder, b) : before[b], expected[b]);
      }
    }
  }
}

/// A second pass is as the first one if its copy ends as the union.
TEST_F(LineMerge, OutcomesDifferWhereCopiesDo) {
  for (unsigned round = 0; round < 20000; ++round) {
    start();
    const Copies copies(before, written);
    const Lines lines(before, written);
    if (copies.conflicts)
      continue;
    const unsigned owner = unsigned(random() % written.size());
    WriteLine again = random() % 2 ? written[owner] : WriteLine{};
    if (random() % 2)
      writeSome(again, random);
    Bytes copy = copies.secondStart(owner);
    forBytes(again.mask, [&](uint32_t byte) { copy[byte] = again.bytes[byte]; });
    const bool differs =
        differsFromUnion(again, &lines.all, [&](uint32_t byte) { return before[byte]; }) ||
        !isWrittenAgain(lines.first[owner], &again);
    ASSERT_EQ(differs, copy != copies.all);
  }
}

TEST(Layer, TheNewestLineHoldsAByte) {
  WriteLine own{}, before{}, all{};
  const Layer layer{&own, &before, &all};
  EXPECT_FALSE(layer.isEmpty());
  EXPECT_EQ(layer.holderOf(3), nullptr);
  all.mask = 8;
  EXPECT_EQ(layer.holderOf(3), &all);
  before.changed = 8;
  EXPECT_EQ(layer.holderOf(3), nullptr);
  own.mask = 8;
  EXPECT_EQ(layer.holderOf(3), &own);
  EXPECT_TRUE((Layer{nullptr, &before, nullptr}).isEmpty());
}

} // namespace
} // namespace warpsan
