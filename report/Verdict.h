//===- Verdict.h - Outcome of a run ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "report/Coverage.h"
#include <optional>

namespace warpsan::report {

/// They never merge: None says that every access that ran was analysed;
/// one site or conflict that was not could be the race.
/// Deterministic and Merged (mode det) say nothing about races.
enum class Verdict {
  Races,
  None,
  Unanalysed,
  Deterministic, ///< races or not, the result is the same each time
  Merged,        ///< if there are no races
};

/// How mode det takes what warps and blocks changed.
enum class MergeOrder : uint8_t { Fixed, Any };

inline constexpr int ExitToolFailed = 67;
inline constexpr int ExitNotAnalysed = 68;
inline constexpr int ExitSyncFault = 69;

/// How a launch of mode ld has copies.
struct CopyRounds {
  uint32_t copies = 0;  ///< of a block
  uint32_t rounds = 0;  ///< of a region without a race
  uint32_t wanted = 0;  ///< to look at all pairs of warps
  double detection = 1; ///< probability that the race of a pair is looked for

  /// Of two launches keeps the one of which less can be said.
  void keepLeast(const CopyRounds &other);
  bool operator==(const CopyRounds &) const = default;
};

/// What modes ld and det did.
struct RegionCounts {
  uint64_t compared = 0; ///< regions that were run twice, or in mode det apart, each time
  uint64_t bytes = 0;    ///< of shared memory, once for each of them
  uint64_t racing = 0;
  uint64_t givenUp = 0;
  uint64_t passes = 0; ///< without those that find lines
  CopyRounds rounds;
  // Launches whose blocks were compared:
  uint64_t grids = 0;
  uint64_t gridBytes = 0; ///< of global memory that they changed
  uint64_t racingGrids = 0;
  uint64_t givenUpGrids = 0;

  bool operator==(const RegionCounts &) const = default;
};

/// A kernel that neither mode could run so.
struct UnrepeatableKernel {
  std::string name;
  uint32_t obstacles = 0; ///< abi::Obstacle bits

  bool operator==(const UnrepeatableKernel &) const = default;
};

struct RunSummary {
  Coverage coverage;
  uint64_t races = 0;          ///< reports shown
  uint64_t toleratedRaces = 0; ///< of them, those that same_value=0 keeps out of the exit code
  uint64_t suppressed = 0;
  uint64_t lost = 0;
  uint64_t conflictsSetAside = 0;
  uint64_t resolved = 0; ///< launches without checks: with their arguments nothing can race
  /// Launches whose threads wait for each other, barriers used as CUDA forbids.
  uint64_t syncFaults = 0;
  std::optional<uint64_t> outOfBounds; ///< reports shown; none without the option
  /// Times that a word lost its history; none without shadow=cached.
  std::optional<uint64_t> cacheMisses;
  /// Pairs of lines that are ordered only because a poll acquires without a fence.
  std::vector<std::string> lenient;
  std::optional<RegionCounts> regions; ///< of programs with kernels for mode ld or det
  std::optional<MergeOrder> merge;     ///< of programs with kernels for mode det
  std::vector<UnrepeatableKernel> unrepeatable;
  /// Kernels whose lanes were to have copies of their own, and could not.
  std::vector<std::string> lanesTogether;
  bool toolFailed = false;
  std::string target = "gpu";
  std::string seed = "-";
};

struct ExitPolicy {
  int raceCode = 66; ///< 0: keep the program's own
  bool failOnUnanalysed = false;
};

const char *verdictWord(Verdict verdict);
Verdict verdictOf(const RunSummary &summary);

/// The code that replaces the program's own, if any.
std::optional<int> exitCode(const RunSummary &summary, const ExitPolicy &policy);

/// The machine-readable line, with its newline.
std::string verdictLine(const RunSummary &summary);

/// One line per reason for something not analysed, and one for lost races.
std::string reasonLines(const RunSummary &summary);

} // namespace warpsan::report
