//===- Dedup.h - One report per pair of source lines -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Key: the unordered pair of innermost locations, file:line, or function and
// access number without debug info. Not part of the key: kernel (instances of
// one template are one mistake), columns, kinds, threads, same value or not.
// Counts add up. The example kept is, in this order: one with both lines
// known; a read against a write rather than two writes (the read tells what
// goes wrong); the widest relation of the two threads, because its repair also
// repairs the narrower ones; one with the earlier thread known; one whose store
// changed memory; the earliest launch. The class follows the widest relation
// of all merged races.
//
// A race whose earlier line is not known joins a report that has its other
// line in the same space, and is counted there as unknownPartners; only
// without such a report does it stand alone.
//===----------------------------------------------------------------------===//
#pragma once
#include "report/Decode.h"
#include <map>

namespace warpsan::report {

class Dedup {
public:
  void add(Report report);
  /// Sorted by location, so equal runs print equal reports.
  std::vector<Report> take();

private:
  using Key = std::pair<Line, Line>;
  static Key keyOf(const Report &report);
  void adoptUnknownPartners();

  std::map<Key, Report> groups;
};

/// "read / write", in a fixed order.
std::string kindPair(const Report &report);

} // namespace warpsan::report
