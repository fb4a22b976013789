//===- resolutions.h - What launches cannot race on --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/Decision.h"
#include "rt/modules.h"
#include "rt/runtime_options.h"
#include <map>

namespace warpsan::rt {

/// Asks resolve/ about launches, and remembers: programs launch a kernel again and
/// again with the same arguments, while they allocate and free other memory.
class Resolutions {
public:
  Resolutions(const RuntimeOptions &runtimeOptions, const Allocations &known)
      : options(runtimeOptions), allocations(known) {}

  resolve::Resolution rootsOf(const Kernel &kernel, const LaunchShape &shape, void **arguments);
  /// Where the pointers lead that the kernel's accesses come from and that may race.
  static std::vector<uint64_t> addressesOf(const Kernel &kernel, void **arguments,
                                           uint64_t resolvedRoots);
  /// Nothing is left to check: the program's own kernel can run.
  bool covers(const Kernel &kernel, const LaunchShape &shape, void **arguments);
  void forgetDevice() { memories.clear(); }
  /// Answers that were not remembered.
  uint64_t decisions() const { return decided; }

private:
  /// Bits of an argument.
  struct Field {
    uint32_t index;
    uint32_t offset;
    unsigned bits;
    auto operator<=>(const Field &) const = default;
  };
  /// All that the roots depend on, but for the allocations.
  using Question = std::vector<uint64_t>;
  struct Asked {
    uint64_t address;
    std::optional<resolve::Placement> placement;
  };
  struct Answer {
    resolve::Resolution roots;
    std::vector<Asked> asked; ///< of the allocations, for this answer
    uint64_t changes = 0;     ///< of the allocations, when that was last so
  };
  struct Memory {
    std::vector<Field> fields;
    std::map<Question, Answer> answers;
  };

  bool mayResolve(const Kernel &kernel) const;
  Memory &memoryOf(const Kernel &kernel);
  static std::vector<Field> fieldsOf(const Kernel &kernel);
  bool ask(const std::vector<Field> &fields, const resolve::LaunchFacts &facts);
  bool holds(Answer &answer) const;
  Answer decide(resolve::LaunchFacts &facts);

  const RuntimeOptions &options;
  const Allocations &allocations;
  std::map<const Kernel *, Memory> memories;
  uint64_t decided = 0;
  Question question; ///< of the latest launch; kept for its memory
};

} // namespace warpsan::rt
