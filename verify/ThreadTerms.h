//===- ThreadTerms.h - What one thread computes -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the kernel as terms, for one thread on its way to some place: what each
// instruction gave when it ran last. Of a loop that contains the place that is the current
// round, of one that was left the last one. Arithmetic is exact, with wrap-around. What a
// loop carries from round to round is a recurrence of the round's number where scalar
// evolution knows it, else any value that its invariants allow; what memory holds that
// somebody writes is any value.
//===----------------------------------------------------------------------===//
#pragma once

#include "verify/Broadcasts.h"
#include "verify/Counters.h"
#include "verify/Kernel.h"
#include "verify/Launch.h"
#include "verify/LoopStates.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <memory>
#include <set>

namespace llvm {
class BasicBlock;
class GetElementPtrInst;
class GEPOperator;
class IntrinsicInst;
class LoadInst;
class Loop;
class PHINode;
class SCEV;
} // namespace llvm

namespace warpsan::verify {

/// Why a term stands for more values than there are.
enum class Doubt : uint8_t {
#define WARPSAN_DOUBT(Name, Word, Doc) Name,
#include "verify/doubts.def"
};

/// A pointer: which object (its number in 16 bits), and how many bytes behind its start.
struct PointerTerm {
  z3::expr object, offset;
};

/// Bits of Doubt.
class Doubts {
public:
  void add(Doubt doubt) { bits |= 1u << unsigned(doubt); }
  void add(Doubts others) { bits |= others.bits; }
  bool has(Doubt doubt) const { return bits >> unsigned(doubt) & 1; }
  bool isEmpty() const { return bits == 0; }
  uint32_t mask() const { return bits; }
  static Doubts ofMask(uint32_t mask) {
    Doubts doubts;
    doubts.bits = mask;
    return doubts;
  }

private:
  uint32_t bits = 0;
};

class ThreadTerms;

/// What is so of a value that a loop carries, in each round, given the thread's terms.
using LoopFact = std::function<z3::expr(ThreadTerms &)>;
using LoopFacts = llvm::DenseMap<const llvm::Loop *, std::vector<LoopFact>>;

/// What was shown, or is assumed and shown in the end, of the values of all threads.
struct Knowledge {
  LoopFacts loops;
  Counters counters;
  Broadcasts broadcasts;
};

/// A number from a counter.
struct DrawTerm {
  Draw draw;
  z3::expr number;
};

class ThreadTerms {
public:
  static constexpr unsigned ObjectBits = 16, AddressBits = 64;
  /// Whether two threads of a block have run an instruction equally often.
  using RanAlike = std::function<bool(const llvm::Instruction &)>;

  /// The first of two threads, or the only one.
  ThreadTerms(const Kernel &kernel, LaunchTerms &launch, const Knowledge &knowledge,
              std::string name);
  /// Another thread, of the same block or warp if that can be asked.
  ThreadTerms(const Kernel &kernel, LaunchTerms &launch, const Knowledge &knowledge,
              std::string name, ThreadTerms &peer, RanAlike ranAlike, Kernel::Level level);

