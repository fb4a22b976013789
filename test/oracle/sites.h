//===- sites.h - Numbers of the interpreter's sites ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "test/oracle/program.h"
#include <cstddef>

namespace warpsan::oracle {

struct Site {
  uint16_t number;
  Kind kind;
};

inline constexpr Site Sites[] = {
#define ORACLE_SITE(Name) {__LINE__, Kind::Name},
#define ORACLE_SYNC_SITE(Name) {__LINE__, Kind::Name},
#include "test/oracle/sites.def"
};
inline constexpr uint16_t FirstSite = Sites[0].number;

/// Rows of sites.def stand one below the other.
constexpr Kind kindOf(uint16_t site) { return Sites[site - FirstSite].kind; }
constexpr const KindInfo &infoOf(uint16_t site) { return Kinds[size_t(kindOf(site))]; }

/// Number `use` of a kind, over and over.
constexpr uint16_t siteOf(Kind kind, uint32_t use) {
  uint16_t first = 0;
  uint32_t count = 0;
  for (const Site &site : Sites)
    if (site.kind == kind && count++ == 0)
      first = site.number;
  return uint16_t(first + use % count);
}

} // namespace warpsan::oracle
