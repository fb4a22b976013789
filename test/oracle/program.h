//===- program.h - A small kernel as data ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the interpreting kernel runs: a list of operations for each thread. The
// same structures on both sides, so nothing of the standard library here.
//===----------------------------------------------------------------------===//
#pragma once
#include <stdint.h>

namespace warpsan::oracle {

enum class Form : uint8_t { Read, Write, Load, Store, Add, Reduce, Poll, Take };
enum class Order : uint8_t { Weak, Relaxed, Acquire, Release, Both };
enum class Scope : uint8_t { None, Block, Device, System };

enum class Kind : uint8_t {
#define ORACLE_KIND(Name, Form, Type, Order, Scope, Ptx) Name,
#include "test/oracle/kinds.def"
  Count
};

struct KindInfo {
  const char *name;
  Form form;
  uint8_t bytes;
  Order order;
  Scope scope;
};

inline constexpr KindInfo Kinds[] = {
#define ORACLE_KIND(Name, Form_, Type, Order_, Scope_, Ptx)                                        \
  {#Name, Form::Form_, sizeof(Type), Order::Order_, Scope::Scope_},
#include "test/oracle/kinds.def"
};

enum class Act : uint8_t {
  Access,
  Fence,        ///< sequentially consistent
  WeakFence,    ///< acquire and release
  BlockBarrier, ///< of all threads of the block
  WarpBarrier,  ///< of the lanes in `mask`
  NamedSync,    ///< barrier `number` of `count` threads
  NamedArrive,
};

struct Operation {
  Act act;
  Scope scope;    ///< of a fence
  uint16_t site;  ///< of an access: line in sites.def
  uint16_t group; ///< operations of several threads that belong together
  bool isShared;  ///< in shared memory
  uint32_t offset;
  uint32_t mask;
  uint32_t number;
  uint32_t count;
  uint64_t value; ///< to store or to add, or to wait for
};

inline constexpr uint32_t MemoryBytes = 128; ///< of each space

/// What happened, one row after the other.
struct Note {
  uint32_t thread;    ///< in the grid
  uint32_t operation; ///< of the thread
  bool leaves;        ///< a barrier; else: arrives, or did it
  bool stuck;         ///< gave up waiting
  bool fails;         ///< a compare-and-swap that found another value
  bool isRepeated;    ///< nothing that the note of the same operation before does not say
  /// Ticks of a clock: the detector heard of it and was done with it between.
  uint32_t began;
  uint32_t ended;
};

} // namespace warpsan::oracle
