//===- Enumeration.h - All bytes that a small launch touches -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/unit/resolve/KernelTables.h"
#include <array>
#include <set>

namespace warpsan::test {

/// Runs every thread of a launch, and its loops for some rounds, by the meaning of
/// terms and guards alone.
class Enumeration {
public:
  /// Rounds that are looked at, of accesses with one loop and with more.
  static constexpr uint64_t Rounds = 260, NestedRounds = 12;

  explicit Enumeration(const KernelTables &tables) : kernel(tables) {
    run();
    spoilCounters();
    if (!spoilt.empty()) {
      bytes.clear();
      run();
    }
  }

  /// Two threads touch a byte, one of them writes, and one does so behind one of the
  /// roots. Accesses of unknown places are taken to stay in their allocation: that two
  /// leave it does not count. Neither does a ticket that leads out of it.
  bool hasConflict(uint64_t roots) const {
    for (const auto &[address, uses] : bytes)
      for (const Use &one : uses)
        for (const Use &other : uses)
          if (one.thread != other.thread && (one.writes || other.writes) &&
              !(one.draws && other.draws && counterOf(one.draws) == counterOf(other.draws)) &&
              (one.isInside || other.isInside) && roots >> one.root & 1)
            return true;
    return false;
  }

private:
  struct Use {
    uint32_t thread;
    uint32_t root;
    bool writes;
    bool isInside;
    uint32_t draws;
    auto operator<=>(const Use &) const = default;
  };
  using Loops = std::map<int64_t, uint64_t>;

  uint64_t masked(uint64_t value, unsigned bits) const {
    return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
  }
  int64_t asSigned(uint64_t value, unsigned bits) const {
    return int64_t(value << (64 - bits)) >> (64 - bits);
  }

  uint64_t value(uint32_t index, const Loops &rounds) const {
    return masked(compute(kernel.terms[index], rounds), kernel.terms[index].bits);
  }

  uint64_t compute(const abi::TermInfo &term, const Loops &rounds) const {
    using Kind = abi::TermKind;
    const unsigned operands = abi::operandsOf(term.kind);
    const uint64_t left = operands >= 1 ? value(term.left, rounds) : 0;
    const uint64_t right = operands == 2 ? value(term.right, rounds) : 0;
    switch (term.kind) {
    case Kind::Constant:
      return uint64_t(term.value);
    case Kind::Parameter:
      return kernel.arguments[term.left] >> (8 * term.right);
    case Kind::Register:
      return registers[term.left];
    case Kind::Add:
      return left + right;
    case Kind::Multiply:
      return left * right;
    case Kind::Divide:
      return right ? left / right : 0;
    case Kind::SignedDivide:
    case Kind::SignedRemainder:
      return signedDivision(term, asSigned(left, term.bits), asSigned(right, term.bits));
    case Kind::SignExtend:
      return uint64_t(asSigned(left, kernel.terms[term.left].bits));
    case Kind::ZeroExtend:
    case Kind::Truncate:
      return left;
    case Kind::SignedMin:
      return asSigned(left, term.bits) < asSigned(right, term.bits) ? left : right;
    case Kind::SignedMax:
      return asSigned(left, term.bits) < asSigned(right, term.bits) ? right : left;
    case Kind::UnsignedMin:
      return std::min(left, right);
    case Kind::UnsignedMax:
      return std::max(left, right);
    case Kind::Recurrence:
      return left + right * rounds.at(term.value);
    case Kind::Ticket:
      return spoilt.contains(counterOf(term.left)) ? 0 : tickets.at(counterOf(term.left));
    }
    return 0;
  }

  /// Of what no program does, anything.
  static uint64_t signedDivision(const abi::TermInfo &term, int64_t left, int64_t right) {
    if (right == 0 || right == -1)
      return 0;
    return uint64_t(term.kind == abi::TermKind::SignedDivide ? left / right : left % right);
  }

  const abi::FormInfo &drawOf(uint32_t ticket) const {
    return *std::find_if(kernel.forms.begin(), kernel.forms.end(), [&](const abi::FormInfo &form) {
      return abi::ticketOf(form.flags) == ticket;
    });
  }
  /// Draws are from fixed addresses.
  uint64_t counterOf(uint32_t ticket) const {
    const abi::FormInfo &draw = drawOf(ticket);
    return kernel.arguments[kernel.roots[draw.root].index] + value(draw.term, {});
  }

  /// What a counter gives is of no use if anything else writes to it.
  void spoilCounters() {
    for (const abi::FormInfo &form : kernel.forms)
      if (const uint32_t ticket = abi::ticketOf(form.flags); ticket && isSpoilt(counterOf(ticket)))
        spoilt.insert(counterOf(ticket));
  }
  bool isSpoilt(uint64_t counter) const {
    for (uint64_t byte = counter; byte != counter + 4; ++byte)
      if (const auto uses = bytes.find(byte); uses != bytes.end())
        for (const Use &use : uses->second)
          if (use.writes && !(use.draws != 0 && counterOf(use.draws) == counter))
            return true;
    return false;
  }

  std::optional<uint32_t> ticketIn(uint32_t index) const {
    const abi::TermInfo &term = kernel.terms[index];
    const unsigned operands = abi::operandsOf(term.kind);
    if (term.kind == abi::TermKind::Ticket)
      return term.left;
    const auto left = operands >= 1 ? ticketIn(term.left) : std::nullopt;
    return left || operands < 2 ? left : ticketIn(term.right);
  }

