//===- program_kernel.cpp - Programs as kernels ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/program_kernel.h"
#include "test/oracle/oracle.h"
#include "test/oracle/sites.h"
#include "test/oracle/trace.h"
#include <algorithm>
#include <map>

namespace warpsan::oracle {

namespace {

constexpr uint32_t WarpThreads = 32;

/// Operations of one thread, by number, from one barrier to the next.
struct Span {
  uint32_t thread; ///< in the grid
  uint32_t begin, end;
};
using Team = std::vector<Span>;

class Converter {
public:
  explicit Converter(const Program &given) : program(given) {}
  std::optional<ProgramKernel> convert();

private:
  std::optional<std::vector<Team>> split(const Team &team, Act barrier) const;
  bool addBlock(uint32_t block);
  bool addInterval(const Team &block, std::vector<Statement> &list);
  bool addWarp(const Team &warp, std::vector<Statement> &list);
  void addAccesses(const Span &span, std::vector<Statement> &list);
  void meet(const Team &team, bool isLast, Statement::Type type, std::vector<Statement> &list);
  void note(uint32_t thread, uint32_t operation, bool leaves) {
    Note note{};
    note.thread = thread;
    note.operation = operation;
    note.leaves = leaves;
    notes.push_back(note);
  }
  Statement make(Statement::Type type) {
    Statement statement;
    statement.type = type;
    statement.number = result.kernel.statements++;
    return statement;
  }
  Statement accessOf(const Operation &operation);
  Statement branch(Operator what, uint32_t divisor, uint32_t number, std::vector<Statement> body);
  void findRacing();

  const Program &program;
  ProgramKernel result;
  std::vector<Note> notes;                                      ///< of one schedule
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> statements; ///< by thread and operation
};

/// What lies between barriers; nothing if threads have not equally many of them.
std::optional<std::vector<Team>> Converter::split(const Team &team, Act barrier) const {
  std::vector<Team> intervals;
  for (const Span &span : team) {
    size_t interval = 0;
    Span rest = span;
    for (uint32_t i = span.begin; i <= span.end; ++i) {
      if (i < span.end && program.lists[span.thread][i].act != barrier)
        continue;
      if (interval == intervals.size())
        intervals.emplace_back();
      intervals[interval++].push_back({span.thread, rest.begin, i});
      rest.begin = i + 1;
    }
  }
  for (const Team &interval : intervals)
    if (interval.size() != team.size())
      return std::nullopt;
  return intervals;
}

Statement Converter::branch(Operator what, uint32_t divisor, uint32_t number,
                            std::vector<Statement> body) {
  const auto constant = [](uint32_t value) { return Expression{Operator::Constant, value, {}}; };
  const Expression quotient{Operator::Divide, 0, {{what, 0, {}}, constant(divisor)}};
  Statement statement = make(Statement::If);
  statement.condition = {Operator::Equal, 0, {quotient, constant(number)}};
  statement.body = std::move(body);
  return statement;
}

Statement Converter::accessOf(const Operation &operation) {
  const KindInfo &info = infoOf(operation.site);
  const auto type = info.order != Order::Weak ? Statement::Strong
                    : info.form == Form::Read ? Statement::Read
                                              : Statement::Write;
  Statement statement = make(type);
  statement.kind = kindOf(operation.site);
  statement.array = statement.otherArray = operation.isShared ? 0 : 1;
  statement.bytes = info.bytes;
  statement.index = {Operator::Constant, operation.offset / info.bytes, {}};
  statement.value = {Operator::Constant, uint32_t(operation.value), {}};
  return statement;
}

void Converter::addAccesses(const Span &span, std::vector<Statement> &list) {
  std::vector<Statement> body;
  for (uint32_t i = span.begin; i < span.end; ++i) {
    body.push_back(accessOf(program.lists[span.thread][i]));
    statements[{span.thread, i}] = body.back().number;
    note(span.thread, i, false);
  }
  if (!body.empty())
    list.push_back(branch(Operator::ThreadX, 1, span.thread % program.threads, std::move(body)));
}

/// The barrier behind an interval, if there is one.
void Converter::meet(const Team &team, bool isLast, Statement::Type type,
                     std::vector<Statement> &list) {
  if (isLast)
    return;
  list.push_back(make(type));
  for (const bool leaves : {false, true})
    for (const Span &span : team)
      note(span.thread, span.end, leaves);
}

bool Converter::addWarp(const Team &warp, std::vector<Statement> &list) {
  const auto intervals = split(warp, Act::WarpBarrier);
  if (!intervals)
    return false;
  std::vector<Statement> body;
  for (const Team &interval : *intervals) {
    for (const Span &span : interval)
      addAccesses(span, body);
    meet(interval, &interval == &intervals->back(), Statement::WarpBarrier, body);
  }
  if (!body.empty())
    list.push_back(branch(Operator::ThreadX, WarpThreads,
                          warp.front().thread % program.threads / WarpThreads, std::move(body)));
  return true;
}

bool Converter::addInterval(const Team &block, std::vector<Statement> &list) {
  for (size_t begin = 0; begin < block.size(); begin += WarpThreads) {
    const size_t end = std::min<size_t>(begin + WarpThreads, block.size());
    if (!addWarp(Team(block.begin() + begin, block.begin() + end), list))
      return false;
  }
  return true;
}

bool Converter::addBlock(uint32_t block) {
  Team team;
  for (uint32_t i = 0; i < program.threads; ++i) {
    const uint32_t thread = block * program.threads + i;
    team.push_back({thread, 0, uint32_t(program.lists[thread].size())});
  }
  const auto intervals = split(team, Act::BlockBarrier);
  if (!intervals)
    return false;
  std::vector<Statement> body;
  for (const Team &interval : *intervals) {
    if (!addInterval(interval, body))
      return false;
    meet(interval, &interval == &intervals->back(), Statement::Barrier, body);
  }
  result.kernel.body.push_back(branch(Operator::BlockX, 1, block, std::move(body)));
  return true;
}

void Converter::findRacing() {
  Rules rules;
  rules.seenIsOrdered = false; // no fences
  const auto statementOf = [&](uint32_t event) {
    return statements.at({notes[event].thread, notes[event].operation});
  };
  for (const Race &race : findRaces(eventsOf(program, notes), rules))
    result.racing.insert(std::minmax(statementOf(race.first), statementOf(race.second)));
}

std::optional<ProgramKernel> Converter::convert() {
  constexpr uint32_t Bytes = 8;
  result.kernel.shape = {{program.blocks, 1}, {program.threads, 1}};
  result.kernel.locals = 1;
  for (const Array::Space space : {Array::Shared, Array::Parameter})
    result.kernel.arrays.push_back({space, Bytes, MemoryBytes / Bytes});
  for (uint32_t block = 0; block < program.blocks; ++block)
    if (!addBlock(block))
      return std::nullopt;
  findRacing();
  return std::move(result);
}

} // namespace

std::optional<ProgramKernel> kernelOf(const Program &program) {
  return Converter(program).convert();
}

} // namespace warpsan::oracle
