//===- kernel_algorithms.cpp - Random kernels: known algorithms ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees, scans, stencils, tickets, and waiting for a word; with a fault now and then.
//===----------------------------------------------------------------------===//
#include "test/oracle/kernel_maker.h"
#include <algorithm>
#include <bit>
#include <iterator>

namespace warpsan::oracle {

List KernelMaker::treeLevel(uint32_t array, Expression far, Expression isActive, Expression place) {
  List body{read(array, std::move(far))};
  const uint32_t other = body.back().local;
  body.push_back(read(array, place));
  const uint32_t mine = body.back().local;
  body.push_back(write(array, std::move(place), term(add(), local(mine), local(other))));
  List level{branch(std::move(isActive), std::move(body))};
  putBarrier(level, 8);
  return level;
}

/// Halves, or doubles distances; with a fault now and then.
void KernelMaker::putTree(List &list) {
  const uint32_t array = anyArray(), step = addLocal();
  const uint32_t count = std::bit_floor(threads());
  const Expression me = thread(), distance = local(step);
  const Operator below = random.oneIn(3) ? Operator::SignedLess : Operator::Less;
  putBarrier(list, 8);
  if (random.oneIn(2)) {
    const Expression limit = random.oneIn(6) ? term(add(), distance, constant(1)) : distance;
    list.push_back(loop(step, constant(count / 2), term(below, constant(0), distance),
                        term(Operator::ShiftRight, distance, constant(1)),
                        treeLevel(array, term(add(), me, distance), term(below, me, limit), me)));
  } else {
    const Expression twice = term(multiply(), distance, constant(random.oneIn(6) ? 1 : 2));
    const bool isPacked = random.oneIn(2);
    const Expression place = isPacked ? term(multiply(), twice, me) : me;
    const Expression isActive =
        isPacked ? term(below, place, constant(count))
                 : term(Operator::Equal, term(Operator::Modulo, me, twice), constant(0));
    list.push_back(loop(step, constant(1), term(below, distance, constant(count)),
                        term(Operator::ShiftLeft, distance, constant(1)),
                        treeLevel(array, term(add(), place, distance), isActive, place)));
  }
  startPhase();
}

/// Reads at a distance, then writes, with barriers between; or in two halves in turn.
void KernelMaker::putScan(List &list) {
  const uint32_t array = anyArray(), step = addLocal(), half = addLocal();
  const bool takesTurns = random.oneIn(2);
  const Expression other = term(Operator::Subtract, constant(1), local(half));
  const auto in = [&](const Expression &side, Expression place) {
    return takesTurns ? term(add(), term(multiply(), side, constant(threads())), std::move(place))
                      : place;
  };
  const Expression isActive = term(Operator::Not, term(Operator::Less, thread(), local(step)));
  List body;
  if (takesTurns)
    body.push_back(set(half, other));
  body.push_back(
      branch(isActive, {read(array, in(other, term(Operator::Subtract, thread(), local(step))))}));
  const uint32_t value = body.back().body.back().local;
  if (!takesTurns)
    putBarrier(body, 8);
  body.push_back(write(array, in(local(half), thread()), term(add(), local(value), thread())));
  putBarrier(body, 8);
  putBarrier(list, 8);
  list.push_back(loop(step, constant(1), term(Operator::Less, local(step), constant(threads())),
                      term(Operator::ShiftLeft, local(step), constant(1)), std::move(body)));
  startPhase();
}

void KernelMaker::putStencil(List &list) {
  const uint32_t array = anyArray(), round = addLocal();
  const Expression neighbour =
      term(Operator::Modulo, term(add(), thread(), small()), constant(threads() + random.oneIn(6)));
  List body{read(array, neighbour)};
  const uint32_t value = body.back().local;
  putBarrier(body, 8);
  body.push_back(
      write(array, random.oneIn(6) ? anyIndex(kernel.arrays[array]) : thread(), local(value)));
  putBarrier(body, 8);
  putBarrier(list, 8);
  list.push_back(loop(round, constant(0), term(Operator::Less, local(round), constant(3)),
                      term(add(), local(round), constant(1)), std::move(body)));
  startPhase();
}

/// Different for different tickets, mostly.
Expression KernelMaker::placeOfTicket(const Expression &ticket) {
  switch (random.below(8)) {
  case 0:
    return term(multiply(), ticket, small());
  case 1:
    return term(add(), ticket, thread());
  case 2:
    return term(random.oneIn(2) ? Operator::Byte : Operator::Half, ticket);
  case 3:
    return term(Operator::ShiftRight, ticket, constant(random.below(2)));
  case 4:
    return term(Operator::Xor, ticket, small());
  default:
    return ticket;
  }
}

/// A number for each that asks, mostly.
void KernelMaker::putTicket(List &list) {
  const uint32_t counter = anyArray(), array = anyArray();
  if (kernel.arrays[counter].bytes < 4)
    return;
  Statement draw = atomic(counter, random.oneIn(4) ? small() : constant(0));
  if (!random.oneIn(4))
    draw.value = constant(1);
  const Expression place = placeOfTicket(local(draw.local));
  list.push_back(std::move(draw));
  list.push_back(
      write(array, random.oneIn(3) ? term(Operator::And, place, constant(63)) : place, any(1)));
}

/// Rounds with barriers until a word says that it is enough.
void KernelMaker::putPolling(List &list) {
  const uint32_t array = anyArray(), round = addLocal();
  const Expression place = small();
  const bool writesFirst = random.oneIn(2);
  List body, update;
  update.push_back(branch(term(Operator::Equal, thread(), small()),
                          {write(array, place, random.oneIn(2) ? local(round) : any(1))}));
  if (writesFirst)
    std::ranges::move(update, std::back_inserter(body));
  putBarrier(body, 8);
  body.push_back(read(array, random.oneIn(8) ? anyIndex(kernel.arrays[array]) : place));
  const uint32_t word = body.back().local;
  putBarrier(body, 8);
  if (!writesFirst)
    std::ranges::move(update, std::back_inserter(body));
  startPhase();
  uniform.push_back(word);
  std::ranges::move(makeList(1 + random.below(3), true), std::back_inserter(body));
  std::erase(uniform, word);
  putBarrier(list, 8);
  list.push_back(loop(round, constant(0),
                      term(Operator::Both, term(Operator::Less, local(round), constant(4)),
                           term(Operator::Unequal, local(word), constant(random.below(4)))),
                      term(add(), local(round), constant(1)), std::move(body)));
  startPhase();
}

} // namespace warpsan::oracle
