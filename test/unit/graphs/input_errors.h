//===- input_errors.h - What is said about bad input ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "bench/graphs/host/input_error.h"
#include <string>

namespace graphs::test {

/// The message of the InputError that the call throws; empty if it throws none.
template <class Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

} // namespace graphs::test
