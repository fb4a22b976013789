//===- FuzzTest.cpp - No text crashes parser or decoder -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Seeded mutations of real texts for about a second. The property: an answer,
// and operand references that stay inside the statement.
//===----------------------------------------------------------------------===//
#include "ptx/Decoder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

using namespace warpsan::ptx;

namespace {

const char *const Seeds[] = {
    "{\n\t.reg .pred p, q<3>;\n\tmbarrier.try_wait.parity.shared.b64 p, [$1], $2; // [x]\n\t"
    "selp.b32 $0, 1, 0, !p;\n\t}",
    "L${:uid}: @!%p bra.uni L${:uid}; /* ; */ bar.red.popc.u32 $0, 1, 64, p;",
    "atom.add.relaxed.gpu.v2.f16x2 {$0, _}, [${1:c}+-16], {0f3F800000, 1.5e-3};",
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], "
    "[$1, {$2, $3}], [$4], $5;",
    "call (r), f, (a, b); shfl.sync.up.b32 r0|p, $1, 0x1fU, $3, %%laneid; .pragma \"x\";",
};

const char Alphabet[] = "$%{}[]()|!@;:,.+-_/*\n \"0159axfdlL<>\\\x80";

class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}
  std::string next();

private:
  size_t below(size_t n) { return n ? random() % n : 0; }
  void mutate(std::string &text);
  std::mt19937 random;
};

std::string Mutator::next() {
  std::string text = Seeds[below(std::size(Seeds))];
  if (below(4) == 0)
    text += Seeds[below(std::size(Seeds))];
  for (size_t i = below(3) + 1; i; --i)
    mutate(text);
  return text;
}

void Mutator::mutate(std::string &text) {
  size_t at = below(text.size());
  char c = Alphabet[below(sizeof(Alphabet))]; // with the final NUL
  switch (below(5)) {
  case 0:
    text.insert(at, 1, c);
    return;
  case 1:
    text.erase(at, below(8) + 1);
    return;
  case 2:
    text.insert(at, text.substr(below(text.size()), below(40)));
    return;
  case 3:
    text.insert(at, below(40), c);
    return;
  default:
    if (!text.empty())
      text[at] = c;
  }
}

void checkReferences(const Statement &s, const Effects &e) {
  for (OperandRef ref : {e.result, e.address, e.data, e.compare, e.size, e.barrier, e.count, e.mask,
                         e.source, e.sourceSize, e.mbarrier})
    EXPECT_TRUE(!ref || *ref < s.operands.size()) << s.text;
}

TEST(Fuzz, AnyTextGetsAnAnswer) {
  Mutator mutator(20240229);
  size_t parsed = 0, total = 0;
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(800);
  for (; total < 50000 && std::chrono::steady_clock::now() < end; ++total) {
    std::string text = mutator.next();
    llvm::Expected<AsmSummary> summary = summarize(text);
    if (!summary) {
      EXPECT_FALSE(llvm::toString(summary.takeError()).empty());
      continue;
    }
    ++parsed;
    ASSERT_EQ(summary->effects.size(), summary->text.statements.size());
    for (size_t i = 0; i < summary->effects.size(); ++i)
      checkReferences(summary->text.statements[i], summary->effects[i]);
  }
  printf("%zu texts, %zu parsed\n", total, parsed);
  EXPECT_GT(total, 100u);
}

TEST(Fuzz, LongAndDeepTexts) {
  std::string open(100000, '{'), nested = "op " + std::string(100000, '[');
  for (const std::string &text : {open, nested, std::string(100000, ';'), std::string(100000, 'a'),
                                  "op " + std::string(100000, '!') + ";"}) {
    llvm::Expected<AsmSummary> summary = summarize(text);
    if (!summary)
      llvm::consumeError(summary.takeError());
  }
}

} // namespace
