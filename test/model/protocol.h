//===- protocol.h - All interleavings of updates of cells ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state machine is one thing, the way from an access to the cells of its line,
// words and bytes another: loads and compare-and-swaps of threads that run at the same
// time. Here a few warps, or lanes of one, make a few accesses of two words of a line,
// and every order of their single loads and swaps is tried. What a load or a swap makes
// of the cell is decided by core/, as on the device; which cell is next, and when the
// quick path gives up, is written anew (rt/device_quick.cuh, rt/device_shadow.cuh).
//
// Which accesses race follows from the program alone: their bytes, kinds, threads, and
// the barriers before them. What is promised, in every interleaving:
//  * a race that is told is one: the access has it with one that fits what is said;
//  * for each byte with a race at least one is told;
//  * every thread comes to its end (worlds never repeat, so swaps are not lost for ever).
//===----------------------------------------------------------------------===//
#pragma once
#include "core/line.h"
#include "step_detector.h"

#include <array>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace protocol {

using explorer::Digest;
using explorer::DigestHash;
using explorer::Epoch;
using explorer::Layout;
using warpsan::AccessClass;
using warpsan::Cell;
using warpsan::CellEntry;
using warpsan::CellRole;
using warpsan::RowPlace;

inline constexpr unsigned WordBytes = 4;
/// Words of the line that have cells here. In the last one races may be missed: lanes of a
/// row that goes on by word leave it out, so that there are fewer orders to try.
inline constexpr std::array<unsigned, 3> WordNumbers = {0, 1, 9};
inline constexpr unsigned JudgedBytes = 2 * WordBytes;

/// What one lane accesses: bytes from the first of word WordNumbers[0] on.
struct LaneAccess {
  unsigned lane, from, size;
  unsigned end() const { return from + size; }
};

struct Instruction {
  enum Type { Access, Row, WarpBarrier, BlockBarrier } type = Access;
  AccessClass kind = AccessClass::Read;
  std::vector<LaneAccess> lanes = {}; ///< run at the same time
  RowPlace place = {};                ///< of a row
  bool uniform = false;               ///< read of one site in all programs
};

/// Threads of one warp that run one program: a whole warp, if it has rows.
struct Agent {
  unsigned warp; ///< in the grid; two are a block
  std::vector<Instruction> program;
};
using Program = std::vector<Agent>;

inline unsigned blockOf(unsigned warp) { return warp / 2; }

inline constexpr uint32_t UniformSite = 60;

/// One lane's access in the program.
struct Event {
  unsigned agent, instruction, warp;
  LaneAccess at;
  AccessClass kind;
  unsigned blockClock, warpClock;
  bool uniform;

  uint64_t thread() const {
    return uint64_t(blockOf(warp)) << Layout.threadInBlock | (warp % 2) * 32 | at.lane;
  }
  uint32_t site() const { return uniform ? UniformSite : agent * 16 + instruction; }
};

/// Which accesses race. Shares no code with core/.
class Truth {
public:
  explicit Truth(const Program &program) {
    for (unsigned agent = 0; agent < program.size(); ++agent)
      enter(program[agent], agent);
  }

  const Event &event(unsigned agent, unsigned instruction, unsigned lane) const {
    return events[first.at({agent, instruction}) + lane];
  }

  bool races(const Event &x, const Event &y) const {
    if (x.thread() == y.thread() || !overlap(x, y))
      return false;
    const bool sameBlock = blockOf(x.warp) == blockOf(y.warp);
    if (sameBlock && x.blockClock != y.blockClock)
      return false;
    if (x.warp == y.warp && x.warpClock != y.warpClock)
      return false;
    return oracle::conflict(accessOf(x.kind), accessOf(y.kind), sameBlock);
  }

  /// Bit b: byte b is part of a race.
  unsigned racyBytes() const {
    unsigned bytes = 0;
    for (const Event &x : events)
      for (const Event &y : events)
        if (races(x, y))
          for (unsigned b = std::max(x.at.from, y.at.from); b < std::min(x.at.end(), y.at.end());
               ++b)
            bytes |= 1u << b;
    return bytes;
  }

