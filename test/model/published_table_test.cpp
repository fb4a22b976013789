//===- published_table_test.cpp - HiRace's table in the same harness -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The harness can find faults: it finds the known ones of the published table,
// each of them, and none in the table without them.
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "golden.h"

#include <map>
#include <tuple>

using namespace explorer;

namespace {

using Entry = std::tuple<std::string, std::string, std::string, std::string>;
using Table = std::map<Entry, std::string>;

Table readTable(const std::string &name) {
  std::ifstream file(WARPSAN_MODEL_DIR "/" + name);
  Table table;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#')
      continue;
    std::istringstream in(text);
    std::array<std::string, 5> field;
    for (std::string &f : field)
      std::getline(in, f, ',');
    table[{field[0], field[1], field[2], field[3]}] = field[4];
  }
  return table;
}

/// The table by number, for speed.
struct Machine {
  std::vector<std::string> names;
  std::map<std::string, int> index;
  std::vector<std::array<int, 48>> next;

  int state(const std::string &name) {
    const auto [it, fresh] = index.try_emplace(name, int(names.size()));
    if (fresh)
      names.push_back(name);
    return it->second;
  }

  explicit Machine(const Table &table) {
    state("INIT");
    for (const auto &[entry, to] : table)
      state(std::get<0>(entry));
    next.resize(names.size());
    const std::map<std::string, int> access = {{"R", 0}, {"W", 1}, {"BA", 2}, {"GA", 3}};
    const std::map<std::string, int> sync = {{"U", 0}, {"W", 1}, {"B", 2}};
    const std::map<std::string, int> relation = {{"S", 0}, {"W", 1}, {"B", 2}, {"G", 3}};
    for (const auto &[entry, to] : table) {
      const auto &[from, a, s, r] = entry;
      next[state(from)][access.at(a) * 12 + sync.at(s) * 4 + relation.at(r)] = state(to);
    }
  }
};

const Machine *machine = nullptr;

struct PublishedDetector {
  uint8_t state = 0, last = 0, sync = 0;

  Answer access(const Mode &mode, const History &, const Clocks &, int t, int a) {
    const Unit unit = closest(mode.model.threads, t, last);
    const int relation = unit == oracle::Self ? 0 : int(unit) - int(oracle::Group);
    const int level = relation == 3 || (relation == 2 && sync == 1) ? 0 : sync;
    state = uint8_t(machine->next[state][a * 12 + level * 4 + relation]);
    last = uint8_t(t);
    sync = 0;
    Answer answer;
    answer.race = machine->names[state] == "RACE";
    return answer;
  }

  void barrier(const Mode &mode, Unit unit, int number) {
    if (state != 0 && unitOf(mode.model.threads, last, unit) == number)
      sync = std::max<uint8_t>(sync, unit == oracle::Warp ? 1 : 2);
  }

  uint64_t key(const Mode &, const Clocks &, const Permutation &p) const {
    return state == 0 ? 0 : uint64_t(state) << 8 | uint64_t(p[last]) << 4 | sync;
  }

  std::string describe() const { return machine->names[state]; }
};

/// Read, write, block-scope and device-scope atomic; warps of two and one
/// thread and a second block.
Mode mode(const std::string &name, int depth) {
  return {name,
          {{{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 2, 1}},
           {{false, false, false, 0},
            {false, true, false, 0},
            {true, true, false, 0},
            {true, true, true, 0}}},
          {oracle::Warp, oracle::Block},
          depth,
          true};
}

Result explore(const Table &table, const Mode &m) {
  const Machine built(table);
  machine = &built;
  return Explorer<PublishedDetector>(m).run();
}

Table corrected() {
  Table table = readTable("published_table.csv");
  for (const auto &[entry, to] : readTable("published_corrections.csv"))
    table[entry] = to;
  return table;
}

TEST(PublishedTable, IsComplete) {
  EXPECT_EQ(readTable("published_table.csv").size(), 1200u);
  EXPECT_EQ(readTable("published_corrections.csv").size(), 15u);
}

TEST(PublishedTable, HasFaults) {
  EXPECT_FALSE(explore(readTable("published_table.csv"), mode("published", 9)).clean());
}

TEST(PublishedTable, IsExactWhenCorrected) {
  const Mode m = mode("published, corrected", 0);
  const Result result = explore(corrected(), m);
  EXPECT_TRUE(result.clean()) << result.example;
  expectGolden(line(m, result));
}

TEST(PublishedTable, NeedsEachCorrection) {
  const Table published = readTable("published_table.csv");
  for (const auto &[entry, to] : readTable("published_corrections.csv")) {
    Table table = corrected();
    table[entry] = published.at(entry);
    EXPECT_FALSE(explore(table, mode("published, one entry restored", 9)).clean())
        << std::get<0>(entry) << " " << std::get<1>(entry) << " " << std::get<2>(entry) << " "
        << std::get<3>(entry);
  }
}

} // namespace
