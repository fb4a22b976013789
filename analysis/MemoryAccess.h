//===- MemoryAccess.h - Every memory access as a value ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects what the instructions of a function read and write: loads, stores,
// atomics, memory intrinsics and decoded inline assembly. Nothing after this
// needs to look at the kind of instruction again.
//===----------------------------------------------------------------------===//
#pragma once

#include "warpsan/abi.h"
#include "warpsan/module_info.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
class Value;
} // namespace llvm

namespace warpsan {

namespace ptx {
struct MatrixTile;
} // namespace ptx

class AsmDecoder;

/// On atomics that come from the CUDA headers: relaxed and of device scope
/// whatever order and scope the instruction names.
inline constexpr llvm::StringLiteral CudaAtomicMetadata = "warpsan.cuda";

/// What a volatile access counts as: a plain access with a mark, a relaxed
/// atomic of system scope, or a plain access.
enum class VolatileRule : uint8_t { Marked, Strong, Plain };

/// Where an access goes: base + offset.
struct AccessAddress {
  llvm::Value *base = nullptr; ///< pointer of any address space, or an integer
  int64_t offset = 0;
  bool isShared32 = false; ///< the base is an address in the shared window
};

/// The lanes of a warp make the access together: lane r < count that of line r,
/// which starts r times the stride behind the address.
struct WarpLines {
  unsigned count = 0;            ///< 0: every thread accesses for itself
  llvm::Value *stride = nullptr; ///< in elements; null: each lane gives the address of its line
  unsigned elementBytes = 0;
};

struct MemoryAccess {
  llvm::Instruction *instruction = nullptr;
  AccessAddress address;
  WarpLines lines;
  llvm::Value *length = nullptr; ///< in units of so many bytes, when only known at run time
  uint64_t lengthUnit = 1;       ///< more than 1: the length has a sign
  uint64_t size = 0;             ///< bytes otherwise
  uint64_t alignment = 1;
  abi::AccessKind kind = abi::AccessKind::Read;
  abi::Scope scope = abi::Scope::None;
  abi::Space space = abi::Space::Unknown; ///< named by the instruction itself
  abi::Reason reason = abi::Reason::None; ///< else the access is not analysed
  llvm::Value *stored = nullptr;          ///< what is written, if that is one value
  /// Of exchanges, if known: what is written, and by a compare-and-swap in place of what.
  llvm::Value *desired = nullptr, *expected = nullptr;
  uint16_t flags = 0;   ///< abi::SiteFlags
  uint8_t order = 0;    ///< abi::SyncFlags: acquire, release, lock
  bool observes = true; ///< false: an update without a result

  bool isAnalysed() const { return reason == abi::Reason::None; }
  bool isStrong() const { return scope != abi::Scope::None; }
  /// Strong, or volatile, which may be a flag: it can order other accesses.
  bool maySynchronise() const { return isStrong() || flags & abi::SiteVolatile; }
  bool reads() const {
    return kind != abi::AccessKind::Write && kind != abi::AccessKind::AtomicStore;
  }
  bool writes() const {
    return kind != abi::AccessKind::Read && kind != abi::AccessKind::AtomicLoad;
  }
};

/// Makes an access one that may take a lock: an exchange, with `expected` a
/// compare-and-swap.
void setExchange(MemoryAccess &access, llvm::Value *desired, llvm::Value *expected = nullptr);

/// Makes an access that of a tile: every lane's is one line, which for fragments
/// is a choice, since which lane touches which element is not specified. `stride`
/// is the operand of the instruction, or null if it has none.
void setTile(MemoryAccess &access, const ptx::MatrixTile &tile, llvm::Value *stride);

/// Scope of an atomic instruction or fence of LLVM.
abi::Scope scopeOf(const llvm::LLVMContext &context, uint8_t syncScope);

/// Accesses of `function` in program order. Those whose address is that of a
/// variable on the thread's own stack, seen without any analysis, are left out.
llvm::SmallVector<MemoryAccess, 0> collectAccesses(llvm::Function &function, AsmDecoder &decoder,
                                                   VolatileRule rule);

} // namespace warpsan
