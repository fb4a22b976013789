//===- Counters.h - Numbers that no two threads draw ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an atomic addition of a constant gives back is a number that no other one gives back,
// while nothing else writes to the counter: repetition-free functions (Bardsley and Donaldson,
// NFM 2014, section 4.2). That the counter does not come round is assumed, as there.
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <optional>

namespace llvm {
class Instruction;
class PHINode;
class Value;
} // namespace llvm

namespace warpsan::verify {

class Kernel;

struct Draw {
  unsigned object; ///< that the counter is in
  uint64_t amount; ///< to the next number: more than 0
  bool goesDown;
};

class Counters {
public:
  Counters() = default;
  /// `asksAboutBlocks`: races of two blocks are asked about, which would show that one of them
  /// sets a counter of the other one.
  Counters(const Kernel &kernel, bool asksAboutBlocks);

  std::optional<Draw> drawOf(const llvm::Value &value) const {
    const auto found = draws.find(&value);
    return found == draws.end() ? std::nullopt : std::optional(found->second);
  }
  /// Its counter is one that something else may write to.
  void forget(unsigned object);

private:
  void addCarried(const Kernel &kernel);
  std::optional<Draw> commonOf(const llvm::PHINode &phi) const;

  llvm::DenseMap<const llvm::Value *, Draw> draws;
};

} // namespace warpsan::verify
