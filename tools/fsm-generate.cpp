//===- fsm-generate.cpp - Derives the state machine of core/fsm.h ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   fsm-generate DIR    writes DIR/core/fsm_table.def and DIR/docs/fsm.md
//
// Nothing here is a hand-written table: the definition is conflict() (what two
// accesses do to each other) and moved() (what a barrier or a change of the
// anchor does to what is known). The rest explores, minimises and prints.
// docs/fsm.md holds the reasoning; test/model proves the result.
//===----------------------------------------------------------------------===//
#include "core/fsm_labels.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace warpsan;

namespace {

//===--- Alphabet ----------------------------------------------------------===//

struct Event {
  AccessKind kind;
  bool blockScope;
  const char *name;
};

constexpr std::array<Event, 8> Events = {{
    {AccessKind::Read, false, "plain read"},
    {AccessKind::Write, false, "plain write"},
    {AccessKind::AtomicLoad, true, "atomic load, block scope"},
    {AccessKind::AtomicLoad, false, "atomic load, device scope"},
    {AccessKind::AtomicStore, true, "atomic store, block scope"},
    {AccessKind::AtomicStore, false, "atomic store, device scope"},
    {AccessKind::AtomicRmw, true, "atomic read-modify-write, block scope"},
    {AccessKind::AtomicRmw, false, "atomic read-modify-write, device scope"},
}};

bool isAtomic(AccessKind kind) { return kind >= AccessKind::AtomicLoad; }
bool writes(AccessKind kind) { return kind != AccessKind::Read && kind != AccessKind::AtomicLoad; }

/// The definition of a race, for two unordered accesses by different threads.
bool conflict(const Event &a, const Event &b, bool otherBlock) {
  if (!writes(a.kind) && !writes(b.kind))
    return false;
  if (!isAtomic(a.kind) || !isAtomic(b.kind))
    return true;
  return otherBlock && (a.blockScope || b.blockScope);
}

AccessClass columnOf(const Event &event) {
  return classify(event.kind, !isAtomic(event.kind) ? Scope::None
                              : event.blockScope    ? Scope::Block
                                                    : Scope::Device);
}

bool sameConflicts(const Event &a, const Event &b) {
  for (const Event &e : Events)
    for (bool otherBlock : {false, true})
      if (conflict(a, e, otherBlock) != conflict(b, e, otherBlock))
        return false;
  return true;
}

/// Two events share a column of the table exactly if no access can tell them
/// apart: this is what allows six columns for eight kinds of access.
bool columnsAreExact() {
  for (const Event &a : Events)
    for (const Event &b : Events)
      if ((columnOf(a) == columnOf(b)) != sameConflicts(a, b))
        return false;
  return true;
}

constexpr int KindCount = AccessClassCount;
constexpr std::array<const char *, KindCount> KindNames = {
    "Read", "Write", "LoadBlock", "LoadDevice", "UpdateBlock", "UpdateDevice"};
constexpr std::array<const char *, KindCount> ShortNames = {"R", "W", "LB", "LD", "UB", "UD"};
constexpr std::array<const char *, PositionCount> PositionNames = {
    "Thread", "Group", "Warp", "Block", "Grid", "SyncedGroup", "SyncedWarp", "SyncedBlock"};
constexpr std::array<const char *, 5> LevelNames = {"thread", "group", "warp", "block", "grid"};
constexpr int GridLevel = 4;

const Event &eventOf(int kind) {
  static const std::array<int, KindCount> First = {0, 1, 2, 3, 4, 5};
  return Events[First[kind]];
}
bool conflicting(int a, int b, bool otherBlock) {
  return conflict(eventOf(a), eventOf(b), otherBlock);
}

/// Everything that conflicts with `weak` conflicts with `strong`.
bool dominates(int strong, int weak) {
  for (int k = 0; k < KindCount; ++k)
    for (bool otherBlock : {false, true})
      if (conflicting(weak, k, otherBlock) && !conflicting(strong, k, otherBlock))
        return false;
  return true;
}

struct Label {
  bool synced;
  int level; ///< of the barrier if synced, else closest common group
  int kind;
  int column; ///< kind * PositionCount + position
};

constexpr int LabelCount = KindCount * PositionCount;

std::vector<Label> makeLabels() {
  std::vector<Label> labels;
  for (int k = 0; k < KindCount; ++k)
    for (int p = 0; p < int(PositionCount); ++p)
      labels.push_back({p > GridLevel, p > GridLevel ? p - GridLevel : p, k,
                        k * int(PositionCount) + p});
  return labels;
}
const std::vector<Label> Labels = makeLabels();

//===--- What is known of past accesses ------------------------------------===//

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
constexpr int Absent = -9;

bool unordered(int reach, const Label &l) {
  if (l.synced)
    return reach > l.level;
  return reach > 0 || l.level > -reach;
}

/// Surely another thread's access: at reach == level it may be the current
/// thread's own.
bool surelyUnordered(int reach, const Label &l) {
  return unordered(reach, l) && (l.synced || reach <= 0 || reach != l.level);
}

/// Level of the closest unit that holds the current thread and the fact's.
int closest(int reach, const Label &l) {
  return l.synced ? reach : std::max(l.level, reach);
}

bool races(const Fact &f, const Label &l) {
  return unordered(f.reach, l) &&
         conflicting(f.kind, l.kind, closest(f.reach, l) == GridLevel);
}
bool surelyRaces(const Fact &f, const Label &l) {
  return surelyUnordered(f.reach, l) && races(f, l);
}

/// Reach after the anchor moved to the current thread: what the barrier covers
/// has been seen by the unit; without one, the old anchor's surroundings are
/// other threads'.
int moved(int reach, const Label &l) {
  if (l.synced)
    return -l.level <= reach && reach <= l.level ? -l.level : reach;
  return -l.level < reach && reach < l.level ? l.level : reach;
}

struct Summary {
  std::array<int, KindCount> reach; ///< strongest fact of each kind, or Absent
  int anchor;                       ///< kind the anchor's site stands for
  auto operator<=>(const Summary &) const = default;
};

std::vector<Fact> factsOf(const Summary &s) {
  std::vector<Fact> facts;
  for (int k = 0; k < KindCount; ++k)
    if (s.reach[k] != Absent)
      facts.push_back({s.reach[k], k});
  return facts;
}

bool implied(const Summary &s, const Fact &f) {
  for (const Fact &g : factsOf(s))
    if (g.kind != f.kind && g.reach >= f.reach && dominates(g.kind, f.kind))
      return true;
  return false;
}

void normalise(Summary &s) {
  for (const Fact &f : factsOf(s))
    if (implied(s, f))
      s.reach[f.kind] = Absent;
}

void add(Summary &s, Fact f) {
  s.reach[f.kind] = std::max(s.reach[f.kind], f.reach);
  normalise(s);
}

Summary alone(int kind) {
  Summary s;
  s.reach.fill(Absent);
  s.reach[kind] = 0;
  s.anchor = kind;
  return s;
}

bool races(const Summary &s, const Label &l) {
  const std::vector<Fact> facts = factsOf(s);
  return std::any_of(facts.begin(), facts.end(), [&](const Fact &f) { return races(f, l); });
}
bool blamesAnchor(const Summary &s, const Label &l) { return surelyRaces({0, s.anchor}, l); }

//===--- Policy: who is the anchor -----------------------------------------===//

/// Which of two unsynced accesses by different threads must be the anchor. An
/// atomic load goes with both plain reads and updates, which conflict with
/// each other, so who did the stronger access must stay known. The scope of a
/// load matters between blocks only.
int rankOf(int kind, int level) {
  if (AccessClass(kind) == AccessClass::LoadDevice)
    return level == GridLevel ? 0 : 1;
  return AccessClass(kind) == AccessClass::LoadBlock ? 1 : 2;
}

/// Which of one thread's accesses the anchor's site stands for.
int siteStrength(int kind) {
  static const std::array<int, KindCount> Strength = {2, 5, 1, 0, 4, 3};
  return Strength[kind];
}

/// Other blocks can never be ordered with the anchor's: once one of them made
/// an access at least this strong, nothing is added by this one.
bool absorbed(const Summary &s, int kind) {
  for (const Fact &f : factsOf(s))
    if (f.reach == GridLevel && dominates(f.kind, kind))
      return true;
  return false;
}

bool replaces(const Summary &s, const Label &l) {
  if (l.synced)
    return !absorbed(s, l.kind);
  if (l.level == 0)
    return siteStrength(l.kind) > siteStrength(s.anchor);
  return rankOf(l.kind, l.level) > rankOf(s.anchor, l.level);
}

Summary follow(const Summary &s, const Label &l, bool replace) {
  Summary next = s;
  if (l.synced && !replace)
    return next;
  const bool newAnchor = replace && (l.synced || l.level > 0);
  if (newAnchor)
    for (int &reach : next.reach)
      reach = reach == Absent ? Absent : moved(reach, l);
  normalise(next);
  add(next, {newAnchor ? 0 : l.level, l.kind});
  if (replace)
    next.anchor = l.kind;
  return next;
}

//===--- Exploration and minimisation --------------------------------------===//

struct Edge {
  int next;
  bool race;
  bool replace;
};

struct Graph {
  std::vector<Summary> nodes;
  std::vector<int> depth;
  std::vector<std::array<Edge, LabelCount>> edges;
  std::map<Summary, int> index;

