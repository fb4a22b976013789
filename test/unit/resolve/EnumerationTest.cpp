//===- EnumerationTest.cpp - Decisions against all threads of small launches ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/resolve/Enumeration.h"
#include <gtest/gtest.h>
#include <random>

namespace warpsan::resolve {
namespace {

using Kind = abi::TermKind;
using Relation = abi::GuardRelation;
using Value = test::KernelTables::Value;
using Guards = std::vector<abi::GuardInfo>;

/// Kernels of the shapes that programs have, with mistakes. Values of 8 bits wrap
/// within a few rounds.
class RandomKernel {
public:
  explicit RandomKernel(uint64_t seed) : random(seed) {
    bits = oneOf<uint8_t>({8, 8, 16, 32});
    kernel.shape = {{pick(1, 4), pick(1, 3), oneIn(6) ? 2u : 1u},
                    {pick(1, 4), pick(1, 2), oneIn(8) ? 2u : 1u}};
    const uint64_t bytes = pick(1, 40) * 8;
    kernel.allocate(First, bytes);
    kernel.allocate(Second, bytes);
    for (const uint64_t base : {First, Second, First})
      kernel.root(base + (oneIn(3) ? pick(0, uint32_t(bytes - 1)) : 0));
    for (uint32_t accesses = pick(1, 3); accesses; --accesses)
      addAccess();
    if (oneIn(6))
      addWorkList();
    if (oneIn(40)) {
      kernel.forms.clear();
      addOpenLoop();
    }
    if (opaques == 0 && oneIn(6)) {
      kernel.forms.clear();
      for (uint32_t accesses = pick(1, 2); accesses; --accesses)
        addChosen();
    }
    if (oneIn(8)) {
      kernel.forms.clear();
      addTriangle();
    }
  }

  bool hasLoop() const {
    return std::any_of(kernel.terms.begin(), kernel.terms.end(),
                       [](const abi::TermInfo &term) { return term.kind == Kind::Recurrence; });
  }

  bool hasOpaque() const { return opaques != 0; }

  bool isNested() const {
    return hasLoop() && kernel.forms.size() == 1 && kernel.forms.front().guardCount == 2 &&
           kernel.row({kernel.guards[kernel.forms.front().guardList].left}).value == 1;
  }
  /// Of those that are written.
  bool resolvesList(uint64_t resolved) const {
    return std::any_of(kernel.forms.begin(), kernel.forms.end(), [&](const abi::FormInfo &form) {
      return form.flags == (abi::FormWrites | abi::FormFollowsDraw) && resolved >> form.root & 1;
    });
  }

  test::KernelTables kernel;

private:
  static constexpr uint64_t First = 0x100000, Second = 0x200000, Third = 0x300000;

  uint32_t pick(uint32_t least, uint32_t most) {
    return std::uniform_int_distribution<uint32_t>(least, most)(random);
  }
  bool oneIn(uint32_t times) { return pick(1, times) == 1; }
  template <typename T>
  T oneOf(std::initializer_list<T> choices) {
    return choices.begin()[pick(0, uint32_t(choices.size() - 1))];
  }

