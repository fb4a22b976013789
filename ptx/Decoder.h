//===- Decoder.h - Effects of PTX statements ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a statement does to memory and to the order of threads. Driven by
// opcodes.def and modifiers.def: a new instruction is a new row. Whatever the
// tables do not know is Unknown, which stands for "anything may happen".
// Section numbers are those of the PTX ISA 8.8.
//===----------------------------------------------------------------------===//
#pragma once

#include "ptx/AsmText.h"
#include "warpsan/abi.h"

namespace warpsan::ptx {

/// The part of an effect that decides which fields of Effects are meant.
enum class EffectClass : uint8_t {
  None,   ///< registers only; also branches (Effects::isBranch)
  Access, ///< access to memory, by this thread alone
  Fence,
  BlockBarrier,   ///< bar.sync, barrier.cta.*
  WarpBarrier,    ///< bar.warp.sync: orders the lanes of `mask`
  WarpCollective, ///< shfl, vote, match, ...: converges, orders nothing
  AsyncCopy,      ///< cp.async*, cp.reduce.async*
  AsyncGroup,     ///< commit and wait of copy groups
  Mbarrier,
  Cluster,        ///< see isCluster() too
  Matrix,         ///< warp-collective or asynchronous matrix access
  Surface,        ///< surface and texture accesses
  GridDependency, ///< griddepcontrol
  Prefetch,       ///< cache hints: touch no data. (discard is an Access.)
  Exit,           ///< this thread ends here; not a terminator in IR
  Trap,           ///< trap, brkpt
  Sleep,
  Unknown, ///< `reason` says why
};

/// What the statement does within its class; one list for all classes so that
/// a row of opcodes.def needs one field.
enum class Action : uint8_t {
  None,
  // Access, Matrix, Surface. Reduce also BlockBarrier.
  Load,
  Store,
  Reduce,
  LoadUniform, ///< ldu
  // BlockBarrier: Reduce, and
  Sync,
  Arrive,
  // AsyncCopy
  Copy,
  BulkCopy,
  TensorCopy,
  TensorReduce,
  // AsyncGroup: of cp.async, of bulk copies, of wgmma and tcgen05
  Commit,
  BulkCommit,
  MatrixCommit,
  GroupWait,
  BulkWait,
  MatrixWait,
  // Mbarrier: Arrive, and
  Init,
  Invalidate,
  ArriveDrop,
  ExpectTx,
  CompleteTx,
  TestWait,
  TryWait,
  CopyArrive, ///< cp.async.mbarrier.arrive: arrives when earlier copies are done
  // Cluster: Arrive, and
  Wait,
  MapAddress,
  StoreAsync,
  ReduceAsync,
  CancelAsync,
  // Matrix: Load, Store, and
  Multiply,
  Tensor,
  // Surface: Load, Store, Reduce, and
  Texture,
  // WarpCollective
  Shuffle,
  Vote,
  Match,
  Redux,
  ActiveMask,
  Elect,
  // GridDependency: Wait, and
  LaunchDependents,
  // None
  Branch,
};

/// State space of an address (5.1).
enum class StateSpace : uint8_t { Generic, Global, Shared, SharedCluster, Local, Const, Param };

/// Memory order of an access or mbarrier operation (8.4). Volatile and Mmio are
/// strong like Relaxed, with scope System. If a statement has two (`.mmio.acquire`)
/// the later one of this list counts. A volatile access keeps AccessKind Read or
/// Write; all other strong ones are atomic kinds.
enum class Sem : uint8_t { Weak, Volatile, Relaxed, Mmio, Acquire, Release, AcqRel };

enum class FenceKind : uint8_t {
  Sc, ///< fence.sc, membar
  AcqRel,
  Acquire,
  Release,
  Proxy,        ///< orders proxies (8.6); not the memory of other threads
  MbarrierInit, ///< fence.mbarrier_init.release.cluster
};

/// Index in Statement::operands.
using OperandRef = std::optional<unsigned>;

/// Element type as written: `.s32`, `.bf16x2`.
struct ScalarType {
  enum class Base : uint8_t { Bits, Signed, Unsigned, Float, BFloat, Predicate };
  Base base = Base::Bits;
  uint16_t bits = 0;  ///< of one element of a packed type
  uint8_t packed = 1; ///< 2 for x2

  unsigned bytes() const { return bits * packed / 8; }
};

/// One statement's effect. Fields outside the class keep their defaults.
struct Effects {
  EffectClass effect = EffectClass::Unknown;
  Action action = Action::None;
  bool isBranch = false;     ///< bra, brx: a None with a target
  bool isPredicated = false; ///< the statement has `@p`: may not happen
  std::string reason;        ///< Unknown only
  unsigned minimumSm = 0;    ///< oldest architecture that has the instruction

