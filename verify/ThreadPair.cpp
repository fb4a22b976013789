//===- ThreadPair.cpp - Two threads and their terms -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/ThreadPair.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warpsan::verify {

z3::expr warpOf(const ThreadTerms &thread) {
  constexpr unsigned WarpBits = 5;
  const z3::expr index = thread.linearIndex();
  return z3::lshr(index, index.ctx().bv_val(WarpBits, index.get_sort().bv_size()));
}

ThreadPair::ThreadPair(z3::context &context, const Kernel &code,
                       const LaunchAssumptions &assumptions, const Knowledge &knowledge,
                       ThreadTerms::RanAlike ranAlike, Kernel::Level level)
    : kernel(code), launch(context, kernel, assumptions), first(kernel, launch, knowledge, "s"),
      second(kernel, launch, knowledge, "t", first, std::move(ranAlike), level) {}

z3::expr ThreadPair::differ(Relation relation) const {
  z3::expr areTwo = launch.context().bool_val(false), areOfTwoBlocks = areTwo;
  for (unsigned i = 0; i < Dimensions; ++i) {
    areTwo = areTwo || first.threadIndex(i) != second.threadIndex(i);
    areOfTwoBlocks = areOfTwoBlocks || first.blockIndex(i) != second.blockIndex(i);
  }
  switch (relation) {
  case Relation::SameBlock:
    return areTwo;
  case Relation::SameWarp:
    return areTwo && warpOf(first) == warpOf(second);
  case Relation::OtherWarps:
    return warpOf(first) != warpOf(second);
  case Relation::OtherBlocks:
    return areOfTwoBlocks;
  }
  llvm_unreachable("no such relation");
}

/// Of two numbers from one counter. Counters of a block are not those of another one; and who
/// tells a thread of the same block may be the other thread.
std::vector<z3::expr> ThreadPair::drawsApart(Relation relation) const {
  const bool areApart = relation == Relation::OtherBlocks;
  std::vector<z3::expr> facts;
  for (const DrawTerm &a : areApart ? first.draws() : first.ownDraws())
    for (const DrawTerm &b : areApart ? second.draws() : second.ownDraws()) {
      const unsigned object = a.draw.object;
      if (object != b.draw.object || (areApart && kernel.object(object).isOfBlock()))
        continue;
      const unsigned bits = a.number.get_sort().bv_size();
      const auto amount = [&](const DrawTerm &term) {
        return launch.context().bv_val(term.draw.amount, bits);
      };
      // The larger one was drawn later, unless the counter goes down.
      const DrawTerm &low = a.draw.goesDown ? b : a, &high = a.draw.goesDown ? a : b;
      facts.push_back(z3::ite(z3::ult(a.number, b.number),
                              z3::uge(b.number - a.number, amount(low)),
                              z3::uge(a.number - b.number, amount(high))));
    }
  return facts;
}

std::vector<z3::expr> ThreadPair::facts(Relation relation) const {
  std::vector<z3::expr> all = launch.facts();
  append_range(all, first.facts());
  append_range(all, second.facts());
  append_range(all, drawsApart(relation));
  return all;
}

Doubts ThreadPair::doubts() const {
  Doubts all = first.doubts();
  all.add(second.doubts());
  return all;
}

} // namespace warpsan::verify