  Value number(int64_t value) {
    return oneIn(2) ? kernel.constant(value, bits) : kernel.parameter(uint64_t(value), bits);
  }
  Value reg(unsigned index) {
    const Value made = kernel.reg(abi::LaunchRegister(index));
    kernel.row(made).bits = bits;
    return made;
  }
  Value index(unsigned axis) {
    return kernel.add(kernel.multiply(reg(3 + axis), reg(6 + axis)), reg(axis));
  }
  Value small() { return number(int64_t(pick(0, 5)) - 2); }
  /// One of a few numbers, near the ends of its width, too.
  Value opaque() {
    const int64_t ends[] = {0, 1, -2, -(int64_t(1) << (bits - 1)), (int64_t(1) << (bits - 1)) - 3};
    const int64_t least = oneIn(3) ? ends[pick(0, 4)] : pick(0, 12);
    const int64_t most = std::min(least + pick(0, 2), (int64_t(1) << (bits - 1)) - 1);
    const uint32_t name = ++opaques;
    return oneIn(2) ? kernel.opaqueOfBlock(name, least, most, bits)
                    : kernel.opaque(name, least, most, int64_t(pick(0, 2)) - 1, bits);
  }
  /// The number of a thread, which is told by a value that is not.
  void addChosen() {
    const Value chosen = lastChosen && oneIn(2) ? *lastChosen : opaque();
    const Value other = oneIn(4) ? opaque() : chosen;
    lastChosen = chosen;
    const Value place = oneIn(3)   ? reg(pick(0, 5))
                        : oneIn(2) ? kernel.add(kernel.multiply(reg(3), number(pick(1, 8))), other)
                                   : kernel.recurrence(other, number(1), pick(0, 1));
    const Value thread = oneIn(2) ? reg(0) : index(0);
    const Value mine = oneIn(3) ? kernel.multiply(thread, number(pick(1, 120))) : thread;
    Guards guards = {
        kernel.guard(mine, Relation::Equal, kernel.add(chosen, oneIn(2) ? -1 : pick(0, 200)))};
    if (kernel.row(place).kind == Kind::Recurrence)
      guards.push_back(kernel.guard(place, Relation::SignedLess,
                                    oneIn(4) ? opaque() : number(pick(1, 9)), oneIn(3)));
    kernel.access(oneIn(3) ? 0 : abi::FormWrites, pick(0, 2),
                  kernel.element(place, oneOf<int64_t>({1, 4})), guards, oneOf<uint32_t>({1, 4}));
  }

  /// A loop whose end may change in each round, and is small in that of the access.
  void addOpenLoop() {
    bits = 8;
    kernel.shape = {{4, 1, 1}, {2, 1, 1}};
    const int64_t most = oneIn(2) ? 127 : pick(20, 60);
    const Value end = kernel.opaque(++opaques, pick(0, 20), most, oneIn(2) ? 0 : -1, bits);
    const Value i = kernel.recurrence(index(0), number(pick(8, 60)), 0);
    kernel.access(abi::FormWrites, pick(0, 2), kernel.element(i, 1),
                  {kernel.guard(i, Relation::SignedLess, end, true),
                   kernel.guard(end, Relation::SignedLess, number(pick(10, 60)))},
                  1);
  }

  Value coordinate() {
    if (opaques < 2 && oneIn(9))
      return oneIn(2) ? opaque()
                      : kernel.add(kernel.multiply(index(0), number(pick(1, 4))), opaque());
    switch (pick(0, 12)) {
    case 0:
      return reg(pick(0, 5));
    case 1:
      return kernel.add(kernel.multiply(index(1), number(pick(1, 20))), index(0));
    case 2:
      return kernel.add(kernel.multiply(reg(pick(0, 5)), number(pick(1, 20))), reg(pick(0, 5)));
    case 3:
    case 4:
      return kernel.recurrence(oneIn(4) ? small() : index(0), step(), pick(0, 1));
    case 5:
      return kernel.add(kernel.multiply(index(0), number(pick(1, 8))),
                        kernel.recurrence(small(), oneIn(2) ? number(1) : step(), 0));
    case 6:
      return kernel.subtract(number(pick(0, 40)), coordinate());
    case 7:
      return kernel.binary(
          oneOf({Kind::SignedMin, Kind::SignedMax, Kind::UnsignedMin, Kind::UnsignedMax,
                 Kind::Divide, Kind::SignedDivide, Kind::SignedRemainder}),
          coordinate(), oneIn(3) ? index(1) : number(pick(1, 30)));
    case 8:
      return rowAndColumn(oneIn(3) ? coordinate() : index(0));
    case 9:
      return kernel.cast(Kind::ZeroExtend,
                         kernel.cast(Kind::Truncate, coordinate(), uint8_t(pick(1, 5))), bits);
    default:
      return index(oneIn(5));
    }
  }
  /// A number as one of a matrix, and of another with rows of another length.
  Value rowAndColumn(Value value) {
    const Value columns = number(pick(1, 8));
    const bool isSigned = oneIn(2);
    const Value row = kernel.binary(isSigned ? Kind::SignedDivide : Kind::Divide, value, columns);
    const Value column = isSigned ? kernel.binary(Kind::SignedRemainder, value, columns)
                                  : kernel.subtract(value, kernel.multiply(row, columns));
    const Value length = oneIn(2) ? columns : number(pick(1, 9));
    if (oneIn(4))
      return oneIn(2) ? row : column;
    return oneIn(4) ? kernel.add(kernel.multiply(column, length), row)
                    : kernel.add(kernel.multiply(row, length), column);
  }
  Value step() {
    return oneIn(2) ? kernel.multiply(reg(6), reg(9)) : number(oneOf<int64_t>({1, 2, 7, -1, -6}));
  }

