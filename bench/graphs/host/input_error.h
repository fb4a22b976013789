//===- input_error.h - What is wrong with a file, a description or an option ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <stdexcept>

namespace graphs {

/// The message names what is wrong and where; programs print it and end with code 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace graphs
