//===- LoopStates.cpp - Loops that run through known numbers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/LoopStates.h"
#include "verify/Symbols.h"
#include "verify/ThreadTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warpsan::verify {
namespace {

constexpr unsigned MaxRows = 80;

z3::expr inRow(const z3::expr &term, const std::vector<z3::expr> &symbols,
               const std::vector<z3::expr> &row) {
  z3::expr_vector from(term.ctx()), to(term.ctx());
  for (const auto &[symbol, value] : zip(symbols, row)) {
    from.push_back(symbol);
    to.push_back(value);
  }
  z3::expr copy = term;
  return copy.substitute(from, to).simplify();
}

bool isNumber(const z3::expr &term) {
  return term.is_numeral() || term.is_true() || term.is_false();
}

bool areEqual(const std::vector<z3::expr> &a, const std::vector<z3::expr> &b) {
  return all_of(zip(a, b), [](auto pair) { return z3::eq(std::get<0>(pair), std::get<1>(pair)); });
}

} // namespace

LoopStates::LoopStates(ThreadTerms &thread, const Loop &loop) : loop(&loop) {
  const BasicBlock *entry = loop.getLoopPredecessor();
  if (!entry || !loop.getLoopLatch())
    return;
  // One round by itself, from whatever the values are.
  ThreadTerms round(thread.kernel, thread.launch, thread.knowledge, thread.name + "~");
  round.states = thread.states; // those that are being made are no list yet
  round.arrivals.try_emplace(loop.getHeader(), thread.launch.context().bool_val(true));
  Row first;
  std::vector<z3::expr> symbols;
  for (const PHINode &phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy())
      continue;
    const z3::expr start = thread.valueBefore(loop, *phi.getIncomingValueForBlock(entry));
    if (!isNumber(start))
      continue;
    const z3::expr symbol = round.anything(phi);
    round.values.try_emplace(&phi, symbol);
    columns.push_back(&phi);
    symbols.push_back(symbol);
    first.push_back(start);
  }
  rows.push_back(first);
  keepClosed(round, symbols);
  if (columns.empty())
    return;
  symbols.clear();
  for (const PHINode *phi : columns)
    symbols.push_back(round.values.find(phi)->second);
  run(round, symbols);
}

/// Drops values that follow from anything that is not on the list.
void LoopStates::keepClosed(ThreadTerms &round, const std::vector<z3::expr> &symbols) {
  const BasicBlock *latch = loop->getLoopLatch();
  std::vector<z3::expr> known = symbols;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned i = 0; i < columns.size(); ++i) {
      const z3::expr next = round.value(*columns[i]->getIncomingValueForBlock(latch)).simplify();
      if (areSymbolsOf(next, known))
        continue;
      columns.erase(columns.begin() + i);
      known.erase(known.begin() + i);
      rows.front().erase(rows.front().begin() + i);
      isChanged = true;
      break;
    }
  }
}

void LoopStates::run(ThreadTerms &round, const std::vector<z3::expr> &symbols) {
  const BasicBlock *latch = loop->getLoopLatch();
  const z3::expr goesOn = round.takes(*latch, *loop->getHeader());
  Row next;
  for (const PHINode *phi : columns)
    next.push_back(round.value(*phi->getIncomingValueForBlock(latch)));
  while (rows.size() <= MaxRows) {
    const Row last = rows.back();
    if (inRow(goesOn, symbols, last).is_false()) {
      ends = true;
      return;
    }
    Row row;
    for (const z3::expr &term : next)
      row.push_back(inRow(term, symbols, last));
    if (!all_of(row, isNumber))
      break;
    for (unsigned i = 0; i < rows.size(); ++i)
      if (areEqual(rows[i], row)) {
        back = i;
        return;
      }
    rows.push_back(row);
  }
  columns.clear();
  rows.clear();
}

std::optional<z3::expr> LoopStates::valueIn(const z3::expr &round, const PHINode &phi) const {
  const auto found = find(columns, &phi);
  if (found == columns.end())
    return std::nullopt;
  const unsigned column = found - columns.begin();
  z3::context &context = round.ctx();
  const auto number = [&](unsigned value) {
    return context.bv_val(value, round.get_sort().bv_size());
  };
  z3::expr index = round;
  if (!ends) {
    const unsigned period = rows.size() - back;
    index = z3::ite(z3::ult(round, number(back)), round,
                    z3::urem(round - number(back), number(period)) + number(back));
  }
  z3::expr result = rows.back()[column];
  for (unsigned i = rows.size() - 1; i-- > 0;)
    result = z3::ite(index == number(i), rows[i][column], result);
  return result;
}

} // namespace warpsan::verify
