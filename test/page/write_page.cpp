//===- write_page.cpp - A page from a file of JSON Lines -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: write_page FOLDER <REPORT >PAGE. Sources are read relative to the folder.
//===----------------------------------------------------------------------===//
#include "report/HtmlWriter.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

std::string contents(std::istream &in) { return {std::istreambuf_iterator<char>(in), {}}; }

} // namespace

int main(int argc, char **argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  std::cout << warpsan::report::writeHtml(
      contents(std::cin), [&](const std::string &name, const std::string &directory) {
        std::ifstream file(folder / directory / name);
        return file ? std::optional(contents(file)) : std::nullopt;
      });
}
