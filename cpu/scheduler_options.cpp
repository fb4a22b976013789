//===- scheduler_options.cpp - Reading the schedule from the environment ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/scheduler_options.h"
#include <cstdio>
#include <cstdlib>

namespace warpsan::cpu {

std::string SchedulerOptions::name() const {
  if (policy == Policy::Lockstep)
    return "lockstep";
  if (replayLaunch)
    return std::to_string(replaySeed) + "@" + std::to_string(replayLaunch);
  return std::to_string(seed) + (runs > 1 ? ".." + std::to_string(seed + runs - 1) : "");
}

std::string SchedulerOptions::replay(uint64_t launchSeed, uint64_t launch) const {
  if (policy == Policy::Lockstep)
    return {};
  const SchedulerOptions standard;
  std::string text = policy == Policy::Random ? "schedule=random" : "schedule=pct";
  const auto add = [&](const char *key, uint64_t value, uint64_t usual) {
    if (value != usual)
      text += std::string(":") + key + "=" + std::to_string(value);
  };
  add("seed", seed, standard.seed);
  add("depth", depth, standard.depth);
  add("fuel", fuel, standard.fuel);
  add("resident_threads", residentThreads, standard.residentThreads);
  if (launchSeed != seed)
    text += ":replay=" + std::to_string(launchSeed) + "@" + std::to_string(launch);
  return text;
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

/// SEED@LAUNCH
void parseReplay(SchedulerOptions &options, std::string_view value) {
  const size_t at = value.find('@');
  if (at == std::string_view::npos)
    rejectValue("replay", value);
  options.replaySeed = parseNumber("replay", value.substr(0, at), UINT64_MAX);
  options.replayLaunch = parseNumber("replay", value.substr(at + 1), UINT64_MAX);
  if (!options.replayLaunch)
    rejectValue("replay", value);
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
  else if (key == "replay" && !value.empty())
    parseReplay(options, value);
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
  if (options.replayLaunch && (options.runs > 1 || options.policy == Policy::Lockstep))
    rejectValue("replay", "with runs or schedule=lockstep");
  return options;
}

const SchedulerOptions &schedulerOptions() {
  const char *text = std::getenv("WARPSAN_OPTIONS");
  static const SchedulerOptions options = parseSchedulerOptions(text ? text : "");
  return options;
}

} // namespace warpsan::cpu
