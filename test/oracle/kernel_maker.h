//===- kernel_maker.h - What makes random kernels --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of kernel_generator.cpp and kernel_algorithms.cpp alone.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/kernel.h"
#include "test/oracle/random.h"
#include <utility>

namespace warpsan::oracle {

using List = std::vector<Statement>;

inline Expression constant(uint32_t number) { return {Operator::Constant, number, {}}; }
inline Expression local(uint32_t number) { return {Operator::Local, number, {}}; }

template <typename... Operands>
Expression term(Operator op, Operands... operands) {
  return {op, 0, std::vector<Expression>{std::move(operands)...}};
}

/// How threads share an array until the next barrier.
struct Use {
  enum Rule : uint8_t { Owned, ReadOnly, Atomic, Single };
  Rule rule = Owned;
  Expression place;   ///< element of the thread, of what is owned
  uint32_t owner = 0; ///< thread, of a single one
};

class KernelMaker {
public:
  KernelMaker(Random &source, const Shape &shape) : random(source) { kernel.shape = shape; }
  Kernel make();

private:
  // What there is.
  void addArray();
  uint32_t addLocal() { return kernel.locals++; }
  uint32_t anyArray() { return random.below(kernel.arrays.size()); }
  uint32_t threads() const { return kernel.shape.threads(); }
  bool isAcrossBlocks(const Array &array) const {
    return !array.isShared() && kernel.shape.grid.x > 1;
  }

  // Expressions.
  Operator add() { return random.oneIn(3) ? Operator::SignedAdd : Operator::Add; }
  Operator multiply() { return random.oneIn(3) ? Operator::SignedMultiply : Operator::Multiply; }
  Expression thread();
  Expression small() { return constant(random.below(9)); }
  Expression leaf();
  Expression any(uint32_t depth);
  Expression anyIndex(const Array &array);
  Expression ownPlace(const Array &array);
  Expression ownPlaceInBlock();
  Expression sameForBlock();
  Expression condition(bool isUniform);

  // Statements.
  Statement statement(Statement::Type type) {
    Statement result;
    result.type = type;
    result.number = kernel.statements++;
    return result;
  }
  Statement set(uint32_t variable, Expression value);
  Statement read(uint32_t array, Expression index);
  Statement write(uint32_t array, Expression index, Expression value);
  Statement atomic(uint32_t array, Expression index);
  Statement branch(Expression condition, List body);
  Statement loop(uint32_t variable, Expression first, Expression condition, Expression next,
                 List body);
  void aim(Statement &access, uint32_t array, Expression index);

  void startPhase();
  void choose(Use &use, const Array &array);
  void putBarrier(List &list, uint32_t missing);
  void putAccess(List &list);
  void putStray(List &list);
  void putOwned(List &list, uint32_t array, const Expression &place);
  void putBranch(List &list, bool isUniform);
  void putLoop(List &list, bool isUniform);
  Expression jumpFrom(const Expression &from);
  void putStrided(List &list);
  void putDependent(List &list);
  void putAny(List &list, bool isUniform);
  List makeList(uint32_t count, bool isUniform);

  // Shapes of known algorithms.
  void putTree(List &list);
  List treeLevel(uint32_t array, Expression far, Expression isActive, Expression place);
  void putScan(List &list);
  void putStencil(List &list);
  Expression placeOfTicket(const Expression &ticket);
  void putTicket(List &list);
  void putSharedWord(List &list);
  void putPolling(List &list);

  Random &random;
  Kernel kernel;
  std::vector<Use> uses;         ///< of each array
  std::vector<uint32_t> uniform; ///< locals that are the same for all threads of a block
  std::vector<uint32_t> varying; ///< others
  uint32_t depth = 0;
  uint32_t loops = 0; ///< around
};

} // namespace warpsan::oracle
