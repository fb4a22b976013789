//===- Enumeration.h - All bytes that a small launch touches -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/unit/resolve/KernelTables.h"
#include <array>
#include <set>

namespace warpsan::test {

/// Runs every thread of a launch, and its loops for some rounds, by the meaning of
/// terms and guards alone. Opaque values, which must be few, have all that they may have.
class Enumeration {
public:
  /// Rounds that are looked at, of accesses with one loop and with more.
  static constexpr uint64_t Rounds = 260, NestedRounds = 12;

  explicit Enumeration(const KernelTables &tables) : kernel(tables) {
    for (const abi::FormInfo &form : kernel.forms)
      accesses.push_back(accessOf(form));
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
              (one.block != other.block || areOfOneBlock(one, other)) &&
              !(one.draws && other.draws && counterOf(one.draws) == counterOf(other.draws)) &&
              (one.isInside || other.isInside) && roots >> one.root & 1)
            return true;
    return false;
  }

private:
  using Values = std::map<uint32_t, uint64_t>; ///< by number
  struct Use {
    uint32_t thread;
    uint32_t root;
    bool writes;
    bool isInside;
    uint32_t draws;
    uint32_t block;
    Values ofBlock; ///< opaque ones
    auto operator<=>(const Use &) const = default;
  };
  /// Where a thread is: rounds of loops and opaque values.
  struct State {
    std::map<int64_t, uint64_t> rounds;
    Values opaques;
  };

  /// What both name has one value in a block.
  static bool areOfOneBlock(const Use &one, const Use &other) {
    return std::all_of(one.ofBlock.begin(), one.ofBlock.end(), [&](const auto &entry) {
      const auto found = other.ofBlock.find(entry.first);
      return found == other.ofBlock.end() || found->second == entry.second;
    });
  }

  uint64_t masked(uint64_t value, unsigned bits) const {
    return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
  }
  int64_t asSigned(uint64_t value, unsigned bits) const {
    return int64_t(value << (64 - bits)) >> (64 - bits);
  }

  uint64_t value(uint32_t index, const State &state) const {
    return masked(compute(kernel.terms[index], state), kernel.terms[index].bits);
  }

  uint64_t compute(const abi::TermInfo &term, const State &state) const {
    using Kind = abi::TermKind;
    const unsigned operands = abi::operandsOf(term.kind);
    const uint64_t left = operands >= 1 ? value(term.left, state) : 0;
    const uint64_t right = operands == 2 ? value(term.right, state) : 0;
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
      return left + right * state.rounds.at(term.value);
    case Kind::Ticket:
      return spoilt.contains(counterOf(term.left)) ? 0 : tickets.at(counterOf(term.left));
    case Kind::Opaque:
      return state.opaques.at(term.number);
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
    if (index == abi::NoTerm)
      return std::nullopt;
    const abi::TermInfo &term = kernel.terms[index];
    const unsigned operands = abi::operandsOf(term.kind);
    if (term.kind == abi::TermKind::Ticket)
      return term.left;
    const auto left = operands >= 1 ? ticketIn(term.left) : std::nullopt;
    return left || operands < 2 ? left : ticketIn(term.right);
  }

