//===- protocol_test.cpp - Updates of cells in every interleaving ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As in fsm_model_test.cpp, each run prints one line that must be in golden.txt.
//===----------------------------------------------------------------------===//
#include "golden.h"
#include "protocol.h"

#include <gtest/gtest.h>

using namespace protocol;

namespace {

constexpr AccessClass R = AccessClass::Read, W = AccessClass::Write, UB = AccessClass::UpdateBlock,
                      UD = AccessClass::UpdateDevice, LB = AccessClass::LoadBlock,
                      LD = AccessClass::LoadDevice;
using Instructions = std::vector<Instruction>;

Instruction access(std::initializer_list<LaneAccess> lanes) {
  return {Instruction::Access, R, lanes, {}};
}

/// Of lanes that have cells here, the last one in the word where races may be missed.
Instruction row(RowPlace place) {
  const auto lane = [&](unsigned word) { return laneAt(place, WordNumbers[word]); };
  if (lane(0) == lane(1))
    return {Instruction::Row, R, {{lane(0), 0, 8}, {lane(2), 8, 4}}, place};
  return {Instruction::Row, R, {{lane(0), 0, 4}, {lane(1), 4, 4}, {lane(2), 8, 4}}, place};
}

const Instruction Row = row({0, 0});
const Instruction PairRow = row({1, 0});
const Instruction PairRowEnd = row({1, 1});
const Instruction QuadRow = row({2, 1});
const Instruction Word = access({{0, 0, 4}});
const Instruction ShiftedWord = access({{0, 4, 4}});
const Instruction TwoLanes = access({{0, 0, 4}, {1, 4, 4}});
const Instruction SameWord = access({{0, 0, 4}, {1, 0, 4}});
const Instruction TwoWords = access({{0, 0, 8}});
const Instruction Byte = access({{0, 0, 1}});
const Instruction NextByte = access({{1, 1, 1}});
const Instruction Half = access({{0, 0, 2}});
const Instruction Elsewhere = access({{0, 8, 4}});
const Instruction WarpBarrier = {Instruction::WarpBarrier, R, {}, {}};
const Instruction BlockBarrier = {Instruction::BlockBarrier, R, {}, {}};

Instructions all(const Instructions &shapes, std::initializer_list<AccessClass> kinds) {
  Instructions list;
  for (Instruction shape : shapes)
    for (const AccessClass kind : kinds) {
      shape.kind = kind;
      list.push_back(shape);
    }
  return list;
}

/// An agent whose program has places to be filled.
struct Template {
  unsigned warp;
  std::vector<Instructions> slots; ///< what may stand at each place
};

/// Explores all programs that the templates stand for.
void fill(Explorer &explorer, const std::vector<Template> &templates, Program program = {}) {
  if (program.size() == templates.size() &&
      (program.empty() || program.back().program.size() == templates.back().slots.size()))
    return explorer.run(program);
  if (program.empty() ||
      program.back().program.size() == templates[program.size() - 1].slots.size())
    program.push_back({templates[program.size()].warp, {}});
  const std::vector<Instructions> &slots = templates[program.size() - 1].slots;
  for (const Instruction &each : slots[program.back().program.size()]) {
    Program longer = program;
    longer.back().program.push_back(each);
    fill(explorer, templates, longer);
  }
}

void check(const std::string &name, const Result &result) {
  EXPECT_TRUE(result.clean()) << result.example;
  expectGolden(line(name, result));
}

Result explore(const std::vector<Template> &templates, Protocol protocol = {}) {
  Explorer explorer(protocol);
  fill(explorer, templates);
  return explorer.result;
}

constexpr Protocol WithoutLines = {false}, WithKnownRaces = {false, true};
const Instructions BlockMeets = {BlockBarrier}, WarpMeets = {WarpBarrier};
const Instructions Parts = all({Word, Byte, NextByte, Half}, {R, W, UD});
const Instructions FewParts = all({Word, Byte, Half}, {R, W});

TEST(Protocol, WordsAndBytes) {
  check("words and bytes, one each",
        explore({{0, {Parts}}, {1, {Parts}}, {2, {Parts}}}, WithoutLines));
  check("words and bytes, known races",
        explore({{0, {Parts}}, {1, {Parts}}, {2, {FewParts}}}, WithKnownRaces));
  check("words and bytes, two each",
        explore({{0, {FewParts, FewParts}}, {2, {FewParts, FewParts}}}, WithoutLines));
  check(
      "words and bytes, block barrier",
      explore({{0, {FewParts, BlockMeets, FewParts}}, {1, {FewParts, BlockMeets}}, {2, {FewParts}}},
              WithoutLines));
}

Instructions ofLane(unsigned lane, const Instructions &list) {
  Instructions moved = list;
  for (Instruction &each : moved)
    for (LaneAccess &access : each.lanes)
      access.lane = lane;
  return moved;
}

TEST(Protocol, LanesOfOneWarp) {
  const Instructions some = all({Word, Byte}, {R, W});
  const std::vector<Template> lanes = {
      {0, {some, some}}, {0, {ofLane(1, some)}}, {0, {ofLane(2, some)}}};
  check("lanes of a warp, words and bytes", explore(lanes, WithoutLines));
  check("lanes of a warp", explore(lanes));
}

TEST(Protocol, OneAccessEach) {
  const Instructions most = all({Row, PairRow, PairRowEnd, QuadRow, Word, ShiftedWord, TwoLanes,
                                 SameWord, TwoWords, Byte, NextByte, Elsewhere},
                                {R, W, LB, LD, UB, UD});
  check("one access of two warps", explore({{0, {most}}, {1, {most}}}));
  check("one access of two blocks", explore({{0, {most}}, {2, {most}}}));
  const Instructions some = all({Row, PairRow, Word, Byte}, {R, W});
  check("one access of three warps", explore({{0, {some}}, {1, {some}}, {2, {some}}}));
}

TEST(Protocol, TwoAccessesEach) {
  const Instructions plain = all({Row, PairRow, Word, Byte}, {R, W});
  check("two accesses of two warps", explore({{0, {plain, plain}}, {1, {plain, plain}}}));
  const Instructions atomic = all({Row, Word, Byte}, {R, UD});
  check("two accesses of two blocks", explore({{0, {atomic, atomic}}, {2, {atomic, atomic}}}));
}

TEST(Protocol, Barriers) {
  const Instructions some = all({Row, Byte}, {R, W});
  const Instructions written = all({Row, Word, Byte}, {W});
  check("block barrier",
        explore({{0, {some, BlockMeets, some}}, {1, {written, BlockMeets}}, {2, {written}}}));
  const Instructions more = all({Row, SameWord, Byte}, {R, W});
  check("warp barrier", explore({{0, {more, WarpMeets, more}}, {1, {some}}}));
}

TEST(Protocol, RandomPrograms) {
  const Instructions shapes = all({Row, PairRow, QuadRow, Word, ShiftedWord, TwoWords, Byte, Half},
                                  {R, W, R, W, LB, LD, UB, UD});
  std::minstd_rand random(1);
  const auto some = [&] { return Instructions{shapes[random() % shapes.size()]}; };
  Explorer explorer({});
  for (unsigned i = 0; i < 5; ++i)
    fill(explorer, {{0, {some(), some(), some()}},
                    {unsigned(random() % 2 + 1), {some(), some()}},
                    {3, {some()}}});
  check("random programs", explorer.result);
}

/// Their reads may see what cells were.
TEST(Protocol, UniformReads) {
  Instruction uniform = Word;
  uniform.uniform = true;
  const Instructions some = {uniform, all({Word}, {W})[0], all({Byte}, {W})[0]};
  check("uniform reads of three blocks",
        explore({{0, {some, some}}, {2, {{uniform}, some}}, {4, {{uniform}}}}, WithKnownRaces));
  check("uniform reads of two blocks, with a barrier",
        explore({{0, {some, BlockMeets, some}}, {1, {some, BlockMeets, {uniform}}}, {2, {some}}},
                WithKnownRaces));
}

/// The harness can find faults.
TEST(Protocol, NeedsSwaps) {
  const Instructions rows = all({Row, Word}, {W});
  const Result lines = explore({{0, {rows}}, {1, {rows}}, {2, {rows}}}, {true, false, false});
  EXPECT_GT(lines.misses, 0u);
  EXPECT_EQ(lines.falseAlarms, 0u);
  const Instructions parts = all({Word, Byte}, {W});
  EXPECT_GT(explore({{0, {parts}}, {1, {parts}}, {2, {parts}}}, {false, false, false}).misses, 0u);
}

} // namespace
