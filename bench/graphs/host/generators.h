//===- generators.h - Graphs made of a description and a seed ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "edge_list.h"
#include <string>

namespace graphs {

/// `rmat:n=65536,m=1000000,seed=1`: a row of generators.def with its keys. The same text makes the
/// same edges on every machine. Throws InputError, before it takes memory. Takes 8 bytes an edge.
EdgeList generate(const std::string &description);

/// A line for each generator.
std::string generatorHelp();

} // namespace graphs
