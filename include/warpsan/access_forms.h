//===- access_forms.h - What a kernel accesses, for its launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of the module's blob (module_info.h) that let the host see, with the
// numbers of a launch, which accesses cannot race: where the pointers of a kernel
// come from (roots), at which bytes behind them it accesses memory (terms), and
// what holds there (guards).
//===----------------------------------------------------------------------===//
#pragma once

#include <stdint.h> // freestanding

namespace warpsan::abi {

enum class RootKind : uint32_t {
  Parameter, ///< a pointer handed to the kernel
  Variable,  ///< a variable of the unit in global memory
};

/// Where a pointer comes from. A kernel has at most MaxRoots; what is accessed by
/// others has no root. Reads without root are reads, anywhere, of all roots that are
/// written; writes are KernelOpenStores.
struct RootInfo {
  RootKind kind;
  uint32_t index;  ///< of the parameter, or of the unit's GlobalInfo
  uint32_t offset; ///< bytes in the parameter, which may be a struct by value
};
static_assert(sizeof(RootInfo) == 12);
inline constexpr uint32_t MaxRoots = 63;

enum class TermKind : uint8_t {
  Constant,        ///< `value`
  Parameter,       ///< `bits` from byte `right` of parameter `left`
  Register,        ///< LaunchRegister `left`
  Add,             ///< left + right
  Multiply,        ///< left * right
  Divide,          ///< left / right, unsigned
  SignExtend,      ///< of `left`
  ZeroExtend,      ///< of `left`
  Truncate,        ///< of `left`
  SignedMin,       ///< of left and right
  SignedMax,       ///< of left and right
  UnsignedMin,     ///< of left and right
  UnsignedMax,     ///< of left and right
  Recurrence,      ///< left + right * k in round k = 0, 1, ... of loop `value`
  SignedDivide,    ///< left / right, towards 0
  SignedRemainder, ///< what that leaves, with the sign of left
  Ticket,          ///< what draw `left` of the kernel gave back (FormInfo::flags)
  Opaque,          ///< value `number` of the kernel: left <= it <= right, as signed numbers
};

/// How many of `left` and `right` are rows of terms.
constexpr unsigned operandsOf(TermKind kind) {
  if (kind <= TermKind::Register || kind == TermKind::Ticket)
    return 0;
  return kind >= TermKind::SignExtend && kind <= TermKind::Truncate ? 1 : 2;
}

enum class LaunchRegister : uint32_t {
  ThreadX, ///< threadIdx.x
  ThreadY,
  ThreadZ,
  BlockX, ///< blockIdx.x
  BlockY,
  BlockZ,
  ThreadsX, ///< blockDim.x
  ThreadsY,
  ThreadsZ,
  BlocksX, ///< gridDim.x
  BlocksY,
  BlocksZ,
  Count
};

enum TermFlags : uint16_t {
  /// Of an opaque value: it changes no more, and all threads of the block have it.
  TermOfBlock = 1u << 0,
};

/// A value of one thread, modulo 2^bits. Operands are rows of the unit's table, and
/// stand before what uses them.
///
/// An opaque value is one that the host cannot tell, as what a load gives. For an access it
/// is one number, wherever its term and guards name it, and it stays that while loops run
/// of greater numbers than `value` (-1: all loops). In other rounds, for other threads and
/// for other accesses, even of the same thread, it may be another one.
struct TermInfo {
  TermKind kind;
  uint8_t bits;   ///< 1 .. 64
  uint16_t flags; ///< TermFlags
  uint32_t left;
  uint32_t right;
  uint32_t number;
  int64_t value;
};
static_assert(sizeof(TermInfo) == 24);
inline constexpr uint32_t NoTerm = 0xffffffffu;

enum class GuardRelation : uint32_t {
  Equal,
  NotEqual,
  SignedLess,
  SignedLessEqual, ///< left < right, left <= right
  UnsignedLess,
  UnsignedLessEqual,
};

/// left relation right, of terms of equal width, holds wherever the access happens.
struct GuardInfo {
  uint32_t left;
  uint32_t right;
  GuardRelation relation; ///< perhaps with GuardEveryRound
};
static_assert(sizeof(GuardInfo) == 12);

/// Added to GuardInfo::relation: it held in the earlier rounds, too, since the innermost
/// loop of its recurrences was entered (its edge dominates the latches). Only then a
/// recurrence of less than 64 bits, or one that is compared, surely has not wrapped. Loops
/// within others have greater numbers than those.
inline constexpr uint32_t GuardEveryRound = 1u << 8;

constexpr GuardRelation relationOf(const GuardInfo &guard) {
  return GuardRelation(uint32_t(guard.relation) & ~GuardEveryRound);
}
constexpr bool holdsInEveryRound(const GuardInfo &guard) {
  return uint32_t(guard.relation) & GuardEveryRound;
}

enum FormFlags : uint32_t {
  FormWrites = 1u << 0, ///< or may
  FormAtomic = 1u << 1,
  FormWide = 1u << 2, ///< atomic of device or system scope: does not race with others of its size
  /// Happens behind each draw of a ticket that `term` is made of.
  FormFollowsDraw = 1u << 3,
  /// A draw that each thread makes once at the most.
  FormDrawsOnce = 1u << 4,
};

/// And in FormInfo::flags of an atomic addition of device scope: the number of the
/// tickets that it draws, from 1 on, and by how much the counter grows. Such tickets
/// are different as long as nothing else writes to the counter and it does not wrap.
inline constexpr uint32_t FormDrawShift = 5;
inline constexpr uint32_t FormAmountShift = 16;
inline constexpr uint32_t MaxTickets = (1u << (FormAmountShift - FormDrawShift)) - 1;
inline constexpr uint32_t MaxTicketAmount = (1u << (32 - FormAmountShift)) - 1;

constexpr uint32_t drawFlags(uint32_t ticket, uint32_t amount) {
  return ticket << FormDrawShift | amount << FormAmountShift;
}
constexpr uint32_t ticketOf(uint32_t formFlags) { return formFlags >> FormDrawShift & MaxTickets; }
constexpr uint32_t amountOf(uint32_t formFlags) { return formFlags >> FormAmountShift; }

/// One access of a kernel to memory behind a root. Equal ones are one.
struct FormInfo {
  uint32_t root;      ///< index among those of the kernel
  uint32_t term;      ///< bytes from the root's pointer, 64 bits; NoTerm: anywhere in its object
  uint32_t bytes;     ///< accessed; 0: only known at run time, `term` is NoTerm
  uint32_t flags;     ///< FormFlags
  uint32_t guardList; ///< index into the unit's GuardInfo rows of its first
  uint32_t guardCount;
  uint64_t intervals = 0; ///< bit i: may run in barrier interval i of the kernel; 0: not known
};
static_assert(sizeof(FormInfo) == 32);

/// The parts of a kernel between two of its block barriers that forms can name.
inline constexpr unsigned MaxIntervals = 64;

/// Whether two threads of a block may be at the two at the same time.
constexpr bool shareInterval(uint64_t left, uint64_t right) {
  return !left || !right || (left & right);
}

} // namespace warpsan::abi