  abi::GuardInfo guard(Value value) {
    const Relation relation =
        oneOf({Relation::SignedLess, Relation::SignedLess, Relation::UnsignedLess,
               Relation::SignedLessEqual, Relation::UnsignedLessEqual, Relation::Equal,
               Relation::NotEqual});
    const Value end = oneIn(8)                  ? coordinate()
                      : opaques < 2 && oneIn(8) ? opaque()
                                                : number(int64_t(pick(0, bits == 8 ? 255 : 60)));
    const bool isSwapped = oneIn(5);
    abi::GuardInfo made = kernel.guard(isSwapped ? end : value, relation, isSwapped ? value : end);
    if (oneIn(2) && isEnd(value, end))
      made.relation = Relation(uint32_t(relation) | abi::GuardEveryRound);
    return made;
  }
  /// Of a loop: a number, or the round of the loop around it.
  bool isEnd(Value value, Value end) {
    const bool isOuter = kernel.row(end).kind == Kind::Recurrence && kernel.row(end).value == 0 &&
                         kernel.row(value).value == 1;
    return kernel.row(value).kind == Kind::Recurrence &&
           (isOuter || kernel.row(end).kind == Kind::Opaque ||
            abi::operandsOf(kernel.row(end).kind) == 0);
  }
  /// A loop in another one, whose rounds begin or end with those of that.
  void addTriangle() {
    const Value start = oneIn(2) ? small() : index(0);
    const Value outer = kernel.recurrence(start, step(), 0), one = kernel.constant(1, bits);
    const bool isBelow = oneIn(2);
    const Value inner = kernel.recurrence(isBelow    ? small()
                                          : oneIn(3) ? kernel.add(outer, 1)
                                                     : outer,
                                          one, 1);
    const Value end = number(pick(1, 12));
    const Guards guards = {kernel.guard(inner, Relation::SignedLess, isBelow ? outer : end, true),
                           kernel.guard(outer, Relation::SignedLess, number(pick(1, 12)), true)};
    const Value row = oneIn(2) ? outer : kernel.add(outer, kernel.multiply(reg(0), end));
    const Value place = kernel.add(kernel.multiply(row, number(pick(4, 14))), inner);
    kernel.access(abi::FormWrites, pick(0, 2), kernel.element(place, oneIn(2) ? 1 : 2), guards,
                  oneIn(4) ? 2 : 1);
  }

