//===- KernelTables.h - The accesses of a kernel, for tests -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/Decision.h"
#include <map>

namespace warpsan::test {

/// Tables of a kernel as the pass makes them, and a launch of it. Values are rows of
/// terms.
class KernelTables {
public:
  struct Value {
    uint32_t row;
  };
  static constexpr Value Anywhere{abi::NoTerm};
  using Kind = abi::TermKind;
  using Relation = abi::GuardRelation;

  Value constant(int64_t value, uint8_t bits = 32) {
    return term({Kind::Constant, bits, 0, 0, 0, 0, value});
  }
  Value reg(abi::LaunchRegister which) {
    return term({Kind::Register, 32, 0, uint32_t(which), 0, 0, 0});
  }
  /// A number handed to the kernel.
  Value parameter(uint64_t value, uint8_t bits = 32) {
    arguments.push_back(value);
    return term({Kind::Parameter, bits, 0, uint32_t(arguments.size() - 1), 0, 0, 0});
  }
  Value binary(Kind kind, Value left, Value right) {
    return term({kind, width(left), 0, left.row, right.row, 0, 0});
  }
  Value add(Value left, Value right) { return binary(Kind::Add, left, right); }
  Value add(Value left, int64_t right) { return add(left, constant(right, width(left))); }
  Value multiply(Value left, Value right) { return binary(Kind::Multiply, left, right); }
  Value multiply(Value left, int64_t right) { return multiply(left, constant(right, width(left))); }
  Value subtract(Value left, Value right) { return add(left, multiply(right, int64_t(-1))); }
  Value cast(Kind kind, Value value, uint8_t bits) {
    return term({kind, bits, 0, value.row, 0, 0, 0});
  }
  /// What draw number `ticket` gave back.
  Value ticket(uint32_t number, uint8_t bits = 32) {
    return term({Kind::Ticket, bits, 0, number, 0, 0, 0});
  }
  /// From `least` to `most`, computed anew in each round of the loop.
  Value opaque(uint32_t number, int64_t least, int64_t most, int64_t loop = -1, uint8_t bits = 32) {
    const Value first = constant(least, bits), last = constant(most, bits);
    return term({Kind::Opaque, bits, 0, first.row, last.row, number, loop});
  }
  Value opaqueOfBlock(uint32_t number, int64_t least, int64_t most, uint8_t bits = 32) {
    const Value made = opaque(number, least, most, -1, bits);
    row(made).flags = abi::TermOfBlock;
    return made;
  }
  Value recurrence(Value start, Value step, int64_t loop) {
    return term({Kind::Recurrence, width(start), 0, start.row, step.row, 0, loop});
  }
  /// blockIdx * blockDim + threadIdx, of 32 bits.
  Value index(unsigned axis = 0) {
    using abi::LaunchRegister;
    const auto of = [&](LaunchRegister first) {
      return reg(LaunchRegister(uint32_t(first) + axis));
    };
    return add(multiply(of(LaunchRegister::BlockX), of(LaunchRegister::ThreadsX)),
               of(LaunchRegister::ThreadX));
  }
  Value stride() {
    return multiply(reg(abi::LaunchRegister::BlocksX), reg(abi::LaunchRegister::ThreadsX));
  }
  /// Bytes from the base of an array: element `value` of `size` bytes and `member` more.
  Value element(Value value, int64_t size = 4, int64_t member = 0, Kind extend = Kind::SignExtend) {
    const Value wide = width(value) == 64 ? value : cast(extend, value, 64);
    const Value offset = multiply(wide, size);
    return member ? add(offset, member) : offset;
  }

  uint8_t width(Value value) const { return terms[value.row].bits; }
  abi::TermInfo &row(Value value) { return terms[value.row]; }
  const abi::TermInfo &row(Value value) const { return terms[value.row]; }

  abi::GuardInfo guard(Value left, Relation relation, Value right, bool everyRound = false) {
    const uint32_t flag = everyRound ? abi::GuardEveryRound : 0;
    return {left.row, right.row, Relation(uint32_t(relation) | flag)};
  }
  abi::GuardInfo less(Value left, Value right) { return guard(left, Relation::SignedLess, right); }

  /// A pointer handed to the kernel.
  uint32_t root(uint64_t pointer) {
    arguments.push_back(pointer);
    roots.push_back({abi::RootKind::Parameter, uint32_t(arguments.size() - 1), 0});
    return uint32_t(roots.size() - 1);
  }
  void access(uint32_t usage, uint32_t target, Value offset, std::vector<abi::GuardInfo> where = {},
              uint32_t bytes = 4) {
    forms.push_back({target, offset.row, offset.row == abi::NoTerm ? 0 : bytes, usage,
                     uint32_t(guards.size()), uint32_t(where.size())});
    guards.insert(guards.end(), where.begin(), where.end());
  }
  /// An atomic addition of device scope.
  void draw(uint32_t number, uint32_t target, Value offset, uint32_t amount = 1) {
    access(abi::FormWrites | abi::FormAtomic | abi::FormWide | abi::drawFlags(number, amount),
           target, offset);
  }
  void read(uint32_t target, Value offset, std::vector<abi::GuardInfo> where = {},
            uint32_t bytes = 4) {
    access(0, target, offset, std::move(where), bytes);
  }
  void write(uint32_t target, Value offset, std::vector<abi::GuardInfo> where = {},
             uint32_t bytes = 4) {
    access(abi::FormWrites, target, offset, std::move(where), bytes);
  }

  void allocate(uint64_t base, uint64_t bytes, bool isAliasable = false) {
    allocations[base] = {base, bytes, isAliasable};
  }
  std::optional<resolve::Placement> locate(uint64_t address) const {
    const auto next = allocations.upper_bound(address);
    if (next == allocations.begin())
      return std::nullopt;
    const resolve::Placement &found = std::prev(next)->second;
    return address - found.base < found.bytes ? std::optional(found) : std::nullopt;
  }

  template <typename Use>
  auto with(const Use &use) const {
    std::vector<void *> pointers;
    for (const uint64_t &argument : arguments)
      pointers.push_back(const_cast<uint64_t *>(&argument));
    resolve::LaunchFacts facts;
    facts.kernelFlags = flags;
    facts.parameters = uint32_t(arguments.size());
    facts.roots = roots;
    facts.forms = forms;
    facts.terms = terms;
    facts.guards = guards;
    facts.variables = variables;
    facts.arguments = pointers.data();
    facts.shape = shape;
    facts.locate = [this](uint64_t address) { return locate(address); };
    return use(facts);
  }
  resolve::Resolution resolution() const {
    return with([](const resolve::LaunchFacts &facts) { return resolve::resolveRoots(facts); });
  }
  uint64_t resolved() const { return resolution().resolved; }
  /// Of a kernel whose regions run on copies.
  uint64_t direct() {
    flags |= abi::KernelPrivate;
    return resolution().direct;
  }

  uint32_t flags = 0;
  resolve::Shape shape;
  std::vector<uint64_t> arguments;
  std::vector<abi::RootInfo> roots;
  std::vector<abi::FormInfo> forms;
  std::vector<abi::TermInfo> terms;
  std::vector<abi::GuardInfo> guards;
  std::vector<uint64_t> variables;
  std::map<uint64_t, resolve::Placement> allocations;

private:
  Value term(const abi::TermInfo &row) {
    terms.push_back(row);
    return {uint32_t(terms.size() - 1)};
  }
};

} // namespace warpsan::test
