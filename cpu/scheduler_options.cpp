//===- scheduler_options.cpp - Reading the schedule from the environment ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/scheduler_options.h"
#include <cstdio>
#include <cstdlib>

namespace warpsan::cpu {

std::string SchedulerOptions::name() const {
  if (policy == Policy::Lockstep)
    return "lockstep";
  return std::to_string(seed) + (runs > 1 ? ".." + std::to_string(seed + runs - 1) : "");
}

namespace {

constexpr int ExitToolFailed = 67;

[[noreturn]] void rejectValue(std::string_view key, std::string_view value) {
  std::fprintf(stderr, "WarpSan: bad value '%.*s' of option '%.*s'\n",
               static_cast<int>(value.size()), value.data(), static_cast<int>(key.size()),
               key.data());
  std::_Exit(ExitToolFailed);
}

uint64_t parseNumber(std::string_view key, std::string_view value, uint64_t limit) {
  const std::string text(value);
  char *end = nullptr;
  const uint64_t number = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || *end || text[0] == '-' || number > limit)
    rejectValue(key, value);
  return number;
}

Policy parsePolicy(std::string_view key, std::string_view value) {
  if (value == "lockstep")
    return Policy::Lockstep;
  if (value == "random")
    return Policy::Random;
  if (value == "pct")
    return Policy::Pct;
  rejectValue(key, value);
}

void setOption(SchedulerOptions &options, std::string_view key, std::string_view value) {
  if (key == "schedule")
    options.policy = parsePolicy(key, value);
  else if (key == "seed")
    options.seed = parseNumber(key, value, UINT64_MAX);
  else if (key == "fuel")
    options.fuel = static_cast<uint32_t>(parseNumber(key, value, UINT32_MAX));
  else if (key == "resident_threads")
    options.residentThreads = static_cast<uint32_t>(parseNumber(key, value, 1u << 20));
  else if (key == "runs")
    options.runs = static_cast<uint32_t>(parseNumber(key, value, 1u << 20));
  else if (key == "depth")
    options.depth = static_cast<uint32_t>(parseNumber(key, value, 1000));
  else if (key == "max_steps")
    options.maxSteps = parseNumber(key, value, UINT64_MAX);
}

} // namespace

SchedulerOptions parseSchedulerOptions(std::string_view rest) {
  SchedulerOptions options;
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(':'));
    rest.remove_prefix(item.size() + (item.size() < rest.size()));
    const size_t equals = item.find('=');
    if (equals != std::string_view::npos)
      setOption(options, item.substr(0, equals), item.substr(equals + 1));
  }
  if (options.runs > 1 && options.policy == Policy::Lockstep)
    rejectValue("runs", "with schedule=lockstep, which has only one");
  return options;
}

const SchedulerOptions &schedulerOptions() {
  const char *text = std::getenv("WARPSAN_OPTIONS");
  static const SchedulerOptions options = parseSchedulerOptions(text ? text : "");
  return options;
}

} // namespace warpsan::cpu
