//===- Report.h - A race as plain data -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filled by Decode, merged by Dedup, shown by the writers, which decide
// nothing.
//===----------------------------------------------------------------------===//
#pragma once
#include "core/access.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::report {

enum class RaceClass : uint8_t {
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics) Name,
#include "report/race_classes.def"
};

using Index3 = std::array<uint32_t, 3>;

/// One level of an inline chain, innermost first; without the inner end in
/// headers of the toolchain.
struct Frame {
  std::string function;
  std::string file; ///< empty without debug info
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t firstLine = 0;  ///< of the function; 0 if not known
  std::string directory{}; ///< what a relative `file` is relative to, if known
};

struct ThreadPosition {
  Index3 block{};
  Index3 thread{};
  uint32_t warp = 0; ///< in the block
  uint32_t lane = 0;
};

struct Access {
  bool siteKnown = false; ///< false: only that such an access happened
  AccessKind kind = AccessKind::Read;
  Scope scope = Scope::None;
  uint32_t size = 0; ///< bytes; 0 if unknown
  bool isVolatile = false;
  bool isBulk = false;        ///< memcpy, memset
  bool isMatrix = false;      ///< of a warp together
  bool isNonCoherent = false; ///< __ldg
  std::vector<Frame> frames;
  std::vector<Frame> toolchainFrames; ///< what `frames` goes on from
  uint32_t ordinal = 0;               ///< number of the access in its function
  abi::Known known = abi::Known::Thread;
  ThreadPosition position; ///< for Known::Thread
};

/// Parameter: what a pointer that the launch is given leads to, as proofs know it.
enum class ObjectKind : uint8_t { Unknown, Allocation, Variable, Heap, Region, Parameter };

/// What the racing byte belongs to.
struct Object {
  ObjectKind kind = ObjectKind::Unknown;
  std::string name;  ///< variable, region, or the function that allocated
  std::string where; ///< file:line of the variable, call site of the allocation or of the naming
  uint64_t size = 0;
  uint64_t offset = 0;
  bool isInIds = true; ///< false: its name is more than runs know, so ids do without
};

struct Launch {
  std::string kernel;  ///< demangled
  uint32_t number = 0; ///< running number in the process, from 1; 0: of a counterexample
  Index3 grid{};
  Index3 block{};
  std::string where; ///< call site in the host code, if known
};

/// What keeps a finding out of the verdict: a line of a suppression file, or the source.
struct SuppressionRule {
  std::string pattern; ///< the line, or "intended"
  std::string reason;  ///< may be empty
  std::string where{}; ///< file:line of the line, or of the access that is meant to race
  bool inSource = false;

  bool operator==(const SuppressionRule &) const = default;
};

/// Who saw a finding, once reports of several processes have been merged.
struct SeenBy {
  uint64_t processes = 1;
  std::vector<std::string> ranks;
};

/// How a race was found.
enum class Detector : uint8_t {
  States, ///< mode fsm
  Values, ///< mode ld: two passes of its region or launch differed
  Proofs, ///< mode verify: a counterexample, whose two threads the compiler ran
};

struct Report {
  std::string id; ///< see RaceId.h
  RaceClass raceClass = RaceClass::BlockBarrier;
  Relation relation = Relation::Block; ///< of the example's two threads
  Relation widest = Relation::Block;   ///< of all merged races: a repair must reach that far
  Access current;
  Access previous;
  Launch launch;
  abi::Space space = abi::Space::Unknown;
  uint64_t address =
      0; ///< global address, or offset in the block's shared memory; see hasAddress()
  Object object;
  uint8_t cause = 0; ///< RaceLock, RaceNoFence, ... of RaceFlags, or likely
  Detector detector = Detector::States;
  bool sameValue = false;              ///< no store of the pair changed memory
  uint64_t count = 0;                  ///< dynamic races; of proofs: pairs of accesses
  bool countKnown = true;              ///< false after a crash: at least one
  std::string schedule;                ///< that showed the example; empty if there is one only
  uint64_t unknownPartners = 0;        ///< of `count`, races whose earlier line is not known
  std::vector<std::string> otherKinds; ///< "write / write": seen beside the example
  std::vector<std::string> given;      ///< "n=77": what else a counterexample assumes
  std::optional<SuppressionRule> suppressed;
  SeenBy seenBy;

  /// Proofs know offsets in objects alone.
  bool hasAddress() const { return detector != Detector::Proofs; }
};

} // namespace warpsan::report
