//===- RaceId.cpp - What a finding is called in every run ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/RaceId.h"
#include "report/Classes.h"
#include "report/JsonWords.h"
#include <cstdio>
#include <map>

namespace warpsan::report {

namespace {

/// FNV-1a: the same on every machine and in every version, unlike std::hash.
uint64_t hash(const std::string &text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char c : text)
    value = (value ^ uint8_t(c)) * 0x100000001b3;
  return value;
}

std::string hexDigits(uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

/// Without debug info the number of the access in its function.
uint32_t lineInFunction(const Access &access) {
  const Frame &inner = access.frames.front();
  if (inner.file.empty())
    return access.ordinal;
  return inner.firstLine && inner.line >= inner.firstLine ? inner.line - inner.firstLine
                                                          : inner.line;
}

std::string placeKey(const Access &access) {
  if (!access.siteKnown || access.frames.empty())
    return "?";
  return access.frames.front().function + "\n" + access.frames.back().function + "\n" +
         std::to_string(lineInFunction(access));
}

std::string keyOf(const Report &race) {
  std::string first = placeKey(race.current);
  std::string second = placeKey(race.previous);
  if (second < first)
    std::swap(first, second);
  const bool isVariable = race.object.isInIds && (race.object.kind == ObjectKind::Variable ||
                                                  race.object.kind == ObjectKind::Region);
  return std::string(classId(race.raceClass)) + "\n" + first + "\n" + second + "\n" +
         race.launch.kernel + "\n" + (isVariable ? race.object.name : "");
}

std::string keyOf(const OutOfBounds &found) {
  return std::string("out-of-bounds\n") + wordOf(found.access.kind) + "\n" +
         placeKey(found.access) + "\n" + found.launch.kernel;
}

/// Counts how often each key occurs.
class IdSource {
public:
  std::string next(const std::string &key) {
    const unsigned before = seen[key]++;
    return hexDigits(hash(before ? key + "\n" + std::to_string(before) : key));
  }

private:
  std::map<std::string, unsigned> seen;
};

} // namespace

void setIds(std::vector<Report> &races, std::vector<OutOfBounds> &outOfBounds) {
  IdSource ids;
  for (Report &race : races)
    race.id = ids.next(keyOf(race));
  for (OutOfBounds &found : outOfBounds)
    found.id = ids.next(keyOf(found));
}

} // namespace warpsan::report