  void addAccess() {
    const uint32_t root = pick(0, 2);
    const uint32_t flags = oneOf<uint32_t>({0, abi::FormWrites, abi::FormWrites, abi::FormAtomic});
    const Value value = previous && oneIn(2) ? *previous : coordinate();
    previous = value;
    Guards guards;
    for (uint32_t count = pick(0, 3); count; --count)
      guards.push_back(guard(oneIn(2) ? value : oneIn(2) ? index(pick(0, 1)) : reg(pick(0, 5))));
    if (oneIn(20))
      return kernel.access(flags, root, test::KernelTables::Anywhere, guards);
    const Value shifted = oneIn(3) ? kernel.add(value, small()) : value;
    const uint32_t bytes = oneOf<uint32_t>({1, 2, 4});
    const int64_t size = oneIn(8) ? pick(1, 8) : bytes;
    kernel.access(flags, root,
                  kernel.element(shifted, size, oneIn(4) ? pick(0, 4) : 0,
                                 oneIn(3) ? Kind::ZeroExtend : Kind::SignExtend),
                  guards, bytes);
  }

  /// Up to two lists with a counter each or one for both, which may be in the list.
  void addWorkList() {
    if (oneIn(2))
      kernel.forms.clear();
    kernel.allocate(Third, 16);
    const uint32_t counter = oneIn(6) ? 0 : kernel.root(Third);
    for (uint32_t ticket = 1, last = pick(1, 2); ticket <= last; ++ticket) {
      kernel.draw(ticket, counter, kernel.constant(oneIn(4) ? 4 : 0, 64), pick(1, 3));
      for (uint32_t appends = pick(1, 2); appends; --appends)
        kernel.access(abi::FormFollowsDraw | (oneIn(3) ? 0 : abi::FormWrites), pick(0, 2),
                      kernel.element(kernel.ticket(ticket), oneOf<int64_t>({1, 2, 4, 8}),
                                     oneIn(2) ? 0 : pick(0, 12)),
                      {}, oneOf<uint32_t>({1, 2, 4}));
    }
    if (oneIn(8))
      kernel.write(counter, kernel.constant(pick(0, 4), 64));
  }

  std::mt19937_64 random;
  uint8_t bits;
  std::optional<Value> previous; ///< of the last access
  std::optional<Value> lastChosen;
  uint32_t opaques = 0;
};

TEST(Enumeration, FindsWhatConflicts) {
  test::KernelTables kernel;
  kernel.shape.block = {4, 1, 1};
  kernel.allocate(0x1000, 64);
  const uint32_t root = kernel.root(0x1000);
  kernel.write(root, kernel.element(kernel.index()));
  EXPECT_FALSE(test::Enumeration(kernel).hasConflict(1));
  kernel.read(root, kernel.element(kernel.add(kernel.index(), 1)));
  EXPECT_TRUE(test::Enumeration(kernel).hasConflict(1));
  EXPECT_FALSE(test::Enumeration(kernel).hasConflict(2));
}

/// Resolved is never racy. The other way round is a matter of taste, but some have to
/// be resolved, with writes and with loops.
TEST(Enumeration, NothingResolvedConflicts) {
  unsigned written = 0, looping = 0, listing = 0, nested = 0, opaque = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    const RandomKernel made(seed);
    const uint64_t resolved = made.kernel.resolved();
    uint64_t writing = 0, accessed = 0;
    for (const abi::FormInfo &form : made.kernel.forms) {
      accessed |= uint64_t(1) << form.root;
      writing |= uint64_t(form.flags != 0) << form.root;
    }
    if (!(resolved & accessed))
      continue;
    const bool isWritten = resolved & writing;
    written += isWritten;
    looping += isWritten && made.hasLoop();
    nested += isWritten && made.isNested();
    opaque += isWritten && made.hasOpaque();
    listing += isWritten && made.resolvesList(resolved);
    ASSERT_FALSE(test::Enumeration(made.kernel).hasConflict(resolved)) << seed;
  }
  EXPECT_GT(written, 1000u);
  EXPECT_GT(looping, 100u);
  EXPECT_GT(listing, 100u);
  EXPECT_GT(nested, 20u);
  EXPECT_GT(opaque, 100u);
}

} // namespace
} // namespace warpsan::resolve