  // Access; `scope` and `sem` also Fence (scope), Mbarrier, Cluster, AsyncCopy.
  abi::AccessKind access = abi::AccessKind::Read;
  abi::Scope scope = abi::Scope::None; ///< None for weak accesses
  Sem sem = Sem::Weak;
  StateSpace space = StateSpace::Generic;
  unsigned elementBytes = 0;              ///< one unit of atomicity: 2 for `.f16x2`
  unsigned elementCount = 1;              ///< vector width times packing
  bool nonCoherent = false;               ///< `.nc`, ldu: outside the memory model
  bool hasResult = false;                 ///< writes a register; false for red, `atom _`
  llvm::StringRef operation;              ///< atomics, reductions: "add", "cas", ... (static)
  llvm::SmallVector<ScalarType, 2> types; ///< in text order, for every class
  unsigned vectorWidth = 1;               ///< `.v2` ...

  OperandRef result;
  OperandRef address; ///< Access, Mbarrier, Matrix, Surface; destination of copies
  OperandRef data;    ///< value stored or combined; swap value of a cas
  OperandRef compare; ///< cas only
  OperandRef size;    ///< bytes known at run time: st.bulk, copies (written part)

  // Fence
  FenceKind fence = FenceKind::Sc;
  bool restricted = false; ///< `.sync_restrict`: covers shared memory only

  // BlockBarrier
  OperandRef barrier; ///< absent: barrier 0
  OperandRef count;   ///< threads; absent: all of the block. Mbarrier: arrivals or
                      ///< bytes. AsyncGroup: groups that may stay pending.
                      ///< Matrix: elements from one line to the next.

  // WarpBarrier, WarpCollective; absent: the active lanes (old forms)
  OperandRef mask;

  // AsyncCopy; `address`, `space`, `size` describe the destination
  OperandRef source;
  StateSpace sourceSpace = StateSpace::Generic;
  OperandRef sourceSize;   ///< cp.async: bytes read, rest of `size` is zero-filled
  OperandRef mbarrier;     ///< completion is signalled there, else by group
  bool multicast = false;  ///< writes shared memory of several blocks
  bool sourceOnly = false; ///< BulkWait of `.read`: until the sources are read

  // Mbarrier
  bool parity = false; ///< waits for a parity, else for a state token

  /// Bytes of an access, 0 if only `size` tells.
  unsigned bytes() const { return size ? 0 : elementBytes * elementCount; }
  bool isUnknown() const { return effect == EffectClass::Unknown; }
  bool isAtomic() const;
  /// Strong in the sense of 8.4: can be morally strong with another access.
  bool isStrong() const { return effect == EffectClass::Access && sem != Sem::Weak; }
  /// Memory or order that involves other blocks of the cluster.
  bool isCluster() const;
  /// Neither touches memory nor orders anything: None, Prefetch, WarpCollective,
  /// Sleep.
  bool isHarmless() const;
};

/// Effect of one statement. Total: never fails, at worst Unknown.
Effects decode(const Statement &statement);

/// A whole asm string.
struct AsmSummary {
  AsmText text;
  std::vector<Effects> effects; ///< effects[i] is that of text.statements[i]
  bool hasControlFlow = false;  ///< a branch: statements may run 0 or many times
  bool hasLoop = false;         ///< a branch backwards, or to an unknown label

  /// First Unknown statement, or null.
  const Effects *firstUnknown() const;
  /// All effects are None: the asm computes on registers.
  bool isPure() const;
};

/// Parses and decodes `text`; an error if it does not parse.
llvm::Expected<AsmSummary> summarize(llvm::StringRef text);

/// Width in bits of a register operand, or 0: asm operands by their constraint
/// letter (InlineAsm::getConstraintString()), registers by declaration.
unsigned operandBits(const AsmText &text, const Operand &operand, llvm::StringRef constraints);

/// Whether the memory operand holds a 32-bit address in the shared window
/// (`"r"(__cvta_generic_to_shared(p))`) rather than a generic pointer: then the
/// pointer has to be rebuilt by zext, inttoptr to AS 3, addrspacecast.
bool isSharedAddress32(const AsmText &text, const Operand &memory, StateSpace space,
                       llvm::StringRef constraints);

/// "Access", "BlockBarrier", ...
llvm::StringRef effectClassName(EffectClass effect);

} // namespace warpsan::ptx
