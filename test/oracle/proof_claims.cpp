//===- proof_claims.cpp - What mode verify says of kernels -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/proof_claims.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace warpsan::oracle {

namespace {

/// What only some pairs or barriers of a kernel are open for.
constexpr const char *Partial[] = {
    "limit",
    "barrier divergence",
#define WARPSAN_DOUBT(Name, Word, Doc) Word,
#include "verify/doubts.def"
};

std::string textOf(const Index &index) {
  return std::to_string(index.x) + "," + std::to_string(index.y) + ",1";
}

std::string commandFor(const std::string &folder, const Shape &shape) {
  // Not long for each kernel: there are many, and hard ones stay open.
  const std::string options[] = {"mode=verify", "proof-seconds=2", "block=" + textOf(shape.block),
                                 "grid=" + textOf(shape.grid),
                                 "proof-report=" + folder + "/report.json"};
  std::string command = ORACLE_COMPILER " -x cuda --cuda-gpu-arch=sm_80 --cuda-device-only -g -O2 "
                                        "-S -emit-llvm -o /dev/null -w -ferror-limit=0 "
                                        "-fpass-plugin=" ORACLE_PLUGIN " --cuda-path=" ORACLE_CUDA;
  for (const std::string &option : options)
    command += " -mllvm -warpsan-" + option;
  return command + " " + folder + "/kernels.cu > " + folder + "/log 2>&1";
}

/// "read at FILE:LINE:COLUMN"
uint32_t lineOf(const std::string &access) {
  const size_t column = access.rfind(':');
  const size_t line = access.rfind(':', column - 1);
  return std::stoul(access.substr(line + 1, column - line - 1));
}

uint32_t threadOf(const nlohmann::json &row, const Shape &shape) {
  const nlohmann::json &block = row.at("block"), &thread = row.at("thread");
  return block.at(0).get<uint32_t>() * shape.threads() +
         thread.at(1).get<uint32_t>() * shape.block.x + thread.at(0).get<uint32_t>();
}

std::map<uint32_t, uint32_t> parametersOf(const nlohmann::json &witness) {
  std::map<uint32_t, uint32_t> result;
  for (const nlohmann::json &row : witness.at("parameters"))
    result[row.at("parameter").get<uint32_t>()] = row.at("value").get<uint64_t>();
  return result;
}

Claims claimsOf(const nlohmann::json &row, const KernelSource &source, const Shape &shape) {
  Claims claims;
  for (const nlohmann::json &pair : row.at("open")) {
    const uint32_t first = source.statementAt(lineOf(pair.at("first")));
    const uint32_t second = source.statementAt(lineOf(pair.at("second")));
    claims.open.insert(std::minmax(first, second));
    if (pair.at("verdict") != "refuted")
      continue;
    const nlohmann::json &witness = pair.at("witness");
    claims.refuted.push_back({{first, second},
                              {threadOf(witness.at("threads").at(0), shape),
                               threadOf(witness.at("threads").at(1), shape)},
                              parametersOf(witness)});
  }
  claims.mayDiverge = row.at("divergent_barriers") != 0;
  for (const std::string reason : row.at("reasons"))
    if (std::ranges::find(Partial, reason) == std::end(Partial))
      claims.obstacle = reason;
  return claims;
}

} // namespace

std::map<std::string, Claims> claimsOf(const KernelSource &source, const Shape &shape,
                                       const std::string &folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder + "/report.json");
  std::ofstream(folder + "/kernels.cu") << source.text();
  // Fails if something is refuted, too. Whoever asks sees which kernels have no line.
  (void)std::system(commandFor(folder, shape).c_str());
  std::map<std::string, Claims> result;
  std::ifstream report(folder + "/report.json");
  for (std::string line; std::getline(report, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    result[row.at("kernel")] = claimsOf(row, source, shape);
  }
  return result;
}

} // namespace warpsan::oracle