  int intern(const Summary &s, int d) {
    const auto [it, fresh] = index.try_emplace(s, int(nodes.size()));
    if (fresh) {
      nodes.push_back(s);
      depth.push_back(d);
    }
    return it->second;
  }
};

Graph explore() {
  Graph g;
  for (int k = 0; k < KindCount; ++k)
    g.intern(alone(k), 1);
  for (size_t n = 0; n < g.nodes.size(); ++n) {
    std::array<Edge, LabelCount> row;
    for (const Label &l : Labels) {
      const Summary s = g.nodes[n];
      const bool race = races(s, l), replace = race || replaces(s, l);
      const Summary next = race ? alone(l.kind) : follow(s, l, replace);
      row[l.column] = {g.intern(next, g.depth[n] + 1), race, replace};
    }
    g.edges.push_back(row);
  }
  return g;
}

using Partition = std::vector<int>;

/// Moore's refinement: nodes stay together while their outputs agree and their
/// successors are together. `output` is the first guess.
Partition refine(const Graph &g, Partition part) {
  for (size_t classes = 0;;) {
    std::map<std::vector<int>, int> seen;
    Partition next(part.size());
    for (size_t n = 0; n < part.size(); ++n) {
      std::vector<int> key{part[n]};
      for (const Edge &e : g.edges[n])
        key.push_back(part[e.next]);
      next[n] = seen.try_emplace(key, int(seen.size())).first->second;
    }
    part = next;
    if (seen.size() == classes)
      return part;
    classes = seen.size();
  }
}

template <class Output> Partition outputs(const Graph &g, Output output) {
  std::map<std::vector<int>, int> seen;
  Partition part;
  for (size_t n = 0; n < g.nodes.size(); ++n) {
    std::vector<int> key;
    for (const Label &l : Labels)
      key.push_back(output(int(n), l));
    part.push_back(seen.try_emplace(key, int(seen.size())).first->second);
  }
  return part;
}

int sizeOf(const Partition &part) { return *std::max_element(part.begin(), part.end()) + 1; }

//===--- The machine -------------------------------------------------------===//

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

/// Histories of at most this many accesses keep apart states that differ only
/// in whether the anchor's line may be blamed; beyond it the line may be
/// unknown. The largest value that fits StateBits.
constexpr int PreciseDepth = 3;

Partition minimise(const Graph &g) {
  const Partition verdict =
      refine(g, outputs(g, [&](int n, const Label &l) { return int(g.edges[n][l.column].race); }));
  std::vector<int> depth(sizeOf(verdict), PreciseDepth + 1);
  for (size_t n = 0; n < g.nodes.size(); ++n)
    depth[verdict[n]] = std::min(depth[verdict[n]], g.depth[n]);
  return refine(g, outputs(g, [&](int n, const Label &l) {
                  const bool race = g.edges[n][l.column].race;
                  return race + (race && depth[verdict[n]] <= PreciseDepth &&
                                 blamesAnchor(g.nodes[n], l));
                }));
}

bool simpler(const Summary &a, const Summary &b) { return factsOf(a).size() < factsOf(b).size(); }

/// One state per class, with the edges of its simplest member.
Machine collapse(const Graph &g, const Partition &part) {
  Machine m(sizeOf(part));
  std::vector<int> best(m.size(), -1);
  for (size_t n = 0; n < g.nodes.size(); ++n)
    if (int &b = best[part[n]]; b < 0 || simpler(g.nodes[n], g.nodes[b]))
      b = int(n);
  for (size_t c = 0; c < m.size(); ++c) {
    m[c].summary = g.nodes[best[c]];
    m[c].row = g.edges[best[c]];
    for (Edge &e : m[c].row)
      e.next = part[e.next];
  }
  return m;
}

/// Runs the machine beside the definition. Members of a class may differ in
/// policy; this shows that following the simplest one is right for all, and
/// collects what each state can stand for.
bool closes(Machine &m, const Graph &g, const Partition &part) {
  std::deque<std::pair<Summary, int>> work;
  const auto reach = [&](const Summary &s, int state) {
    if (m[state].members.insert(s).second)
      work.push_back({s, state});
  };
  for (int k = 0; k < KindCount; ++k)
    reach(alone(k), part[g.index.at(alone(k))]);
  for (; !work.empty(); work.pop_front()) {
    const auto [s, state] = work.front();
    for (const Label &l : Labels) {
      const Edge &e = m[state].row[l.column];
      if (races(s, l) != e.race)
        return false;
      if (!e.race)
        reach(follow(s, l, e.replace), e.next);
    }
  }
  return true;
}

//===--- Whom to blame -----------------------------------------------------===//

template <class Test> bool everyMember(const State &s, Test test) {
  return std::all_of(s.members.begin(), s.members.end(), test);
}

bool anchorRaces(const State &s, const Label &l) {
  return everyMember(s, [&](const Summary &m) { return blamesAnchor(m, l); });
}

/// Level to report; the anchor's own accesses name its thread.
int levelOf(const Fact &f, const Label &l) { return f.reach == 0 ? 0 : closest(f.reach, l); }

/// Every history of the state has a race with an access at this level.
bool levelHolds(const State &s, const Label &l, int level) {
  return everyMember(s, [&](const Summary &m) {
    const std::vector<Fact> facts = factsOf(m);
    return std::any_of(facts.begin(), facts.end(), [&](const Fact &f) {
      return races(f, l) && (levelOf(f, l) == level || closest(f.reach, l) == level);
    });
  });
}

/// The line of `f` may be named for this race, or no line with the same level.
bool answers(const State &s, const Fact &f, const Label &l) {
  return surelyRaces(f, l) && levelHolds(s, l, levelOf(f, l));
}

std::vector<Label> open(const State &s) {
  std::vector<Label> labels;
  for (const Label &l : Labels)
    if (s.row[l.column].race && !anchorRaces(s, l))
      labels.push_back(l);
  return labels;
}

int answered(const State &s, const Fact &f) {
  const std::vector<Label> labels = open(s);
  return int(std::count_if(labels.begin(), labels.end(),
                           [&](const Label &l) { return answers(s, f, l); }));
}

/// The fact that names most of the races the anchor cannot be blamed for.
void chooseOther(State &s) {
  int best = 0;
  for (const Fact &f : factsOf(s.summary))
    if (const int n = answered(s, f); n > best) {
      best = n;
      s.other = {f};
    }
}

/// `meaning` names the same races in `s` as the fact chosen there does.
bool serves(const State &s, const Fact &meaning) {
  if (s.other.empty())
    return false;
  for (const Label &l : open(s))
    if (answers(s, s.other[0], l) &&
        !(answers(s, meaning, l) && levelOf(meaning, l) == levelOf(s.other[0], l)))
      return false;
  return true;
}

/// Facts that the other site stands for after this step, if it is kept.
std::set<Fact> keptMeanings(const State &s, const Label &l) {
  const Edge &e = s.row[l.column];
  const bool newAnchor = e.replace && (l.synced || l.level > 0);
  std::set<Fact> meanings;
  for (const Fact &f : s.otherMeanings)
    meanings.insert({newAnchor ? moved(f.reach, l) : f.reach, f.kind});
  return meanings;
}

/// Without a barrier, an access at the new anchor's distance from the old one
/// may be the new anchor's own.
bool keepsSense(const State &s, const Label &l) {
  if (!s.row[l.column].replace || l.synced || l.level == 0)
    return true;
  return std::none_of(s.otherMeanings.begin(), s.otherMeanings.end(),
                      [&](const Fact &f) { return f.reach == l.level; });
}

std::set<Fact> anchorMeanings(const State &s, const Label &l) {
  std::set<Fact> meanings;
  for (const Summary &m : s.members)
    meanings.insert({l.synced || l.level > 0 ? moved(0, l) : 0, m.anchor});
  return meanings;
}

bool allServe(const State &target, const std::set<Fact> &meanings) {
  return std::all_of(meanings.begin(), meanings.end(),
                     [&](const Fact &f) { return serves(target, f); });
}

/// Sets the action of one edge and tells the target what its other site may
/// mean. True if that is news.
bool settle(Machine &m, int from, const Label &l) {
  State &s = m[from];
  const Edge &e = s.row[l.column];
  State &t = m[e.next];
  OtherAction &action = s.otherAction[l.column];
  const bool stays = e.next == from && !e.replace;
  const std::set<Fact> kept = keptMeanings(s, l), old = anchorMeanings(s, l);
  const bool mayKeep = !s.other.empty() && keepsSense(s, l) && allServe(t, kept);
  std::set<Fact> meanings;
  action = OtherAction::Clear;
  if (e.race || (t.other.empty() && !stays))
    return false;
  if (stays && (mayKeep || s.other.empty() || (l.synced && !e.replace)))
    action = OtherAction::Keep;
  else if (e.replace && allServe(t, old))
    action = OtherAction::TakeAnchor, meanings = old;
  else if (!e.replace && !l.synced && serves(t, {l.level, l.kind}))
    action = OtherAction::TakeMine, meanings = {{l.level, l.kind}};
  else if (mayKeep)
    action = OtherAction::Keep, meanings = kept;
  const size_t before = t.otherMeanings.size();
  t.otherMeanings.insert(meanings.begin(), meanings.end());
  return t.otherMeanings.size() != before;
}

Blame blameOf(const State &s, const Label &l) {
  if (!s.row[l.column].race)
    return Blame::None;
  if (anchorRaces(s, l))
    return Blame::Anchor;
  const std::set<Fact> &other = s.otherMeanings;
  if (!other.empty()) {
    const int level = levelOf(*other.begin(), l);
    if (std::all_of(other.begin(), other.end(),
                    [&](const Fact &f) { return answers(s, f, l) && levelOf(f, l) == level; }))
      return Blame(int(Blame::OtherThread) + level);
  }
  for (int level = 0; level <= GridLevel; ++level)
    if (levelHolds(s, l, level))
      return Blame(int(Blame::UnknownThread) + level);
  throw std::logic_error("a race without a certain level");
}

void assignBlame(Machine &m) {
  for (State &s : m)
    chooseOther(s);
  for (bool news = true; news;) {
    news = false;
    for (size_t n = 0; n < m.size(); ++n)
      for (const Label &l : Labels)
        news |= settle(m, int(n), l);
  }
  for (State &s : m)
    for (const Label &l : Labels)
      s.blame[l.column] = blameOf(s, l);
}

//===--- Output ------------------------------------------------------------===//

std::string factName(const Fact &f) {
  static const char *Own[] = {"own", "group", "warp", "block", "grid"};
  static const char *Seen[] = {"", "sawGroup", "sawWarp", "sawBlock"};
  return std::string(f.reach < 0 ? Seen[-f.reach] : Own[f.reach]) + ShortNames[f.kind];
}

std::string nameOf(const Summary &s) {
  std::string name = ShortNames[s.anchor];
  for (const Fact &f : factsOf(s))
    if (f != Fact{0, s.anchor})
      name += "_" + factName(f);
  return name;
}

std::string factWords(const Fact &f) {
  const std::string kind = KindNames[f.kind];
  if (f.reach == 0)
    return kind + " by the anchor thread";
  if (f.reach < 0)
    return kind + " seen by the " + LevelNames[-f.reach];
  return kind + " by another thread of the " + LevelNames[f.reach];
}

std::string meaningOf(const State &s) {
  std::string words = KindNames[s.summary.anchor];
  for (const Fact &f : factsOf(s.summary))
    if (f != Fact{0, s.summary.anchor})
      words += "; " + factWords(f);
  return words;
}

Transition entryOf(const State &s, int column) {
  const Edge &e = s.row[column];
  return makeTransition(unsigned(e.next) + 1, e.replace ? AnchorAction::Replace : AnchorAction::Keep,
                        s.otherAction[column], s.blame[column]);
}

void printRow(std::ostream &out, const std::string &state, int kind,
              const std::vector<Transition> &row) {
  out << "WARPSAN_ROW(" << state << ", " << KindNames[kind];
  for (const Transition &t : row)
    out << ", " << t.bits;
  out << ")\n";
}

void printRows(std::ostream &out, const State &s) {
  for (int k = 0; k < KindCount; ++k) {
    std::vector<Transition> row;
    for (int p = 0; p < int(PositionCount); ++p)
      row.push_back(entryOf(s, k * int(PositionCount) + p));
    printRow(out, nameOf(s.summary), k, row);
  }
}

void printEmptyRows(std::ostream &out, const Machine &m) {
  for (int k = 0; k < KindCount; ++k) {
    const auto it = std::find_if(m.begin(), m.end(),
                                 [&](const State &s) { return s.summary == alone(k); });
    const Transition first = makeTransition(unsigned(it - m.begin()) + 1, AnchorAction::Replace,
                                            OtherAction::Clear, Blame::None);
    printRow(out, "Empty", k, std::vector<Transition>(PositionCount, first));
  }
}

void printTable(std::ostream &out, const Machine &m) {
  out << "// Generated by tools/fsm-generate.cpp; do not edit. Meanings: docs/fsm.md.\n"
         "#ifdef WARPSAN_STATE\nWARPSAN_STATE(Empty)\n";
  for (const State &s : m)
    out << "WARPSAN_STATE(" << nameOf(s.summary) << ")\n";
  out << "#undef WARPSAN_STATE\n#endif\n\n#ifdef WARPSAN_ROW\n// state, class";
  for (const char *name : PositionNames)
    out << ", " << name;
  out << "\n";
  printEmptyRows(out, m);
  for (const State &s : m)
    printRows(out, s);
  out << "#undef WARPSAN_ROW\n#endif\n";
}

} // namespace

int main(int argc, char **argv) {
  const Graph g = explore();
  const Partition part = minimise(g);
  Machine m = collapse(g, part);
  if (!columnsAreExact() || !closes(m, g, part))
    return 1;
  assignBlame(m);
  std::map<int, int> count;
  for (const State &s : m)
    for (const Label &l : Labels)
      ++count[int(s.blame[l.column])];
  for (auto [b, n] : count)
    std::cout << b << ": " << n << "\n";
  std::cout << m.size() << " states\n";
  std::ofstream table(std::string(argv[1]) + "/core/fsm_table.def");
  printTable(table, m);
}
