//===- golden.h - Results that must not change unnoticed -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <string>

/// Prints `line` and looks for it in golden.txt.
inline void expectGolden(const std::string &line) {
  std::cout << line << std::endl;
  std::ifstream file(WARPSAN_MODEL_DIR "/golden.txt");
  std::string known;
  while (std::getline(file, known))
    if (known == line)
      return;
  ADD_FAILURE() << "not in golden.txt: " << line;
}
