//===- kernel.h - A small kernel with arithmetic ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a Program lists what each thread does, a Kernel is code: addresses and
// conditions are expressions, so that proofs have something to reason about.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/program.h"
#include <cstdint>
#include <string>
#include <vector>

namespace warpsan::oracle {

enum class Operator : uint8_t {
#define ORACLE_OPERATOR(Name, Operands, Value, IsDefined) Name,
#include "test/oracle/operators.def"
  Constant,  ///< `number`
  Local,     ///< variable `number`
  Parameter, ///< of the kernel, `number`
};

struct Expression {
  Operator op = Operator::Constant;
  uint32_t number = 0;
  std::vector<Expression> operands;
};

struct Array {
  enum Space : uint8_t {
    Shared,
    Unsized,   ///< shared; the launch gives its size, and all of a kernel start at one place
    Parameter, ///< global, by a pointer from the host
    Variable,  ///< global
  };
  Space space;
  uint32_t bytes; ///< of an element
  uint32_t count; ///< of elements

  bool isShared() const { return space == Shared || space == Unsized; }
};

struct Statement {
  enum Type : uint8_t {
    Set,    ///< `local` to `value`
    Read,   ///< to `local`
    Write,  ///< `value`
    Atomic, ///< adds `value`
    AtomicOfBlock,
    Strong, ///< of that kind: a load, store or addition of `value`
    If,     ///< `body`, else `otherwise`
    Loop,   ///< sets `local` to `index`, while `condition` runs `body` and sets it to `value`
    Barrier,
    WarpBarrier,
    Break,
    Return,
  };
  Type type = Barrier;
  Kind kind = Kind::Count;
  uint32_t number = 0; ///< of the statement; sites of accesses
  uint32_t local = 0;
  uint32_t array = 0;
  uint32_t otherArray = 0; ///< where it goes if `isOther`
  uint32_t bytes = 0;      ///< of the access
  bool isSigned = false;   ///< the index, before it is widened
  Expression isOther;
  Expression index, condition, value;
  std::vector<Statement> body, otherwise;
};

/// As CUDA has it.
struct Index {
  uint32_t x = 0, y = 0;
};

struct Shape {
  Index grid, block;

  uint32_t threads() const { return block.x * block.y; }
};

struct Kernel {
  Shape shape;
  std::vector<Array> arrays;
  std::vector<uint32_t> parameters; ///< their values
  uint32_t locals = 0;
  uint64_t contents = 0; ///< seed of what memory holds at the start, or 0 for zeros
  std::vector<Statement> body;
  uint32_t statements = 0; ///< numbers that are in use
};

} // namespace warpsan::oracle
