//===- differential.cpp - Random programs, judged twice --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// differential [--random | --mutants] [--first N] [--count N] [--most N]
// [--no-shrink] [--yield]: runs programs N, N+1, ... and compares WarpSan's races with the
// oracle's, up to so many differences. Every other one has no order log. With
// --mutants each is a clean program, then the same with one thing that orders
// taken out or narrowed, several times. With --yield threads are switched inside
// the detector's runtime too.
//===----------------------------------------------------------------------===//
#include "test/oracle/compare.h"
#include "test/oracle/generator.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace warpsan::oracle;

namespace {

struct Options {
  uint64_t first = 1;
  uint64_t count = 1000;
  bool mutants = false;
  bool shrinks = true;
  bool yields = false;
  uint64_t most = 3; ///< differences
};

struct Totals {
  uint64_t kernels = 0, events = 0, racy = 0, stuck = 0, differences = 0;
};

const Rules TheRules;

void show(const Program &program, uint64_t number, const Options &options,
          const Comparison &found) {
  std::printf("program %llu: %s\n", (unsigned long long)number, found.difference.c_str());
  if (!options.shrinks) {
    std::printf("%s%s", describe(program).c_str(), found.trace.c_str());
    return;
  }
  const Program small = shrink(program, TheRules);
  Comparison again = found;
  for (int i = 0; i < 100 && (i == 0 || again.difference.empty()); ++i)
    again = compare(small, TheRules);
  const bool shown = !again.difference.empty();
  std::printf("%s\n%s", shown ? again.difference.c_str() : found.difference.c_str(),
              shown ? describe(small).c_str() : describe(program).c_str());
  std::printf("%s", shown ? again.trace.c_str() : found.trace.c_str());
}

bool judge(Program program, uint64_t number, const Options &options, Totals &totals) {
  program.yields = options.yields;
  const Comparison result = compare(program, TheRules);
  ++totals.kernels;
  totals.events += result.events;
  totals.racy += result.races != 0;
  totals.stuck += !result.valid;
  if (!result.difference.empty()) {
    ++totals.differences;
    show(program, number, options, result);
  }
  return result.races != 0;
}

void runRandom(uint64_t number, const Options &options, Totals &totals) {
  Random random(number);
  Program program = makeClean(random, number % 2);
  for (uint32_t i = random.below(4); i-- > 0;)
    weaken(program, random);
  for (uint32_t i = random.below(8); i-- > 0;)
    exitEarly(program, random);
  for (uint32_t i = random.below(3); i-- > 0;)
    addAccess(program, random);
  judge(program, number, options, totals);
}

void runMutants(uint64_t number, const Options &options, Totals &totals) {
  Random random(number);
  const Program clean = makeClean(random, number % 2);
  if (judge(clean, number, options, totals))
    std::printf("program %llu is not clean\n%s", (unsigned long long)number,
                describe(clean).c_str());
  for (uint32_t i = 0; i < 4; ++i) {
    Program mutant = clean;
    if (weaken(mutant, random))
      judge(mutant, number, options, totals);
  }
}

Options parse(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char *name) { return std::strcmp(arguments[i], name) == 0; };
    if (is("--mutants") || is("--random"))
      options.mutants = is("--mutants");
    else if (is("--no-shrink"))
      options.shrinks = false;
    else if (is("--yield"))
      options.yields = true;
    else if (is("--first") && i + 1 < count)
      options.first = std::strtoull(arguments[++i], nullptr, 10);
    else if (is("--count") && i + 1 < count)
      options.count = std::strtoull(arguments[++i], nullptr, 10);
    else if (is("--most") && i + 1 < count)
      options.most = std::strtoull(arguments[++i], nullptr, 10);
    else
      std::exit((std::fprintf(stderr, "unknown option %s\n", arguments[i]), 2));
  }
  return options;
}

} // namespace

int main(int count, char **arguments) {
  const Options options = parse(count, arguments);
  Totals totals;
  for (uint64_t i = 0; i < options.count && totals.differences < options.most; ++i)
    (options.mutants ? runMutants : runRandom)(options.first + i, options, totals);
  std::printf("%llu kernels, %llu events, %llu racy, %llu stuck, %llu differences\n",
              (unsigned long long)totals.kernels, (unsigned long long)totals.events,
              (unsigned long long)totals.racy, (unsigned long long)totals.stuck,
              (unsigned long long)totals.differences);
  return totals.differences || totals.stuck ? 1 : 0;
}