  /// Whether the access, in some of the bytes [from, to), has a race as it was told.
  bool holds(const Event &x, unsigned from, unsigned to, const warpsan::Verdict &verdict) const {
    return std::any_of(events.begin(), events.end(), [&](const Event &y) {
      return y.at.from < to && from < y.at.end() && races(x, y) && fits(x, y, verdict);
    });
  }

private:
  void enter(const Agent &agent, unsigned number) {
    unsigned block = 0, warp = 0;
    for (unsigned i = 0; i < agent.program.size(); ++i) {
      const Instruction &instruction = agent.program[i];
      first[{number, i}] = unsigned(events.size());
      for (const LaneAccess &lane : instruction.lanes)
        events.push_back({number, i, agent.warp, lane, instruction.kind, block, warp,
                          instruction.uniform && instruction.kind == AccessClass::Read});
      warp += instruction.type == Instruction::WarpBarrier;
      if (instruction.type == Instruction::BlockBarrier)
        ++block, warp = 0;
    }
  }

  static bool overlap(const Event &x, const Event &y) {
    return x.at.from < y.at.end() && y.at.from < x.at.end();
  }
  static oracle::Access accessOf(AccessClass kind) {
    for (const explorer::Column &column : explorer::Columns)
      if (column.kind == kind)
        return column.access;
    return {};
  }
  static bool fits(const Event &x, const Event &y, const warpsan::Verdict &v) {
    using warpsan::Relation;
    if (v.site != warpsan::abi::UnknownSite && v.site != y.site())
      return false;
    if (v.known == warpsan::abi::Known::Thread && v.thread != y.thread())
      return false;
    const Relation relation = x.warp == y.warp                     ? Relation::Warp
                              : blockOf(x.warp) == blockOf(y.warp) ? Relation::Block
                                                                   : Relation::Grid;
    return v.relation == relation;
  }

  std::vector<Event> events;
  std::map<std::pair<unsigned, unsigned>, unsigned> first; ///< event of (agent, instruction)
};

enum class Level : uint8_t { Row, Line, Word, Byte };

/// One lane's way through its cells, or a whole row's first attempt.
struct Walk {
  Level level = Level::Line;
  uint8_t at = 0; ///< next byte
  bool quick = true;
  bool swaps = false; ///< `old` was seen, and is now to be replaced
  bool done = true;
  Cell old = 0;
};

inline constexpr unsigned MaxAgents = 3, MaxLanes = 2;

struct AgentState {
  uint8_t next = 0; ///< instruction
  bool started = false;
  std::array<Walk, MaxLanes> walks{};
};

/// Of the line, its words and their bytes.
inline constexpr unsigned FirstWordCell = 1, FirstByteCell = FirstWordCell + WordNumbers.size();
inline constexpr unsigned CellCount = FirstByteCell + WordNumbers.size() * WordBytes;

inline unsigned cellOf(const Walk &walk) {
  if (walk.level <= Level::Line)
    return 0;
  return walk.level == Level::Word ? FirstWordCell + walk.at / WordBytes : FirstByteCell + walk.at;
}

struct World {
  std::array<Cell, CellCount> cells{};
  std::array<AgentState, MaxAgents> agents{};
  unsigned told = 0;    ///< bytes of which a race was told
  unsigned settled = 0; ///< bit c: uniform reads have seen cell c as read by all, or could have
};

struct Result {
  size_t programs = 0, racy = 0, worlds = 0, told = 0, falseAlarms = 0, misses = 0, stuck = 0;
  unsigned longest = 0; ///< most loads and swaps of a run
  std::string example;  ///< of the first fault

  bool clean() const { return falseAlarms + misses + stuck == 0; }
};

struct Protocol {
  bool withLines = true;
  bool knowsRaces = false; ///< the quick path restarts a cell alone (raceKnown in rt/device_rt.cu)
  bool withSwaps = true;   ///< else stores, which lose what others wrote meanwhile
};

/// Explores one program at a time.
class Explorer {
public:
  explicit Explorer(Protocol explored) : protocol(explored) {}

  void run(const Program &explored) {
    program = &explored;
    const Truth known(explored);
    truth = &known;
    racyBytes = known.racyBytes() & ((1u << JudgedBytes) - 1);
    lengths.clear();
    World start;
    settle(start);
    result.longest = std::max(result.longest, visit(start));
    result.worlds += lengths.size();
    ++result.programs;
    result.racy += racyBytes != 0;
  }

