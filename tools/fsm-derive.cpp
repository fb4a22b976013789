//===- fsm-derive.cpp - Derives the state machine of core/fsm.h ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing here is a hand-written table: the definition is conflict() (what two
// accesses do to each other) and moved() (what a barrier or a change of the
// anchor does to what is known). The rest explores and minimises. docs/fsm.md
// holds the reasoning; test/model proves the result.
//===----------------------------------------------------------------------===//
#include "fsm-derive.h"

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>

namespace warpsan::fsm {

bool isAtomic(AccessKind kind) { return kind >= AccessKind::AtomicLoad; }

AccessClass columnOf(const Event &event) {
  return classify(event.kind, !isAtomic(event.kind) ? Scope::None
                              : event.blockScope    ? Scope::Block
                                                    : Scope::Device);
}

const Event &eventOf(int kind) { return Events[kind]; }

std::vector<Fact> factsOf(const Summary &s) {
  std::vector<Fact> facts;
  for (int k = 0; k < KindCount; ++k)
    if (s.reach[k] != Absent)
      facts.push_back({s.reach[k], k});
  return facts;
}

Summary alone(int kind) {
  Summary s;
  s.reach.fill(Absent);
  s.reach[kind] = 0;
  s.anchor = kind;
  return s;
}

namespace {

//===--- Alphabet ----------------------------------------------------------===//

bool writes(AccessKind kind) { return kind != AccessKind::Read && kind != AccessKind::AtomicLoad; }

/// The definition of a race, for two unordered accesses by different threads.
bool conflict(const Event &a, const Event &b, bool otherBlock) {
  if (!writes(a.kind) && !writes(b.kind))
    return false;
  if (!isAtomic(a.kind) || !isAtomic(b.kind))
    return true;
  return otherBlock && (a.blockScope || b.blockScope);
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
  for (int k = 0; k < KindCount; ++k)
    if (int(columnOf(eventOf(k))) != k)
      return false;
  for (const Event &a : Events)
    for (const Event &b : Events)
      if ((columnOf(a) == columnOf(b)) != sameConflicts(a, b))
        return false;
  return true;
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

std::vector<Label> makeLabels() {
  std::vector<Label> labels;
  for (int k = 0; k < KindCount; ++k)
    for (int p = 0; p < int(PositionCount); ++p)
      labels.push_back(
          {p > GridLevel, p > GridLevel ? p - GridLevel : p, k, k * int(PositionCount) + p});
  return labels;
}
const std::vector<Label> Labels = makeLabels();

//===--- What is known of past accesses ------------------------------------===//

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
int closest(int reach, const Label &l) { return l.synced ? reach : std::max(l.level, reach); }

bool races(const Fact &f, const Label &l) {
  return unordered(f.reach, l) && conflicting(f.kind, l.kind, closest(f.reach, l) == GridLevel);
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

template <class Output>
Partition outputs(const Graph &g, Output output) {
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

/// Histories of at most this many accesses keep apart states that differ only
/// in whether the anchor's line may be blamed; beyond it the line may be
/// unknown. The largest value that fits StateBits.
constexpr int PreciseDepth = 3;

Partition byVerdict(const Graph &g) {
  return refine(g,
                outputs(g, [&](int n, const Label &l) { return int(g.edges[n][l.column].race); }));
}

Partition minimise(const Graph &g) {
  const Partition verdict = byVerdict(g);
  std::vector<int> depth(sizeOf(verdict), PreciseDepth + 1);
  for (size_t n = 0; n < g.nodes.size(); ++n)
    depth[verdict[n]] = std::min(depth[verdict[n]], g.depth[n]);
  return refine(g, outputs(g, [&](int n, const Label &l) {
                  const bool race = g.edges[n][l.column].race;
                  return race +
                         (race && depth[verdict[n]] <= PreciseDepth && blamesAnchor(g.nodes[n], l));
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

template <class Test>
bool everyMember(const State &s, Test test) {
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

struct OtherChoice {
  OtherAction action;
  std::set<Fact> meanings; ///< of the other site in the target
};

/// The source that names the same races in the target as the fact chosen
/// there; else none. A line just seen goes before one that may be missing.
OtherChoice pickOther(const State &s, const State &target, const Label &l) {
  const Edge &e = s.row[l.column];
  const std::set<Fact> kept = keptMeanings(s, l), old = anchorMeanings(s, l);
  const Fact mine{l.level, l.kind};
  const bool mayKeep = !s.other.empty() && keepsSense(s, l) && allServe(target, kept);
  const bool unchanged = &s == &target && !e.replace;
  if (unchanged && (mayKeep || s.other.empty() || l.synced))
    return {OtherAction::Keep, kept};
  if (target.other.empty())
    return {OtherAction::Clear, {}};
  if (e.replace && allServe(target, old))
    return {OtherAction::TakeAnchor, old};
  if (!e.replace && !l.synced && serves(target, mine))
    return {OtherAction::TakeMine, {mine}};
  if (mayKeep)
    return {OtherAction::Keep, kept};
  return {OtherAction::Clear, {}};
}

/// Sets the action of one edge and tells the target what its other site may
/// mean. True if that is news.
bool settle(Machine &m, State &s, const Label &l) {
  const Edge &e = s.row[l.column];
  s.otherAction[l.column] = OtherAction::Clear;
  if (e.race)
    return false;
  State &target = m[e.next];
  const OtherChoice choice = pickOther(s, target, l);
  s.otherAction[l.column] = choice.action;
  const size_t before = target.otherMeanings.size();
  target.otherMeanings.insert(choice.meanings.begin(), choice.meanings.end());
  return target.otherMeanings.size() != before;
}

/// All meanings of the other site answer with one level; else -1.
int otherLevel(const State &s, const Label &l) {
  int level = -1;
  for (const Fact &f : s.otherMeanings) {
    if (!answers(s, f, l) || (level >= 0 && levelOf(f, l) != level))
      return -1;
    level = levelOf(f, l);
  }
  return level;
}

Blame blameOf(const State &s, const Label &l) {
  if (!s.row[l.column].race)
    return Blame::None;
  if (anchorRaces(s, l))
    return Blame::Anchor;
  if (const int level = otherLevel(s, l); level >= 0)
    return Blame(int(Blame::OtherThread) + level);
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
    for (State &s : m)
      for (const Label &l : Labels)
        news |= settle(m, s, l);
  }
  for (State &s : m)
    for (const Label &l : Labels)
      s.blame[l.column] = blameOf(s, l);
}

} // namespace

Derivation derive() {
  const Graph g = explore();
  const Partition part = minimise(g);
  Derivation d{collapse(g, part), g.nodes.size(), sizeOf(byVerdict(g)), ""};
  if (!columnsAreExact())
    d.error = "classify() joins or splits accesses that it must not";
  else if (d.machine.size() + 1 > 1u << StateBits)
    d.error = "more states than StateBits can number";
  else if (!closes(d.machine, g, part))
    d.error = "merged states do not behave as one";
  else
    assignBlame(d.machine);
  return d;
}

} // namespace warpsan::fsm