  /// A bit vector, or a formula for a bool.
  z3::expr value(const llvm::Value &value);
  PointerTerm pointer(const llvm::Value &from);
  /// The thread comes to the block, and all that is assumed on the way holds.
  z3::expr comesTo(const llvm::BasicBlock &block);
  z3::expr takes(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  /// Of the loop, from 0; 64 bits.
  z3::expr round(const llvm::Loop &loop);

  /// The same thread when it enters the loop, or when it has come back to the header from one
  /// of its blocks: only what the header has is different.
  ThreadTerms atEntry(const llvm::Loop &loop);
  ThreadTerms behind(const llvm::Loop &loop, const llvm::BasicBlock &latch);
  /// Adds what holds in every round to the facts.
  void assumeInvariants(const llvm::Loop &loop);

  const z3::expr &threadIndex(unsigned dimension) const { return threadIndices[dimension]; }
  const z3::expr &blockIndex(unsigned dimension) const { return blockIndices[dimension]; }
  /// Number in the block, as warps count.
  z3::expr linearIndex() const;
  /// What is so of the symbols of this thread. The list grows with the terms asked for.
  std::vector<z3::expr> facts() const;
  /// Numbers that it, or who tells it, has drawn.
  std::vector<DrawTerm> draws() const;
  std::vector<DrawTerm> ownDraws() const { return drawn; }
  /// Why the terms so far may say more than what happens, with memory as the launch finds it.
  Doubts doubts() const { return doubt; }
  LaunchTerms &launchTerms() const { return launch; }

private:
  friend class LoopStates;

  z3::expr compute(const llvm::Value &value);
  z3::expr computeInstruction(const llvm::Instruction &instruction);
  PointerTerm computePointer(const llvm::Value &from);
  PointerTerm step(const llvm::GEPOperator &step);
  PointerTerm unknownPointer(const llvm::Value &from);
  z3::expr arithmetic(const llvm::Instruction &instruction);
  z3::expr comparison(const llvm::Instruction &instruction);
  z3::expr conversion(const llvm::Instruction &instruction);
  z3::expr call(const llvm::Instruction &instruction);
  z3::expr intrinsic(const llvm::IntrinsicInst &intrinsic);
  z3::expr load(const llvm::LoadInst &load);
  std::optional<z3::expr> told(const llvm::LoadInst &load);
  ThreadTerms &tellerOf(const Broadcast &broadcast);
  z3::expr draw(const llvm::Instruction &instruction);
  z3::expr merged(const llvm::PHINode &phi);
  z3::expr carried(const llvm::PHINode &phi);
  PointerTerm carriedPointer(const llvm::PHINode &phi);
  std::optional<z3::expr> recurrence(const llvm::PHINode &phi);
  void addNoWrap(const z3::expr &start, const z3::expr &step, const llvm::Loop &loop);
  std::optional<z3::expr> lastRound(const llvm::Loop &loop);
  /// A value with which the loop is entered, as plain as can be.
  z3::expr valueBefore(const llvm::Loop &loop, const llvm::Value &value);
  const LoopStates &statesOf(const llvm::Loop &loop);
  std::optional<z3::expr> listed(const llvm::PHINode &phi);
  /// A number of scalar evolution, if it names nothing that the loop changes.
  std::optional<z3::expr> evolved(const llvm::SCEV &value, const llvm::Loop &loop);
  ThreadTerms outside(const llvm::Loop &loop) const;
  z3::expr anything(const llvm::Value &value);
  z3::expr anything(const llvm::Value &value, Doubt why);
  void adoptDoubts() { doubt.add(peer->doubt); }
  z3::expr function(llvm::StringRef name, const llvm::Instruction &instruction);
  z3::expr arrives(const llvm::BasicBlock &block);
  z3::expr branchTaken(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  bool isCarried(const llvm::PHINode &phi) const;
  bool ranLikePeer(const llvm::Instruction &instruction) const;
  bool isPeersToo(const llvm::Value &value) const;

  const Kernel &kernel;
  LaunchTerms &launch;
  const Knowledge &knowledge;
  std::string name;
  ThreadTerms *peer = nullptr;
  RanAlike ranAlike;
  Kernel::Level level = Kernel::Level::Block; ///< what the two share
  std::vector<z3::expr> threadIndices, blockIndices;
  std::vector<z3::expr> knownFacts;
  std::map<const llvm::Value *, z3::expr> values;
  std::map<const llvm::Value *, PointerTerm> pointers;
  std::map<const llvm::BasicBlock *, z3::expr> arrivals, paths;
  std::map<const llvm::Loop *, z3::expr> rounds;
  std::map<const llvm::Loop *, LoopStates> states;
  std::set<const llvm::Loop *> withInvariants;
  std::vector<DrawTerm> drawn;
  /// Threads of the block that tell this one, by the block of the stores and the first load.
  std::map<std::pair<const llvm::BasicBlock *, const llvm::Instruction *>,
           std::shared_ptr<ThreadTerms>>
      tellers;
  Doubts doubt;
};

} // namespace warpsan::verify