  bool holds(const abi::GuardInfo &guard, const State &state) const {
    using Relation = abi::GuardRelation;
    const unsigned bits = kernel.terms[guard.left].bits;
    const uint64_t left = value(guard.left, state), right = value(guard.right, state);
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

  /// Rows that the row is made of, and itself.
  void addRows(uint32_t index, std::set<uint32_t> &rows) const {
    if (index == abi::NoTerm)
      return;
    const abi::TermInfo &term = kernel.terms[index];
    const unsigned operands = abi::operandsOf(term.kind);
    rows.insert(index);
    if (operands >= 1)
      addRows(term.left, rows);
    if (operands == 2)
      addRows(term.right, rows);
  }

  struct Guard {
    abi::GuardInfo info;
    int64_t innermost = -1;          ///< of its loops
    std::vector<uint32_t> opaques{}; ///< numbers
  };
  struct Access {
    const abi::FormInfo &form;
    std::vector<Guard> guards{};
    std::set<int64_t> loops{};
    std::vector<const abi::TermInfo *> opaques{};
    bool isOpen = false; ///< its address follows from what is not known
  };

  Guard guardOf(const abi::GuardInfo &info) const {
    Guard guard{info};
    std::set<uint32_t> rows;
    addRows(info.left, rows);
    addRows(info.right, rows);
    for (const uint32_t row : rows) {
      const abi::TermInfo &term = kernel.terms[row];
      if (term.kind == abi::TermKind::Recurrence)
        guard.innermost = std::max(guard.innermost, term.value);
      if (term.kind == abi::TermKind::Opaque)
        guard.opaques.push_back(term.number);
    }
    return guard;
  }

  Access accessOf(const abi::FormInfo &form) const {
    Access access{form};
    std::set<uint32_t> rows;
    addRows(form.term, rows);
    for (const uint32_t row : rows)
      access.isOpen |= kernel.terms[row].kind == abi::TermKind::Ticket ||
                       kernel.terms[row].kind == abi::TermKind::Opaque;
    for (uint32_t i = 0; i < form.guardCount; ++i) {
      const abi::GuardInfo &guard = kernel.guards[form.guardList + i];
      access.guards.push_back(guardOf(guard));
      addRows(guard.left, rows);
      addRows(guard.right, rows);
    }
    for (const uint32_t row : rows) {
      const abi::TermInfo &term = kernel.terms[row];
      if (term.kind == abi::TermKind::Recurrence)
        access.loops.insert(term.value);
      if (term.kind == abi::TermKind::Opaque)
        access.opaques.push_back(&term);
    }
    return access;
  }

  void touch(const Access &access, const State &state) {
    const abi::FormInfo &form = access.form;
    const uint64_t pointer = kernel.arguments[kernel.roots[form.root].index];
    const auto object = kernel.locate(pointer);
    Use use{thread,
            form.root,
            bool(form.flags & (abi::FormWrites | abi::FormAtomic)),
            false,
            abi::ticketOf(form.flags),
            threadBlock,
            {}};
    for (const abi::TermInfo *term : access.opaques)
      if (term->flags & abi::TermOfBlock)
        use.ofBlock[term->number] = state.opaques.at(term->number);
    uint64_t first = pointer, count = form.bytes;
    if (form.term != abi::NoTerm) {
      first += value(form.term, state);
    } else if (object) {
      first = object->base;
      count = object->bytes;
    }
    const bool isTaken = !access.isOpen || (object && first >= object->base &&
                                            first + count <= object->base + object->bytes);
    for (uint64_t byte = first; isTaken && byte != first + count; ++byte) {
      use.isInside = object && byte - object->base < object->bytes;
      bytes[byte].insert(use);
    }
  }

  /// Does `then` with all values of those opaque ones that are not known yet and do not change
  /// within loops from `loop` on.
  template <typename Then>
  void forOpaques(const Access &access, int64_t loop, const State &before, const Then &then) const {
    const auto isOpen = [&](const abi::TermInfo *term) {
      return term->value < loop && !before.opaques.contains(term->number);
    };
    const auto open = std::find_if(access.opaques.begin(), access.opaques.end(), isOpen);
    if (open == access.opaques.end())
      return then(before);
    State state = before;
    const abi::TermInfo &term = **open;
    for (int64_t each = kernel.terms[term.left].value; each <= kernel.terms[term.right].value;
         ++each) {
      state.opaques[term.number] = masked(uint64_t(each), term.bits);
      forOpaques(access, loop, state, then);
    }
  }

  /// Rounds of the loops from `loop` on, the outer ones first; what a guard of every round
  /// stops does not go on.
  void runLoops(const Access &access, std::set<int64_t>::const_iterator loop, const State &before) {
    if (loop == access.loops.end())
      return forOpaques(access, INT64_MAX, before,
                        [&](const State &state) { arrive(access, state); });
    const uint64_t most = access.loops.size() == 1 ? Rounds : NestedRounds;
    forOpaques(access, *loop, before, [&](const State &entered) {
      State state = entered;
      bool goesOn = true;
      for (uint64_t round = 0; goesOn && round < most; ++round) {
        state.rounds[*loop] = round;
        goesOn = false;
        forOpaques(access, *loop + 1, state,
                   [&](const State &inRound) { goesOn |= runRound(access, loop, inRound); });
      }
    });
  }

  /// Whether the guards let it come to the next one, or nothing is known of that yet.
  bool runRound(const Access &access, std::set<int64_t>::const_iterator loop, const State &state) {
    for (const Guard &guard : access.guards)
      if (abi::holdsInEveryRound(guard.info) && guard.innermost == *loop &&
          std::all_of(guard.opaques.begin(), guard.opaques.end(),
                      [&](uint32_t number) { return state.opaques.contains(number); }) &&
          !holds(guard.info, state))
        return false;
    runLoops(access, std::next(loop), state);
    return true;
  }

  void arrive(const Access &access, const State &state) {
    if (const auto ticket = ticketIn(access.form.term))
      tickets[counterOf(*ticket)] += abi::amountOf(drawOf(*ticket).flags);
    if (std::all_of(access.guards.begin(), access.guards.end(),
                    [&](const Guard &guard) { return holds(guard.info, state); }))
      touch(access, state);
  }

  void runThread() {
    for (const Access &access : accesses)
      runLoops(access, access.loops.begin(), {});
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
      threadBlock = thread / (sizes[0] * sizes[1] * sizes[2]);
      runThread();
    }
  }

  const KernelTables &kernel;
  std::vector<Access> accesses;
  std::array<uint32_t, 12> registers{};
  uint32_t thread = 0, threadBlock = 0;
  std::map<uint64_t, uint64_t> tickets; ///< last drawn, by counter
  std::set<uint64_t> spoilt;            ///< counters
  std::map<uint64_t, std::set<Use>> bytes;
};

} // namespace warpsan::test
