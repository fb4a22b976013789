//===- process.cpp - Which run a report is of ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/process.h"
#include "rt/log_path.h"
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpsan::rt {

namespace {

std::vector<std::string> commandOfProcess() {
  std::ifstream words("/proc/self/cmdline");
  std::vector<std::string> command;
  for (std::string word; std::getline(words, word, '\0');)
    command.push_back(word);
  return command;
}

} // namespace

report::Process describeProcess() {
  report::Process process;
  process.version = WARPSAN_VERSION;
  process.number = uint64_t(getpid());
  process.rank = rankOfProcess();
  process.command = commandOfProcess();
  std::error_code ignored; // a folder that is gone has no name
  process.directory = std::filesystem::current_path(ignored).string();
  return process;
}

} // namespace warpsan::rt
