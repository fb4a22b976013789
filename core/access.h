//===- access.h - One access as the detector sees it -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/target.h"
#include "warpsan/abi.h"
#include "warpsan/access_forms.h"

namespace warpsan {

using abi::AccessKind;
using abi::Relation;
using abi::Scope;

/// Column of the state machine. Atomic store and read-modify-write conflict
/// with the same accesses, and cluster scope is judged as block scope (a
/// cluster kernel is not analysed), so eight kinds of access give six columns.
enum class AccessClass : uint8_t {
  Read,
  Write,
  LoadBlock,
  LoadDevice,
  UpdateBlock,
  UpdateDevice,
  // Histories alone tell these from a read and a write: volatile accesses of which
  // the first polls.
  VolatilePoll,
  VolatileWrite,
};
inline constexpr unsigned AccessClassCount = 6; ///< columns
inline constexpr unsigned HistoryClassCount = 8;

/// Device and system scope include every thread of one grid.
WARPSAN_HD constexpr AccessClass classify(AccessKind kind, Scope scope) {
  const bool wide = scope == Scope::Device || scope == Scope::System;
  switch (kind) {
  case AccessKind::Read:
    return AccessClass::Read;
  case AccessKind::Write:
    return AccessClass::Write;
  case AccessKind::AtomicLoad:
    return wide ? AccessClass::LoadDevice : AccessClass::LoadBlock;
  case AccessKind::AtomicStore:
  case AccessKind::AtomicRmw:
    return wide ? AccessClass::UpdateDevice : AccessClass::UpdateBlock;
  }
  return AccessClass::Write;
}

WARPSAN_HD constexpr bool mayWrite(AccessClass kind) {
  return kind != AccessClass::Read && kind != AccessClass::LoadBlock &&
         kind != AccessClass::LoadDevice && kind != AccessClass::VolatilePoll;
}

/// Strongest barrier that lies between the remembered access and this one.
/// Group: a warp barrier of a part of the warp (a partial mask).
enum class Order : uint8_t { None, Group, Warp, Block };

/// Static facts handed to the `access` entry point.
enum AccessFlags : uint32_t {
  AccessShared = 1u << 0,         ///< surely shared memory
  AccessGlobal = 1u << 1,         ///< surely global memory
  AccessHasValue = 1u << 2,       ///< `value` holds what is stored
  AccessAligned = 1u << 3,        ///< address is a multiple of min(size, 16), size a power of two
  AccessIfOutsideShape = 1u << 4, ///< proved for blocks within KernelInfo::provedBlock
  AccessMayOrder = 1u << 5,       ///< a kernel that runs this code may need LaunchOrdered
  AccessVolatile = 1u << 6,       ///< and policy `auto`
  AccessPoll = 1u << 7,           ///< volatile, and a loop ends on what it reads
};

/// In AccessFlags: the only root of the address, counted from 1, or 0.
inline constexpr unsigned AccessRootShift = 8;
inline constexpr unsigned AccessRootBits = 6;
static_assert(abi::MaxRoots < 1u << AccessRootBits);
WARPSAN_HD constexpr uint32_t rootOf(uint32_t flags) {
  return flags >> AccessRootShift & ((1u << AccessRootBits) - 1);
}
/// In AccessFlags: lanes likely access neighbours, of 4, 8 or 16 bytes. Only these checks
/// look whether the warp does so.
inline constexpr uint32_t AccessInRow = 1u << (AccessRootShift + AccessRootBits);
/// In AccessFlags: the same code has such checks, so if a launch has cells of lines, the
/// check asks them on a quick path. Without it the slow path does.
inline constexpr uint32_t AccessWithLines = AccessInRow << 1;
/// In AccessFlags: a plain read of whole words of global memory, likely of the same ones by all
/// lanes of a warp.
inline constexpr uint32_t AccessUniform = AccessWithLines << 1;

// What is known of an access when it is compiled, in one word: a check that is a call
// then has few arguments, which ptxas takes long over.
//
//  63      47 46  44 43     32 31                   0
//  +---------+------+---------+----------------------+
//  | flags 17| kind |  size 12|       site 32        |
//  +---------+------+---------+----------------------+

struct PackedAccess {
  uint32_t site;
  uint64_t size;
  uint32_t kind;  ///< AccessClass
  uint32_t flags; ///< AccessFlags and root
};

inline constexpr unsigned PackedSizeBits = 12;
inline constexpr unsigned PackedKindBits = 3;
inline constexpr unsigned PackedFlagsShift = 32 + PackedSizeBits + PackedKindBits;
static_assert(HistoryClassCount <= 1u << PackedKindBits);
static_assert(AccessUniform < uint64_t(1) << (64 - PackedFlagsShift));

/// Others have more bytes than the word can tell.
WARPSAN_HD constexpr bool isPackable(uint64_t size) { return size >> PackedSizeBits == 0; }

WARPSAN_HD constexpr uint64_t packAccess(const PackedAccess &access) {
  uint64_t word = access.flags;
  word = word << PackedKindBits | access.kind;
  word = word << PackedSizeBits | access.size;
  return word << 32 | access.site;
}

WARPSAN_HD constexpr PackedAccess unpackAccess(uint64_t word) {
  PackedAccess access{};
  access.site = uint32_t(word);
  word >>= 32;
  access.size = word & ((1u << PackedSizeBits) - 1);
  word >>= PackedSizeBits;
  access.kind = uint32_t(word & ((1u << PackedKindBits) - 1));
  access.flags = uint32_t(word >> PackedKindBits);
  return access;
}

/// Whether the quick path may decide: whole words, or a part of one.
WARPSAN_HD constexpr bool isOfFewWords(uint64_t size, uint32_t flags) {
  return (flags & AccessAligned) && size <= 16;
}

/// All that the quick path asks but the site.
WARPSAN_HD constexpr uint64_t quickFacts(uint64_t packed) {
  PackedAccess access = unpackAccess(packed);
  access.site = 0;
  access.flags &= AccessShared | AccessGlobal | AccessAligned | AccessUniform;
  return packAccess(access);
}

} // namespace warpsan
