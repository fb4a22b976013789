//===- fsm-derive.h - The state machine as derived from its definition -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "core/fsm_labels.h"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace warpsan::fsm {

/// One kind of access of the program.
struct Event {
  AccessKind kind;
  bool blockScope;
  const char *name;
};

/// The first six have one of each class, in order.
inline constexpr std::array<Event, 8> Events = {{
    {AccessKind::Read, false, "plain read"},
    {AccessKind::Write, false, "plain write"},
    {AccessKind::AtomicLoad, true, "atomic load, block scope"},
    {AccessKind::AtomicLoad, false, "atomic load, device scope"},
    {AccessKind::AtomicStore, true, "atomic store, block scope"},
    {AccessKind::AtomicStore, false, "atomic store, device scope"},
    {AccessKind::AtomicRmw, true, "atomic read-modify-write, block scope"},
    {AccessKind::AtomicRmw, false, "atomic read-modify-write, device scope"},
}};

inline constexpr int KindCount = AccessClassCount;
inline constexpr int GridLevel = 4;
inline constexpr int LabelCount = KindCount * PositionCount;

bool isAtomic(AccessKind kind);
AccessClass columnOf(const Event &event);
/// An event of the class.
const Event &eventOf(int kind);

/// One remembered access. `reach` says whose it is and who has seen it, as
/// seen from the anchor: 0 the anchor thread's, since its last barrier; +l
/// another thread's of the same level-l unit, seen by that thread only as far
/// as is known; -l seen by the whole level-l unit of the anchor. A larger reach
/// is unordered with more accesses.
struct Fact {
  int reach;
  int kind;
  auto operator<=>(const Fact &) const = default;
};
inline constexpr int Absent = -9;

struct Summary {
  std::array<int, KindCount> reach; ///< strongest fact of each kind, or Absent
  int anchor;                       ///< kind the anchor's site stands for
  auto operator<=>(const Summary &) const = default;
};

std::vector<Fact> factsOf(const Summary &s);
Summary alone(int kind);

struct Edge {
  int next;
  bool race;
  bool replace;
};

/// What a cell in one state may stand for, and the entries of its row.
struct State {
  Summary summary;           ///< simplest history: gives the name and the policy
  std::set<Summary> members; ///< every history the state may stand for
  std::vector<Fact> other;   ///< what otherSite stands for if it is set; empty: it never is
  std::set<Fact> otherMeanings;
  std::array<Edge, LabelCount> row;
  std::array<OtherAction, LabelCount> otherAction;
  std::array<Blame, LabelCount> blame;
};

using Machine = std::vector<State>;

struct Derivation {
  Machine machine;   ///< state n of the table is machine[n - 1]
  size_t histories;  ///< that the definition tells apart
  int verdictStates; ///< if nobody had to be blamed
  std::string error; ///< why the machine cannot be used, or empty
};
Derivation derive();

} // namespace warpsan::fsm
