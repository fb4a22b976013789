//===- FindingList.cpp - Findings of a run, one line each ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/FindingList.h"
#include "report/Classes.h"
#include "report/Decode.h"

namespace warpsan::report {

namespace {

std::string timesOf(uint64_t count, bool isKnown) {
  return std::to_string(count) + (isKnown ? "" : "+");
}

Finding findingOf(const Report &race) {
  return {race.id,
          classId(race.raceClass),
          locationOf(race.previous) + " <-> " + locationOf(race.current),
          race.launch.kernel,
          timesOf(race.count, race.countKnown),
          race.seenBy};
}

Finding findingOf(const OutOfBounds &found) {
  return {found.id,
          OutOfBoundsId,
          locationOf(found.access),
          found.launch.kernel,
          timesOf(found.count, found.countKnown),
          found.seenBy};
}

} // namespace

std::vector<Finding> listFindings(const RunReport &run) {
  std::vector<Finding> all;
  for (const Report &race : run.races)
    if (!race.suppressed)
      all.push_back(findingOf(race));
  for (const OutOfBounds &found : run.outOfBounds)
    if (!found.suppressed)
      all.push_back(findingOf(found));
  return all;
}

} // namespace warpsan::report
