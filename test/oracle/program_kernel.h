//===- program_kernel.h - Programs as kernels ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Program that is ordered by barriers alone, as code: between two barriers each thread
// that does anything has a branch of its own.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/evaluator.h"
#include "test/oracle/interpreter.h"
#include <optional>

namespace warpsan::oracle {

struct ProgramKernel {
  Kernel kernel;
  std::set<StatementPair> racing; ///< by the oracle of programs
};

/// Nothing if threads of a block or warp come to other barriers than the rest.
std::optional<ProgramKernel> kernelOf(const Program &program);

} // namespace warpsan::oracle
