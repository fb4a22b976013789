//===- LaunchFacts.h - What is known of a kernel and its launch -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "resolve/Domain.h"
#include "warpsan/module_info.h"
#include <functional>
#include <span>

namespace warpsan::resolve {

/// The memory that holds an address.
struct Placement {
  uint64_t base = 0;
  uint64_t bytes = 0;
  bool isAliasable = false; ///< other such memory may be the same under another address
  bool operator==(const Placement &) const = default;
};

/// The tables of a kernel (access_forms.h) are checked: rows are in range.
struct LaunchFacts {
  uint32_t kernelFlags = 0;
  uint32_t parameters = 0;
  std::span<const abi::RootInfo> roots; ///< of the kernel
  std::span<const abi::FormInfo> forms; ///< of the kernel
  std::span<const abi::TermInfo> terms; ///< of the module, as are the guards
  std::span<const abi::GuardInfo> guards;
  /// For each root that is a variable its address, 0 if it is not known.
  std::span<const uint64_t> variables;
  void *const *arguments = nullptr;
  Shape shape;
  std::function<std::optional<Placement>(uint64_t address)> locate;
};

/// `bits` of argument `index` from byte `offset` on, the others 0.
std::optional<uint64_t> readArgument(const LaunchFacts &launch, uint32_t index, uint32_t offset,
                                     unsigned bits);
/// Where the root leads.
std::optional<uint64_t> readPointer(const LaunchFacts &launch, uint32_t root);

} // namespace warpsan::resolve
