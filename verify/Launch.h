//===- Launch.h - What all threads of a launch share ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of blocks and grid, parameters and memory that nobody writes, as terms of Z3.
// Terms are bit vectors as wide as the values of the IR; a bool is a formula.
//===----------------------------------------------------------------------===//
#pragma once

#include "analysis/ParameterFields.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <z3++.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpsan::verify {

class Kernel;

inline constexpr unsigned Dimensions = 3;

/// What whoever asks says of all launches. Unset: any size that CUDA takes.
struct LaunchAssumptions {
  using Extents = std::array<std::optional<uint32_t>, Dimensions>;
  Extents block, grid;
  Extents mostThreads, mostBlocks; ///< in each dimension
};

/// `value` as a bit vector of that many bits.
z3::expr resized(const z3::expr &value, unsigned bits, bool isSigned);
/// A formula as a bit vector of one bit.
z3::expr bitOf(const z3::expr &formula);

class LaunchTerms {
public:
  LaunchTerms(z3::context &context, const Kernel &kernel, const LaunchAssumptions &assumptions);

  z3::context &context() const { return solverContext; }
  const z3::expr &extentOfBlock(unsigned dimension) const { return block[dimension]; }
  const z3::expr &extentOfGrid(unsigned dimension) const { return grid[dimension]; }
  /// An index below the extent, by that name.
  z3::expr indexIn(const z3::expr &extent, const std::string &name);
  z3::expr parameter(ParameterField field, unsigned bits);
  /// Result of a function that only depends on its arguments.
  z3::expr apply(llvm::StringRef function, llvm::ArrayRef<z3::expr> arguments, unsigned bits);
  /// What an object that nobody writes to holds there.
  z3::expr memory(unsigned object, const z3::expr &offset, unsigned bits) {
    return apply("memory " + std::to_string(object), offset, bits);
  }
  /// A value of which nothing is known. The name is for people.
  z3::expr symbol(const std::string &name, unsigned bits);

  /// So that a counterexample is one for people, and can be run: few blocks, small blocks, small
  /// parameters.
  std::vector<z3::expr> wishes() const;

  /// What is so in every launch. The list grows with the terms that are asked for.
  const std::vector<z3::expr> &facts() const { return knownFacts; }
  void addFact(const z3::expr &fact) { knownFacts.push_back(fact); }
  struct Parameter {
    std::string name; ///< for people: two may be one
    ParameterField field;
    z3::expr term;
  };
  /// That some term names, by its unique name.
  const std::map<std::string, Parameter> &parameters() const { return named; }

private:
  z3::expr extent(std::optional<uint32_t> assumed, uint32_t most, const std::string &name);

  z3::context &solverContext;
  const Kernel &kernel;
  std::vector<z3::expr> block, grid;
  std::vector<z3::expr> knownFacts;
  std::map<std::string, Parameter> named;
  std::map<std::string, unsigned> uses; ///< of names
};

} // namespace warpsan::verify