  Result result;

private:
  /// Loads and swaps that may still come, at the most.
  unsigned visit(const World &world) {
    const auto [entry, isNew] = lengths.try_emplace(digestOf(world), Open);
    unsigned &length = entry->second; // stays where it is when others are added
    if (!isNew) {
      if (length == Open)
        fault(result.stuck, "worlds repeat");
      return length;
    }
    const std::vector<Turn> turns = turnsOf(world);
    if (turns.empty())
      judge(world);
    unsigned longest = 0;
    for (const Turn turn : turns) {
      World next = world;
      advance(next, turn.agent, turn.lane);
      longest = std::max(longest, 1 + visitSettled(next));
      if (maySeeEarlier(world, turn)) {
        next = world;
        const Cell seen = world.cells[cellOf(walkOf(next, turn))];
        go(next, turn.agent, turn.lane, {seen, {}, false});
        longest = std::max(longest, 1 + visitSettled(next));
      }
    }
    return length = longest;
  }

  unsigned visitSettled(World &world) {
    for (unsigned cell = FirstWordCell; cell < FirstByteCell; ++cell)
      if (warpsan::isReadByGrid(Layout, Epoch, world.cells[cell], UniformSite))
        world.settled |= 1u << cell;
    settle(world);
    return visit(world);
  }

  struct Turn {
    unsigned agent, lane;
  };

  static Walk &walkOf(World &world, Turn turn) { return world.agents[turn.agent].walks[turn.lane]; }

  /// The first level of the cache may hold the cell as it was: isReadAnyway in the quick path.
  bool maySeeEarlier(const World &world, Turn turn) const {
    const Walk &walk = world.agents[turn.agent].walks[turn.lane];
    return walk.quick && !walk.swaps && walk.level == Level::Word &&
           (world.settled >> cellOf(walk) & 1) &&
           truth->event(turn.agent, world.agents[turn.agent].next, turn.lane).uniform;
  }

  /// Who may be next. One whose load or swap nobody can tell the time of goes first, alone.
  std::vector<Turn> turnsOf(const World &world) const {
    std::vector<Turn> turns;
    for (unsigned agent = 0; agent < program->size(); ++agent)
      for (unsigned lane = 0; lane < MaxLanes; ++lane)
        if (!world.agents[agent].walks[lane].done) {
          if (isAlone(world, {agent, lane}))
            return {{agent, lane}};
          turns.push_back({agent, lane});
        }
    return turns;
  }

  /// The cell changes no more, which holds for frozen lines only, since a word restarts
  /// after a race; or nobody else comes to it.
  bool isAlone(const World &world, Turn turn) const {
    const Walk &walk = world.agents[turn.agent].walks[turn.lane];
    if (walk.level <= Level::Line && warpsan::isFrozen(Epoch, world.cells[cellOf(walk)]))
      return true;
    for (unsigned agent = 0; agent < program->size(); ++agent)
      if (agent != turn.agent && mayCome(world, agent, walk))
        return false;
    for (unsigned lane = 0; lane < MaxLanes; ++lane)
      if (lane != turn.lane && !world.agents[turn.agent].walks[lane].done)
        return false;
    return true;
  }

  bool mayCome(const World &world, unsigned agent, const Walk &walk) const {
    const std::vector<Instruction> &code = (*program)[agent].program;
    const unsigned word = walk.at / WordBytes;
    for (unsigned i = world.agents[agent].next; i < code.size(); ++i)
      for (const LaneAccess &lane : code[i].lanes)
        if (walk.level <= Level::Line ||
            (lane.from < (word + 1) * WordBytes && word * WordBytes < lane.end()))
          return true;
    return false;
  }

  void judge(const World &world) {
    for (unsigned agent = 0; agent < program->size(); ++agent)
      if (world.agents[agent].next != (*program)[agent].program.size())
        fault(result.stuck, "a barrier is not reached");
    if ((racyBytes & ~world.told) != 0)
      fault(result.misses, "no race told");
  }

  void fault(size_t &counter, const std::string &what) {
    if (result.clean())
      result.example = what + describe();
    ++counter;
  }

