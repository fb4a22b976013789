//===- OutOfBounds.cpp - Accesses of memory that no allocation holds -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/OutOfBounds.h"
#include <map>
#include <tuple>

namespace warpsan::report {

OutOfBounds decodeOutOfBounds(const ModuleView &module, const ObservedRace &observed,
                              const Surroundings &around) {
  const abi::RaceRecord &record = observed.record;
  OutOfBounds found;
  found.access = currentAccess(module, record);
  found.launch = launchOf(module, record);
  found.space = static_cast<abi::Space>(record.space);
  found.address = record.address;
  found.around = around;
  found.count = observed.count;
  found.countKnown = observed.countKnown;
  found.schedule = observed.schedule;
  return found;
}

std::vector<OutOfBounds> mergeOutOfBounds(const std::vector<OutOfBounds> &found) {
  std::map<std::tuple<bool, std::string, AccessKind>, OutOfBounds> groups;
  for (const OutOfBounds &each : found) {
    const auto [at, isNew] = groups.try_emplace(
        {each.suppressed.has_value(), locationOf(each.access), each.access.kind}, each);
    if (isNew)
      continue;
    OutOfBounds &kept = at->second;
    const uint64_t count = kept.count + each.count;
    const bool countKnown = kept.countKnown && each.countKnown;
    if (each.launch.number < kept.launch.number)
      kept = each;
    kept.count = count;
    kept.countKnown = countKnown;
  }
  std::vector<OutOfBounds> merged;
  for (auto &[key, each] : groups)
    merged.push_back(each);
  return merged;
}

} // namespace warpsan::report
