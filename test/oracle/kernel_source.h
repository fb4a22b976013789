//===- kernel_source.h - Kernels as CUDA -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each access stands in a line of its own, so that lines name statements.
//===----------------------------------------------------------------------===//
#pragma once
#include "test/oracle/kernel.h"
#include <map>

namespace warpsan::oracle {

class KernelSource {
public:
  KernelSource();

  void add(const Kernel &added, const std::string &called);
  const std::string &text() const { return lines; }
  /// Number of the access in that line.
  uint32_t statementAt(uint32_t line) const { return statements.at(line); }

private:
  void put(const std::string &line);
  void put(const std::vector<Statement> &list);
  void put(const Statement &statement);
  void putBranch(const Statement &statement);
  void putLoop(const Statement &statement);
  void putVariables();
  void putHead();
  std::string nameOf(const Array &array) const;
  std::string placeOf(const Statement &access) const;
  std::string atomicOf(const Statement &access) const;
  std::string strongOf(const Statement &access) const;

  const Kernel *kernel = nullptr; ///< at work
  std::string name;
  std::string lines;
  uint32_t nextLine = 1;
  uint32_t depth = 0;
  std::map<uint32_t, uint32_t> statements; ///< by line
};

} // namespace warpsan::oracle
