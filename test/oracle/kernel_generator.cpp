//===- kernel_generator.cpp - Random kernels with arithmetic ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/kernel_generator.h"
#include "test/oracle/kernel_maker.h"
#include <algorithm>
#include <bit>
#include <iterator>

namespace warpsan::oracle {

Expression KernelMaker::thread() {
  return term(kernel.shape.block.y > 1 ? Operator::Linear : Operator::ThreadX);
}

Expression KernelMaker::leaf() {
  switch (random.below(10)) {
  case 0:
    return term(Operator::BlockX);
  case 1:
    return kernel.parameters.empty()
               ? small()
               : Expression{Operator::Parameter, random.below(kernel.parameters.size()), {}};
  case 2:
    return uniform.empty() ? small() : local(random.of(uniform));
  case 3:
    return varying.empty() ? thread() : local(random.of(varying));
  case 4:
    return term(random.oneIn(2) ? Operator::ThreadX : Operator::ThreadY);
  case 5:
    return term(random.oneIn(2) ? Operator::BlockWidth : Operator::BlockHeight);
  case 6:
  case 7:
    return small();
  default:
    return thread();
  }
}

Expression KernelMaker::any(uint32_t levels) {
  if (levels == 0 || random.oneIn(4))
    return leaf();
  constexpr struct {
    Operator op;
    uint32_t operands;
  } All[] = {
#define ORACLE_OPERATOR(Name, Operands, Value, IsDefined) {Operator::Name, Operands},
#include "test/oracle/operators.def"
  };
  const auto &[op, operands] = All[random.below(std::size(All))];
  Expression result{op, 0, {}};
  for (uint32_t i = 0; i < operands; ++i)
    result.operands.push_back(any(levels - 1));
  return result;
}

/// A different one for each thread, below four times their number.
Expression KernelMaker::ownPlaceInBlock() {
  const uint32_t count = threads(), full = std::bit_ceil(count);
  switch (random.below(11)) {
  case 0:
    return term(add(), thread(), small());
  case 1:
    return term(add(), term(multiply(), thread(), constant(1 + random.below(3))), small());
  case 2:
    return term(Operator::Xor, thread(), small());
  case 3:
    return term(Operator::Subtract, constant(count - 1), thread());
  case 4:
    return term(Operator::Modulo, term(add(), thread(), small()), constant(count));
  case 5: {
    const uint32_t width = 1 + random.below(8);
    return term(add(),
                term(multiply(), term(Operator::Modulo, thread(), constant(width)),
                     constant((count + width - 1) / width)),
                term(Operator::Divide, thread(), constant(width)));
  }
  case 6:
    return term(Operator::And, term(multiply(), thread(), constant(1 + 2 * random.below(4))),
                constant(full - 1));
  case 7:
    return term(Operator::Or,
                term(Operator::ShiftLeft, term(Operator::And, thread(), constant(1)),
                     constant(std::bit_width(full) - 1)),
                term(Operator::ShiftRight, thread(), constant(1)));
  case 8:
    return term(add(), term(multiply(), term(Operator::ThreadX), term(Operator::BlockHeight)),
                term(Operator::ThreadY));
  default:
    return thread();
  }
}

Expression KernelMaker::ownPlace(const Array &array) {
  Expression place = ownPlaceInBlock();
  if (!isAcrossBlocks(array))
    return place;
  const uint32_t half = array.count / 2;
  return term(add(), term(multiply(), term(Operator::BlockX), constant(half)), std::move(place));
}

Expression KernelMaker::anyIndex(const Array &array) {
  Expression index = any(2);
  switch (random.below(4)) {
  case 0:
    return term(Operator::And, std::move(index), constant(array.count - 1));
  case 1:
    return term(Operator::Modulo, std::move(index), constant(1 + random.below(array.count)));
  case 2:
    return ownPlace(array);
  default:
    return index;
  }
}

Expression KernelMaker::sameForBlock() {
  const auto simple = [&]() -> Expression {
    if (!uniform.empty() && !random.oneIn(3))
      return local(random.of(uniform));
    if (!kernel.parameters.empty() && random.oneIn(2))
      return {Operator::Parameter, random.below(kernel.parameters.size()), {}};
    return random.oneIn(2) ? term(Operator::BlockX) : small();
  };
  return random.oneIn(2) ? simple() : term(add(), simple(), simple());
}

Expression KernelMaker::condition(bool isUniform) {
  Expression what = isUniform ? sameForBlock() : random.oneIn(4) ? any(2) : thread();
  const uint32_t limit = isUniform ? 5 : threads() + 1;
  switch (random.below(5)) {
  case 0:
    return term(Operator::Less, std::move(what), constant(random.below(limit)));
  case 1:
    return term(Operator::Equal, std::move(what), constant(random.below(limit)));
  case 2: {
    const uint32_t divisor = 2 + random.below(3);
    return term(Operator::Equal, term(Operator::Modulo, std::move(what), constant(divisor)),
                constant(random.below(divisor)));
  }
  case 3:
    return term(random.oneIn(2) ? Operator::SignedLess : Operator::Less, std::move(what),
                sameForBlock());
  default:
    return term(Operator::Both, term(Operator::Unequal, what, constant(random.below(limit))),
                term(Operator::Less, what, constant(random.below(limit))));
  }
}

Statement KernelMaker::set(uint32_t variable, Expression value) {
  Statement result = statement(Statement::Set);
  result.local = variable;
  result.value = std::move(value);
  return result;
}

/// Now and then an access is wider or narrower than the elements, or goes to one of two arrays.
void KernelMaker::aim(Statement &access, uint32_t array, Expression index) {
  access.array = access.otherArray = array;
  access.index = std::move(index);
  access.isSigned = random.oneIn(3);
  access.bytes = kernel.arrays[array].bytes;
  const uint32_t other = anyArray();
  if (random.oneIn(16)) {
    access.bytes = 1u << random.below(4);
  } else if (random.oneIn(24) && kernel.arrays[other].bytes == access.bytes) {
    access.otherArray = other;
    access.isOther = condition(random.oneIn(2));
  }
}

Statement KernelMaker::read(uint32_t array, Expression index) {
  Statement result = statement(Statement::Read);
  aim(result, array, std::move(index));
  result.local = addLocal();
  return result;
}

Statement KernelMaker::write(uint32_t array, Expression index, Expression value) {
  Statement result = statement(Statement::Write);
  aim(result, array, std::move(index));
  result.value = std::move(value);
  return result;
}

/// Of whole words, as CUDA has them.
Statement KernelMaker::atomic(uint32_t array, Expression index) {
  Statement result = statement(random.oneIn(4) ? Statement::AtomicOfBlock : Statement::Atomic);
  result.array = result.otherArray = array;
  result.index = std::move(index);
  result.value = small();
  result.local = addLocal();
  result.bytes = kernel.arrays[array].bytes;
  return result;
}

Statement KernelMaker::branch(Expression condition, List body) {
  Statement result = statement(Statement::If);
  result.condition = std::move(condition);
  result.body = std::move(body);
  return result;
}

Statement KernelMaker::loop(uint32_t variable, Expression first, Expression condition,
                            Expression next, List body) {
  Statement result = statement(Statement::Loop);
  result.local = variable;
  result.index = std::move(first);
  result.condition = std::move(condition);
  result.value = std::move(next);
  result.body = std::move(body);
  return result;
}

void KernelMaker::choose(Use &use, const Array &array) {
  constexpr Use::Rule Rules[] = {Use::Owned,    Use::Owned,  Use::Owned, Use::ReadOnly,
                                 Use::ReadOnly, Use::Single, Use::Atomic};
  use.rule = Rules[random.below(std::size(Rules))];
  if (use.rule == Use::Atomic && array.bytes < 4)
    use.rule = Use::ReadOnly;
  use.place = ownPlace(array);
  use.owner = random.below(threads());
}

/// Blocks are in no phase: what they share is used alike all the time.
void KernelMaker::startPhase() {
  const bool isFirst = uses.empty();
  uses.resize(kernel.arrays.size());
  for (size_t i = 0; i < uses.size(); ++i)
    if (isFirst || !isAcrossBlocks(kernel.arrays[i]))
      choose(uses[i], kernel.arrays[i]);
}

void KernelMaker::putBarrier(List &list, uint32_t missing) {
  if (random.oneIn(missing))
    return;
  const bool isOfWarp = random.oneIn(threads() <= 32 ? 4 : 24);
  list.push_back(statement(isOfWarp ? Statement::WarpBarrier : Statement::Barrier));
}

void KernelMaker::putOwned(List &list, uint32_t array, const Expression &place) {
  if (random.oneIn(3)) {
    list.push_back(write(array, place, any(2)));
    return;
  }
  list.push_back(read(array, place));
  const uint32_t result = list.back().local;
  if (random.oneIn(2))
    list.push_back(write(array, place, term(add(), local(result), leaf())));
  varying.push_back(result);
}

/// Something that no rule covers.
void KernelMaker::putStray(List &list) {
  const uint32_t array = anyArray();
  const Expression index = anyIndex(kernel.arrays[array]);
  if (random.oneIn(3))
    list.push_back(write(array, index, any(1)));
  else if (kernel.arrays[array].bytes >= 4 && random.oneIn(3))
    list.push_back(atomic(array, index));
  else
    list.push_back(read(array, index));
}

void KernelMaker::putAccess(List &list) {
  if (random.oneIn(20))
    return putStray(list);
  const uint32_t array = anyArray();
  const Array &row = kernel.arrays[array];
  const Use use = uses[array];
  switch (use.rule) {
  case Use::Owned:
    return putOwned(list, array, use.place);
  case Use::ReadOnly:
    list.push_back(read(array, anyIndex(row)));
    varying.push_back(list.back().local);
    return;
  case Use::Atomic:
    list.push_back(atomic(array, anyIndex(row)));
    return;
  case Use::Single: {
    Expression isOwner = term(Operator::Equal, thread(), constant(use.owner));
    if (isAcrossBlocks(row))
      isOwner =
          term(Operator::Both, isOwner, term(Operator::Equal, term(Operator::BlockX), small()));
    list.push_back(branch(isOwner, {write(array, anyIndex(row), any(1))}));
  }
  }
}

void KernelMaker::putBranch(List &list, bool isUniform) {
  const bool goesTogether = isUniform && random.oneIn(3);
  const size_t known = varying.size();
  Statement result = branch(condition(goesTogether), makeList(1 + random.below(3), goesTogether));
  varying.resize(known);
  if (random.oneIn(3))
    result.otherwise = makeList(1 + random.below(2), goesTogether);
  varying.resize(known);
  list.push_back(std::move(result));
}

void KernelMaker::putLoop(List &list, bool isUniform) {
  const uint32_t variable = addLocal();
  const bool goesTogether = isUniform && !random.oneIn(4);
  const bool doubles = random.oneIn(4), jumps = random.oneIn(8);
  const Expression limit = goesTogether ? random.oneIn(2) ? small() : sameForBlock()
                                        : term(Operator::Modulo, any(1), constant(5));
  const Expression next = jumps     ? jumpFrom(local(variable))
                          : doubles ? term(Operator::ShiftLeft, local(variable), constant(1))
                                    : term(add(), local(variable), constant(1 + random.below(3)));
  const size_t known = varying.size();
  auto &variables = goesTogether ? uniform : varying;
  variables.push_back(variable);
  ++loops;
  List body = makeList(1 + random.below(3), goesTogether);
  --loops;
  if (goesTogether && random.oneIn(2)) {
    putBarrier(body, 8);
    startPhase();
  }
  std::erase(uniform, variable);
  varying.resize(known);
  list.push_back(loop(variable, constant(doubles ? 1 : random.below(2)),
                      term(jumps ? Operator::Unequal : Operator::Less, local(variable), limit),
                      next, std::move(body)));
}

/// To numbers below 16, in no simple order.
Expression KernelMaker::jumpFrom(const Expression &from) {
  const Expression next =
      term(add(), term(multiply(), from, constant(1 + random.below(5))), small());
  return random.oneIn(2) ? term(Operator::And, next, constant(15))
                         : term(Operator::Modulo, next, constant(2 + random.below(12)));
}

/// Threads take turns: elements belong to them by their number modulo that of all, or by
/// chunks.
void KernelMaker::putStrided(List &list) {
  const uint32_t array = anyArray(), variable = addLocal();
  const uint32_t count = kernel.arrays[array].count, rounds = 1 + random.below(4);
  const Expression first = term(add(), thread(),
                                isAcrossBlocks(kernel.arrays[array])
                                    ? term(multiply(), term(Operator::BlockX), constant(threads()))
                                    : constant(0));
  const uint32_t all = threads() * kernel.shape.grid.x;
  List body;
  if (random.oneIn(2)) {
    putOwned(body, array, local(variable));
    list.push_back(loop(variable, first,
                        term(Operator::Less, local(variable), constant(random.below(count + 1))),
                        term(add(), local(variable), constant(all)), std::move(body)));
    return;
  }
  const Expression place =
      random.oneIn(2) ? term(add(), term(multiply(), first, constant(rounds)), local(variable))
                      : term(add(), term(multiply(), local(variable), constant(all)), first);
  putOwned(body, array, place);
  const uint32_t most = rounds + random.oneIn(6);
  list.push_back(loop(variable, constant(0), term(Operator::Less, local(variable), constant(most)),
                      term(add(), local(variable), constant(1)), std::move(body)));
}

/// All threads of the block read one word, and go on by what it says.
void KernelMaker::putSharedWord(List &list) {
  const uint32_t array = anyArray();
  if (uses[array].rule != Use::ReadOnly && !random.oneIn(4))
    return;
  list.push_back(read(array, random.oneIn(2) ? small() : sameForBlock()));
  const uint32_t word = list.back().local;
  const uint32_t bit = addLocal();
  list.push_back(set(bit, term(Operator::And, local(word), constant(1 + random.below(4)))));
  uniform.push_back(bit);
  if (random.oneIn(2))
    putBranch(list, true);
}

void KernelMaker::putAny(List &list, bool isUniform) {
  switch (random.below(15)) {
  case 0:
  case 1:
    if (isUniform || random.oneIn(25)) {
      putBarrier(list, 10);
      startPhase();
    }
    return;
  case 2:
    if (depth < 3)
      putBranch(list, isUniform);
    return;
  case 3:
    if (depth < 3)
      putLoop(list, isUniform);
    return;
  case 4: {
    const uint32_t variable = addLocal();
    list.push_back(set(variable, any(2)));
    varying.push_back(variable);
    return;
  }
  case 5:
    if (isUniform)
      putSharedWord(list);
    return;
  case 6:
    putStrided(list);
    return;
  case 7:
    putDependent(list);
    return;
  case 8:
    if (random.oneIn(3))
      putTicket(list);
    return;
  default:
    putAccess(list);
  }
}

/// Ends of threads and loops, barriers of warps, changes of variables.
void KernelMaker::putDependent(List &list) {
  switch (random.below(4)) {
  case 0:
    list.push_back(branch(condition(random.oneIn(2)), {statement(Statement::Return)}));
    return;
  case 1:
    if (loops)
      list.push_back(branch(condition(random.oneIn(2)), {statement(Statement::Break)}));
    return;
  case 2:
    if (depth == 1 || random.oneIn(6))
      list.push_back(statement(Statement::WarpBarrier));
    return;
  default:
    if (!varying.empty())
      list.push_back(set(random.of(varying), any(1)));
  }
}

List KernelMaker::makeList(uint32_t count, bool isUniform) {
  ++depth;
  List list;
  const size_t known = uniform.size();
  while (count-- > 0)
    putAny(list, isUniform);
  uniform.resize(std::min(known, uniform.size()));
  --depth;
  return list;
}

void KernelMaker::addArray() {
  constexpr Array::Space Spaces[] = {Array::Shared,    Array::Shared,   Array::Unsized,
                                     Array::Parameter, Array::Variable, Array::Shared};
  constexpr uint32_t Bytes[] = {4, 4, 4, 8, 2, 1};
  kernel.arrays.push_back({.space = Spaces[random.below(std::size(Spaces))],
                           .bytes = Bytes[random.below(std::size(Bytes))],
                           .count = 256u << random.below(2)});
}

Kernel KernelMaker::make() {
  for (uint32_t i = 1 + random.below(3); i-- > 0;)
    addArray();
  for (uint32_t i = random.below(3); i-- > 0;)
    kernel.parameters.push_back(random.oneIn(2) ? threads() : random.below(9));
  kernel.contents = random.oneIn(2) ? random.next() : 0;
  startPhase();
  for (uint32_t parts = 1 + random.below(3); parts-- > 0;) {
    switch (random.below(9)) {
    case 0:
      putTree(kernel.body);
      break;
    case 1:
      putScan(kernel.body);
      break;
    case 2:
      putStencil(kernel.body);
      break;
    case 3:
      putTicket(kernel.body);
      break;
    case 4:
      putPolling(kernel.body);
      break;
    default:
      std::ranges::move(makeList(2 + random.below(5), true), std::back_inserter(kernel.body));
    }
  }
  return std::move(kernel);
}

Shape makeShape(Random &random) {
  constexpr Index Blocks[] = {{1, 1},  {2, 1},  {3, 1},  {8, 1},  {16, 1}, {31, 1},
                              {32, 1}, {33, 1}, {48, 1}, {64, 1}, {64, 1}, {32, 1},
                              {8, 8},  {16, 4}, {4, 8},  {5, 3},  {32, 2}, {1, 16}};
  return {.grid = {1 + random.below(2), 1}, .block = Blocks[random.below(std::size(Blocks))]};
}

Kernel makeKernel(Random &random, const Shape &shape) { return KernelMaker(random, shape).make(); }

} // namespace warpsan::oracle