  bool holds(const abi::GuardInfo &guard, const Loops &rounds) const {
    using Relation = abi::GuardRelation;
    const unsigned bits = kernel.terms[guard.left].bits;
    const uint64_t left = value(guard.left, rounds), right = value(guard.right, rounds);
    const int64_t signedLeft = asSigned(left, bits), signedRight = asSigned(right, bits);
    switch (abi::relationOf(guard)) {
    case Relation::Equal:
      return left == right;
    case Relation::NotEqual:
      return left != right;
    case Relation::SignedLess:
      return signedLeft < signedRight;
    case Relation::SignedLessEqual:
      return signedLeft <= signedRight;
    case Relation::UnsignedLess:
      return left < right;
    case Relation::UnsignedLessEqual:
      return left <= right;
    }
    return false;
  }

  void addLoops(uint32_t index, std::set<int64_t> &loops) const {
    const abi::TermInfo &term = kernel.terms[index];
    const unsigned operands = abi::operandsOf(term.kind);
    if (term.kind == abi::TermKind::Recurrence)
      loops.insert(term.value);
    if (operands >= 1)
      addLoops(term.left, loops);
    if (operands == 2)
      addLoops(term.right, loops);
  }

  std::set<int64_t> loopsOf(const abi::GuardInfo &guard) const {
    std::set<int64_t> loops;
    addLoops(guard.left, loops);
    addLoops(guard.right, loops);
    return loops;
  }

  bool isInnermost(int64_t loop, const abi::GuardInfo &guard) const {
    const std::set<int64_t> loops = loopsOf(guard);
    return !loops.empty() && *loops.rbegin() == loop;
  }

  void touch(const abi::FormInfo &form, const Loops &rounds) {
    const uint64_t pointer = kernel.arguments[kernel.roots[form.root].index];
    const auto object = kernel.locate(pointer);
    const bool writes = form.flags & (abi::FormWrites | abi::FormAtomic);
    uint64_t first = pointer, count = form.bytes;
    if (form.term != abi::NoTerm) {
      first += value(form.term, rounds);
    } else if (object) {
      first = object->base;
      count = object->bytes;
    }
    const bool isTaken =
        form.term == abi::NoTerm || !ticketIn(form.term) ||
        (object && first >= object->base && first + count <= object->base + object->bytes);
    for (uint64_t byte = first; isTaken && byte != first + count; ++byte) {
      const bool isInside = object && byte - object->base < object->bytes;
      bytes[byte].insert({thread, form.root, writes, isInside, abi::ticketOf(form.flags)});
    }
  }

  std::vector<abi::GuardInfo> guardsOf(const abi::FormInfo &form) const {
    const auto first = kernel.guards.begin() + form.guardList;
    return {first, first + form.guardCount};
  }

  /// Rounds of the loops from `loop` on, the outer ones first; what a guard of every round
  /// stops does not go on.
  void runLoops(const abi::FormInfo &form, std::set<int64_t>::const_iterator loop,
                const std::set<int64_t> &loops, Loops &rounds) {
    const std::vector<abi::GuardInfo> all = guardsOf(form);
    if (loop == loops.end()) {
      if (const auto ticket = form.term == abi::NoTerm ? std::nullopt : ticketIn(form.term))
        tickets[counterOf(*ticket)] += abi::amountOf(drawOf(*ticket).flags);
      if (std::all_of(all.begin(), all.end(),
                      [&](const abi::GuardInfo &guard) { return holds(guard, rounds); }))
        touch(form, rounds);
      return;
    }
    for (uint64_t round = 0; round < (loops.size() == 1 ? Rounds : NestedRounds); ++round) {
      rounds[*loop] = round;
      if (std::any_of(all.begin(), all.end(), [&](const abi::GuardInfo &guard) {
            return abi::holdsInEveryRound(guard) && isInnermost(*loop, guard) &&
                   !holds(guard, rounds);
          }))
        return;
      runLoops(form, std::next(loop), loops, rounds);
    }
  }

  void runThread() {
    for (const abi::FormInfo &form : kernel.forms) {
      std::set<int64_t> loops;
      if (form.term != abi::NoTerm)
        addLoops(form.term, loops);
      for (const abi::GuardInfo &guard : guardsOf(form))
        loops.merge(loopsOf(guard));
      Loops rounds;
      runLoops(form, loops.begin(), loops, rounds);
    }
  }

  void run() {
    const auto &[block, grid] = kernel.shape;
    std::copy(block.begin(), block.end(), registers.begin() + 6);
    std::copy(grid.begin(), grid.end(), registers.begin() + 9);
    const uint32_t sizes[] = {block[0], block[1], block[2], grid[0], grid[1], grid[2]};
    uint32_t count = 1;
    for (const uint32_t size : sizes)
      count *= size;
    for (thread = 0; thread < count; ++thread) {
      uint32_t rest = thread;
      for (size_t axis = 0; axis < 6; ++axis) {
        registers[axis] = rest % sizes[axis];
        rest /= sizes[axis];
      }
      runThread();
    }
  }

  const KernelTables &kernel;
  std::array<uint32_t, 12> registers{};
  uint32_t thread = 0;
  std::map<uint64_t, uint64_t> tickets; ///< last drawn, by counter
  std::set<uint64_t> spoilt;            ///< counters
  std::map<uint64_t, std::set<Use>> bytes;
};

} // namespace warpsan::test
