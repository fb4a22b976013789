//===- LoopStates.cpp - Loops that run through known numbers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/LoopStates.h"
#include "verify/ThreadTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

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
  for (const PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy())
      columns.push_back(&phi);
  // What rests on those that start as no number is none either.
  size_t before;
  do {
    before = columns.size();
    keepClosed();
    erase_if(columns, [&](const PHINode *phi) {
      return !isNumber(thread.valueBefore(loop, *phi->getIncomingValueForBlock(entry)));
    });
  } while (columns.size() != before);
  if (columns.empty())
    return;
  Row first;
  for (const PHINode *phi : columns)
    first.push_back(thread.valueBefore(loop, *phi->getIncomingValueForBlock(entry)));
  rows.push_back(first);
  run(thread);
}

/// Whether the value follows from those on the list and from what does not change.
bool LoopStates::isClosed(const Value &value) const {
  constexpr unsigned MaxSteps = 48;
  SmallVector<const Value *, 16> work{&value};
  SmallPtrSet<const Value *, 16> seen;
  while (!work.empty()) {
    auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || !loop->contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (auto *phi = dyn_cast<PHINode>(instruction); phi && is_contained(columns, phi))
      continue;
    if (seen.size() > MaxSteps || !instruction->getType()->isIntegerTy() ||
        !isa<BinaryOperator, CastInst, CmpInst, SelectInst, IntrinsicInst>(instruction) ||
        instruction->mayReadOrWriteMemory())
      return false;
    append_range(work, instruction->operand_values());
  }
  return true;
}

void LoopStates::keepClosed() {
  const BasicBlock *latch = loop->getLoopLatch();
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned i = columns.size(); i-- > 0;)
      if (!isClosed(*columns[i]->getIncomingValueForBlock(latch))) {
        columns.erase(columns.begin() + i);
        isChanged = true;
      }
  }
}

/// Of the one branch that leaves the loop; null if it is not known in each round.
const Value *LoopStates::exitCondition(const DominatorTree &tree) const {
  const BasicBlock *exiting = loop->getExitingBlock();
  auto *branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  // A round that passes by the branch does not end there.
  if (!branch || !tree.dominates(exiting, loop->getLoopLatch()))
    return nullptr;
  return isClosed(*branch->getCondition()) ? branch->getCondition() : nullptr;
}

void LoopStates::run(ThreadTerms &thread) {
  // One round by itself, from whatever the values are.
  ThreadTerms round(thread.kernel, thread.launch, thread.knowledge, thread.name + "~");
  round.states = thread.states; // those that are being made are no list yet
  std::vector<z3::expr> symbols;
  for (const PHINode *phi : columns) {
    symbols.push_back(round.anything(*phi));
    round.values.try_emplace(phi, symbols.back());
  }
  const BasicBlock *latch = loop->getLoopLatch();
  Row next;
  for (const PHINode *phi : columns)
    next.push_back(round.value(*phi->getIncomingValueForBlock(latch)));
  z3::expr goesOn = thread.launch.context().bool_val(true);
  if (const Value *condition = exitCondition(thread.kernel.dominators())) {
    const auto &branch = cast<BranchInst>(*loop->getExitingBlock()->getTerminator());
    goesOn = round.value(*condition);
    if (!loop->contains(branch.getSuccessor(0)))
      goesOn = !goesOn;
  }
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
