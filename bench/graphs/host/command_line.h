//===- command_line.h - Options that all graph programs have -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "csr_graph.h"
#include <string>

namespace graphs {

struct CommandLine {
  std::string file;        ///< or
  std::string description; ///< of a generated graph
  int runs = 1;
  bool isVerified = true;
  bool isHelp = false;
};

/// Throws InputError.
CommandLine parseCommandLine(int argc, char **argv);

std::string usage(const std::string &program, const std::string &whatItDoes);

/// As a problem needs it: with weights, which are made up where the file has none, or without.
struct GraphKind {
  Direction direction;
  bool isWeighted;
};

CsrGraph loadGraph(const CommandLine &options, GraphKind kind);

} // namespace graphs
