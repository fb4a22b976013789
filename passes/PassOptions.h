//===- PassOptions.h - Options of the plugin --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/Elision.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warpsan {

enum class Mode : uint8_t { Fsm, Off, Ld, Det, Verify };
enum class When : uint8_t { Early, Late };
enum class Volatile : uint8_t { Auto, Strong, Plain };
enum class Poll : uint8_t { Acquire, Strict };
enum class Target : uint8_t { Gpu, Cpu };
enum class Yield : uint8_t { Sync, Accesses, Runtime };
enum class Cells : uint8_t { Small, Wide, Lines };
enum class Warps : uint8_t { Independent, TwoPass, ReSync };
enum class SameValue : uint8_t { Race, Allow };
enum class Parameters : uint8_t { Distinct, MayAlias };
enum class Proofs : uint8_t { Quick, Z3 };
enum class Pairs : uint8_t { All, Block };

/// Half-open range of site numbers.
struct SiteRange {
  uint32_t low = 0;
  uint32_t high = UINT32_MAX;
  bool contains(uint32_t site) const { return site >= low && site < high; }
};

/// Threads of a block or blocks of a grid, in one dimension, as proofs assume them.
struct ExtentRange {
  std::optional<uint32_t> exact, most;
};

/// The options of the command line, checked.
struct PassOptions {
  Mode mode = Mode::Fsm;
  When when = When::Early;
  Volatile volatileRule = Volatile::Auto;
  Poll poll = Poll::Acquire;
  Target target = Target::Gpu;
  Yield yield = Yield::Sync;
  Cells cells = Cells::Small;
  ElisionSet elisions = ElisionSet::all();
  SiteRange siteRange;
  llvm::StringRef runtime;
  Warps warps = Warps::Independent;
  SameValue sameValue = SameValue::Race;
  Parameters parameters = Parameters::Distinct;
  Proofs proofs = Proofs::Quick;
  Pairs pairs = Pairs::All;
  std::array<ExtentRange, 3> block, grid; ///< assumed by proofs
  std::optional<unsigned> proofSeconds;   ///< for a kernel
  std::string assumptions; ///< of proofs: those that are not the default, as they were given
  llvm::StringRef proofReport, proofDump, proofCache, repair;

  /// The program is changed at all.
  bool instruments() const { return mode != Mode::Off && mode != Mode::Verify; }
  /// Kernels run on copies of memory (docs/privatization.md).
  bool usesCopies() const { return mode == Mode::Ld || mode == Mode::Det; }

  /// An error says which option has which wrong value and lists the right ones.
  static llvm::Expected<PassOptions> parse();
  /// Parsed options, or nothing when they are wrong (someone else reports it).
  static std::optional<PassOptions> parseQuietly();
};

} // namespace warpsan
