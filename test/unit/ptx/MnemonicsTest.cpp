//===- MnemonicsTest.cpp - Every mnemonic of the CUDA headers -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// header_mnemonics.tsv holds the expected classes. Counts per class are pinned,
// so that a change of the tables that moves instructions to Unknown is seen.
//===----------------------------------------------------------------------===//
#include "ptx/Decoder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <map>

using namespace warpsan::ptx;

namespace {

struct Row {
  std::string mnemonic, effect, statement;
};

std::vector<Row> rows() {
  std::vector<Row> result;
  auto file = llvm::MemoryBuffer::getFile(WARPSAN_PTX_MNEMONICS, /*IsText=*/true);
  if (!file) {
    ADD_FAILURE() << WARPSAN_PTX_MNEMONICS << ": " << file.getError().message();
    return result;
  }
  llvm::SmallVector<llvm::StringRef> lines;
  (*file)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    auto [mnemonic, rest] = line.split('\t');
    auto [effect, statement] = rest.split('\t');
    result.push_back({mnemonic.str(), effect.str(), statement.str()});
  }
  return result;
}

/// Text that does not parse counts as Unknown, as it does for the pass.
std::string effectOf(llvm::StringRef statement) {
  llvm::Expected<AsmSummary> summary = summarize(statement);
  if (!summary) {
    llvm::consumeError(summary.takeError());
    return "Unknown";
  }
  return summary->effects.size() == 1 ? effectClassName(summary->effects[0].effect).str()
                                      : "not one statement";
}

TEST(Mnemonics, HaveTheExpectedClass) {
  std::map<std::string, unsigned> counts;
  for (const Row &row : rows()) {
    std::string effect = effectOf(row.statement);
    EXPECT_EQ(effect, row.effect) << row.mnemonic << ": " << row.statement;
    ++counts[effect];
  }
  for (const auto &[effect, count] : counts)
    printf("%-16s %u\n", effect.c_str(), count);
  const std::map<std::string, unsigned> expected = {
      {"Access", 349}, {"AsyncCopy", 112}, {"AsyncGroup", 8}, {"BlockBarrier", 1},
      {"Cluster", 17}, {"Exit", 1},        {"Fence", 39},     {"GridDependency", 2},
      {"Matrix", 308}, {"Mbarrier", 49},   {"None", 11},      {"Prefetch", 1},
      {"Sleep", 1},    {"Trap", 1},        {"Unknown", 122},  {"WarpCollective", 11},
  };
  EXPECT_EQ(counts, expected);
}

/// Unknown must be a decision, not an omission: every one has its own row of
/// opcodes.def, except for the two fragments that are no instructions.
TEST(Mnemonics, UnknownOnesAreListed) {
  for (const Row &row : rows()) {
    if (row.effect != "Unknown" || row.mnemonic == "ld." || row.mnemonic == "st.")
      continue;
    llvm::Expected<AsmSummary> summary = summarize(row.statement);
    ASSERT_TRUE(bool(summary)) << row.statement;
    EXPECT_GT(summary->effects[0].minimumSm, 0u) << row.mnemonic;
  }
}

} // namespace