  std::string describe() const {
    std::ostringstream out;
    for (const Agent &agent : *program) {
      out << "\n  warp " << agent.warp << ":";
      for (const Instruction &each : agent.program) {
        out << " " << "arwb"[each.type] << unsigned(each.kind);
        if (each.type == Instruction::Row)
          out << "/" << each.place.form << "." << each.place.part;
        for (const LaneAccess &lane : each.lanes)
          out << "(lane " << lane.lane << ": " << lane.from << "+" << lane.size << ")";
      }
    }
    return out.str();
  }

  /// What is no load or swap happens at once: the end of an instruction, the start of
  /// the next one, barriers that everybody has reached.
  void settle(World &world) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned agent = 0; agent < program->size(); ++agent)
        changed |= settleAgent(world, agent);
    }
  }

  bool settleAgent(World &world, unsigned agent) const {
    AgentState &state = world.agents[agent];
    const std::vector<Instruction> &code = (*program)[agent].program;
    if (state.next == code.size())
      return false;
    const Instruction &instruction = code[state.next];
    if (instruction.type >= Instruction::WarpBarrier)
      return passBarrier(world, agent, instruction.type);
    if (!state.started) {
      start(state, instruction);
      return true;
    }
    for (const Walk &walk : state.walks)
      if (!walk.done)
        return false;
    state.started = false;
    ++state.next;
    return true;
  }

  void start(AgentState &state, const Instruction &instruction) const {
    state.started = true;
    if (instruction.type == Instruction::Row && protocol.withLines)
      state.walks[0] = {Level::Row, 0, true, false, false, 0};
    else
      startLanes(state, instruction);
  }

  void startLanes(AgentState &state, const Instruction &instruction) const {
    for (unsigned lane = 0; lane < instruction.lanes.size(); ++lane)
      if (instruction.type != Instruction::Row || instruction.lanes[lane].from < JudgedBytes)
        state.walks[lane] = {top(), uint8_t(instruction.lanes[lane].from), true, false, false, 0};
  }

  Level top() const { return protocol.withLines ? Level::Line : Level::Word; }

  bool passBarrier(World &world, unsigned agent, Instruction::Type type) const {
    const auto meets = [&](unsigned other) {
      const unsigned mine = (*program)[agent].warp, its = (*program)[other].warp;
      return type == Instruction::WarpBarrier ? mine == its : blockOf(mine) == blockOf(its);
    };
    for (unsigned other = 0; other < program->size(); ++other) {
      const std::vector<Instruction> &code = (*program)[other].program;
      const unsigned next = world.agents[other].next;
      if (meets(other) && (next == code.size() || code[next].type != type))
        return false;
    }
    for (unsigned other = 0; other < program->size(); ++other)
      world.agents[other].next += meets(other);
    return true;
  }

  const Instruction &running(const World &world, unsigned agent) const {
    return (*program)[agent].program[world.agents[agent].next];
  }

  /// One load or swap.
  void advance(World &world, unsigned agent, unsigned lane) {
    Walk &walk = world.agents[agent].walks[lane];
    const Event &event = truth->event(agent, world.agents[agent].next, lane);
    Cell &cell = world.cells[cellOf(walk)];
    if (walk.swaps) {
      const CellEntry entry = decide(walk, event, walk.old);
      if (cell == walk.old || restarts(entry) || !protocol.withSwaps) {
        cell = entry.next;
        return go(world, agent, lane, entry);
      }
      if (walk.quick && freezesWord(walk, event) && cell != freezeEmpty())
        return giveUp(walk, event);
      walk.old = cell;
    } else {
      walk.old = cell;
    }
    if (walk.quick && gaveUp(walk, event))
      return giveUp(walk, event);
    const CellEntry entry = decide(walk, event, walk.old);
    walk.swaps = entry.next != walk.old;
    if (!walk.swaps)
      go(world, agent, lane, entry);
  }

  static Cell freezeEmpty() { return warpsan::freeze(Epoch, 0); }

  /// End of what the access has in the word.
  static unsigned pieceEnd(const Walk &walk, const Event &event) {
    return std::min((walk.at / WordBytes + 1) * WordBytes, event.at.end());
  }
  static bool freezesWord(const Walk &walk, const Event &event) {
    return walk.level == Level::Word && pieceEnd(walk, event) - walk.at != WordBytes;
  }

  CellEntry decide(const Walk &walk, const Event &event, Cell old) const {
    warpsan::Accessor me{event.thread(), event.site(), event.blockClock, event.warpClock, 0, 0};
    if (walk.level == Level::Row)
      me.thread =
          warpsan::rowThread(me.thread, (*program)[event.agent].program[event.instruction].place);
    return enterCell(Layout, Epoch, old, me, event.kind, roleOf(walk, event),
                     WordNumbers[walk.at / WordBytes]);
  }

  static CellRole roleOf(const Walk &walk, const Event &event) {
    return walk.level == Level::Row    ? CellRole::Row
           : walk.level == Level::Line ? CellRole::Lone
           : freezesWord(walk, event)  ? CellRole::Part
                                       : CellRole::Whole;
  }

  /// The quick path knows no races, nor words with a history and bytes.
  bool gaveUp(const Walk &walk, const Event &event) const {
    if (walk.level == Level::Row)
      return false;
    if (freezesWord(walk, event))
      return warpsan::epochOf(walk.old) == Epoch && walk.old != freezeEmpty();
    if (walk.level != Level::Line && warpsan::isSplit(walk.old))
      return true;
    const bool isOneCell = event.at.size == 1 || event.at.size == WordBytes;
    return decide(walk, event, walk.old).verdict.race &&
           !(walk.level != Level::Line && isOneCell && protocol.knowsRaces);
  }

  /// The access starts again, on the slow path.
  void giveUp(Walk &walk, const Event &event) const {
    walk = {top(), uint8_t(event.at.from), false, false, false, 0};
  }

  /// The cell is done with: on to the next one.
  void go(World &world, unsigned agent, unsigned lane, const CellEntry &entry) {
    AgentState &state = world.agents[agent];
    Walk &walk = state.walks[lane];
    walk.swaps = false;
    walk.old = 0;
    if (walk.level == Level::Row) {
      walk = {};
      if (entry.goesOn)
        startLanes(state, running(world, agent));
      return;
    }
    const Event &event = truth->event(agent, state.next, lane);
    const unsigned end = pieceEnd(walk, event);
    if (entry.verdict.race)
      tell(world, event, walk.at, walk.level == Level::Byte ? walk.at + 1 : end, entry.verdict);
    if (walk.level != Level::Byte && entry.goesOn) {
      walk.level = Level(unsigned(walk.level) + 1);
      return;
    }
    walk.at = uint8_t(walk.level == Level::Byte ? walk.at + 1 : end);
    if (walk.at == end)
      walk.level = top();
    if (walk.at == event.at.end())
      walk = {};
  }

  void tell(World &world, const Event &event, unsigned from, unsigned to,
            const warpsan::Verdict &verdict) {
    ++result.told;
    for (unsigned b = from; b < to; ++b)
      world.told |= 1u << b;
    if (!truth->holds(event, from, to, verdict))
      fault(result.falseAlarms, "no such race");
  }

  static Digest digestOf(const World &world) {
    Digest d{0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu};
    const auto mix = [&d](uint64_t word) {
      d.a = (d.a ^ word) * 0xff51afd7ed558ccdu;
      d.a ^= d.a >> 32;
      d.b = (d.b + word) * 0xc4ceb9fe1a85ec53u;
      d.b ^= d.b >> 29;
    };
    mix(uint64_t(world.settled) << 32 | world.told);
    for (const Cell cell : world.cells)
      mix(cell);
    for (const AgentState &agent : world.agents) {
      mix(uint64_t(agent.next) << 1 | agent.started);
      for (const Walk &walk : agent.walks) {
        mix(uint64_t(walk.level) << 16 | uint64_t(walk.at) << 8 | walk.quick << 2 |
            walk.swaps << 1 | walk.done);
        mix(walk.old);
      }
    }
    return d;
  }

  static constexpr unsigned Open = ~0u; ///< a world that is being explored

  Protocol protocol;
  const Program *program = nullptr;
  const Truth *truth = nullptr;
  unsigned racyBytes = 0;
  std::unordered_map<Digest, unsigned, DigestHash> lengths;
};

inline std::string line(const std::string &name, const Result &r) {
  std::ostringstream out;
  out << name << ": programs " << r.programs << ", racy " << r.racy << ", worlds " << r.worlds
      << ", longest " << r.longest << ", false alarms " << r.falseAlarms << ", misses " << r.misses
      << ", stuck " << r.stuck;
  return out.str();
}

} // namespace protocol
