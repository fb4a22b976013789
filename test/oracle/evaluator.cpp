//===- evaluator.cpp - Which statements of a kernel race -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/oracle/evaluator.h"
#include "test/oracle/random.h"
#include <algorithm>
#include <cstring>
#include <map>

namespace warpsan::oracle {

namespace {

constexpr uint32_t WarpThreads = 32;
constexpr size_t MostSteps = 4000; ///< of a thread
constexpr size_t MostAccesses = 6000;

bool isInt(int64_t value) { return value == int(value); }

/// One thing that a thread does; statements with bodies are several.
struct Step {
  enum Type : uint8_t { Statement, Set, Jump, JumpUnless, End };
  Type type;
  const oracle::Statement *statement = nullptr;
  const Expression *expression = nullptr; ///< to set `statement->local` to, or the condition
  size_t target = 0;                      ///< of a jump
};

/// The code of a kernel, without structure.
class Code {
public:
  explicit Code(const Kernel &kernel) {
    add(kernel.body);
    steps.push_back({Step::End});
  }
  const Step &operator[](size_t place) const { return steps[place]; }

private:
  void add(const std::vector<Statement> &list) {
    for (const Statement &statement : list)
      add(statement);
  }
  void add(const Statement &statement);
  void addBranch(const Statement &statement);
  void addLoop(const Statement &statement);
  size_t addJump(Step::Type type, const Expression *condition) {
    steps.push_back({type, nullptr, condition, 0});
    return steps.size() - 1;
  }

  std::vector<Step> steps;
  std::vector<std::vector<size_t>> breaks; ///< of each loop around
};

void Code::add(const Statement &statement) {
  switch (statement.type) {
  case Statement::Set:
    steps.push_back({Step::Set, &statement, &statement.value});
    break;
  case Statement::If:
    addBranch(statement);
    break;
  case Statement::Loop:
    addLoop(statement);
    break;
  case Statement::Break:
    breaks.back().push_back(addJump(Step::Jump, nullptr));
    break;
  case Statement::Return:
    steps.push_back({Step::End});
    break;
  default:
    steps.push_back({Step::Statement, &statement});
  }
}

void Code::addBranch(const Statement &statement) {
  const size_t over = addJump(Step::JumpUnless, &statement.condition);
  add(statement.body);
  const size_t end = addJump(Step::Jump, nullptr);
  steps[over].target = steps.size();
  add(statement.otherwise);
  steps[end].target = steps.size();
}

void Code::addLoop(const Statement &statement) {
  steps.push_back({Step::Set, &statement, &statement.index});
  const size_t head = addJump(Step::JumpUnless, &statement.condition);
  breaks.emplace_back();
  add(statement.body);
  steps.push_back({Step::Set, &statement, &statement.value});
  steps[addJump(Step::Jump, nullptr)].target = head;
  for (const size_t jump : breaks.back())
    steps[jump].target = steps.size();
  breaks.pop_back();
  steps[head].target = steps.size();
}

struct Thread {
  uint32_t number; ///< in the grid
  uint32_t block, warp;
  Index threadIdx, blockIdx;
  std::vector<uint32_t> locals;
  size_t place = 0, steps = 0;
  uint32_t blockInterval = 0, warpInterval = 0;
  const Statement *barrier = nullptr; ///< waits there
  bool hasEnded = false;

  bool waitsAt(Statement::Type type) const { return barrier && barrier->type == type; }
};

class Evaluator {
public:
  Evaluator(const Kernel &kernel, Barriers barriers);
  Evaluation run();

private:
  void runBlock(uint32_t block);
  void run(Thread &thread);
  void access(Thread &thread, const Statement &statement);
  std::vector<uint8_t> &bytesOf(const KernelAccess &access);
  uint32_t objectOf(uint32_t number, uint32_t block) const;
  bool release(std::vector<Thread *> team, Statement::Type type);
  std::vector<std::vector<Thread *>> warpsOf(std::vector<Thread> &threads) const;
  uint32_t value(const Expression &expression, const Thread &thread);
  void giveUp() { result.isValid = false; }

  const Kernel &kernel;
  const Code code;
  const Barriers barriers;
  const Index blockDim, gridDim;
  std::map<uint32_t, std::vector<uint8_t>> memory; ///< of objects
  Evaluation result;
};

Evaluator::Evaluator(const Kernel &kernel, Barriers barriers)
    : kernel(kernel), code(kernel), barriers(barriers), blockDim(kernel.shape.block),
      gridDim(kernel.shape.grid) {}

uint32_t Evaluator::value(const Expression &expression, const Thread &thread) {
  switch (expression.op) {
  case Operator::Constant:
    return expression.number;
  case Operator::Local:
    return thread.locals[expression.number];
  case Operator::Parameter:
    return kernel.parameters[expression.number];
  default:
    break;
  }
  uint32_t operands[3] = {};
  for (size_t i = 0; i < expression.operands.size(); ++i)
    operands[i] = value(expression.operands[i], thread);
  const auto [a, b, c] = operands;
  const Index threadIdx = thread.threadIdx, blockIdx = thread.blockIdx;
  switch (expression.op) {
#define ORACLE_OPERATOR(Name, Operands, Value, IsDefined)                                          \
  case Operator::Name:                                                                             \
    if (IsDefined)                                                                                 \
      return Value;                                                                                \
    break;
#include "test/oracle/operators.def"
  default:
    break;
  }
  giveUp();
  return 0;
}

uint32_t Evaluator::objectOf(uint32_t number, uint32_t block) const {
  const auto isUnsized = [](const Array &array) { return array.space == Array::Unsized; };
  const Array &array = kernel.arrays[number];
  if (isUnsized(array))
    number = std::ranges::find_if(kernel.arrays, isUnsized) - kernel.arrays.begin();
  return number * gridDim.x + (array.isShared() ? block : 0);
}

std::vector<uint8_t> &Evaluator::bytesOf(const KernelAccess &access) {
  std::vector<uint8_t> &bytes = memory[access.object];
  if (bytes.empty()) {
    size_t size = 0;
    for (const Array &array : kernel.arrays)
      size = std::max<size_t>(size, array.bytes * array.count);
    Random random(kernel.contents + access.object);
    bytes.resize(size);
    if (kernel.contents)
      std::ranges::generate(bytes, [&] { return random.next(); });
  }
  return bytes;
}

bool adds(const Statement &statement) {
  if (statement.type != Statement::Strong)
    return statement.type != Statement::Write;
  const Form form = Kinds[size_t(statement.kind)].form;
  return form == Form::Add || form == Form::Reduce;
}

/// What is the same for all threads.
KernelAccess factsOf(const Statement &statement) {
  KernelAccess row{};
  row.statement = statement.number;
  row.bytes = statement.bytes;
  row.writes = statement.type != Statement::Read;
  row.isOfBlock = statement.type == Statement::AtomicOfBlock;
  row.isAtomic = row.isOfBlock || statement.type == Statement::Atomic;
  if (statement.type == Statement::Strong) {
    const KindInfo &info = Kinds[size_t(statement.kind)];
    row.writes = info.form != Form::Load;
    row.isAtomic = true;
    row.isOfBlock = info.scope == Scope::Block;
  }
  return row;
}

void Evaluator::access(Thread &thread, const Statement &statement) {
  const uint32_t number = value(statement.isOther, thread) ? statement.otherArray : statement.array;
  const Array &array = kernel.arrays[number];
  const uint32_t index = value(statement.index, thread);
  if (index >= array.count * array.bytes / statement.bytes ||
      result.accesses.size() == MostAccesses)
    return giveUp();
  KernelAccess row = factsOf(statement);
  row.thread = thread.number;
  row.block = thread.block;
  row.warp = thread.warp;
  row.blockInterval = thread.blockInterval;
  row.warpInterval = thread.warpInterval;
  row.object = objectOf(number, thread.block);
  row.offset = index * statement.bytes;
  uint8_t *const place = bytesOf(row).data() + row.offset;
  uint64_t content = 0;
  std::memcpy(&content, place, row.bytes);
  if (!row.writes || row.isAtomic)
    thread.locals[statement.local] = content;
  if (row.writes)
    content = (adds(statement) ? content : 0) + value(statement.value, thread);
  std::memcpy(place, &content, row.bytes);
  result.accesses.push_back(row);
}

/// Up to a barrier, or to the end.
void Evaluator::run(Thread &thread) {
  while (!thread.hasEnded && !thread.barrier && result.isValid) {
    const Step &step = code[thread.place++];
    if (++thread.steps > MostSteps)
      giveUp();
    switch (step.type) {
    case Step::Statement:
      if (step.statement->type == Statement::Barrier ||
          step.statement->type == Statement::WarpBarrier)
        thread.barrier = step.statement;
      else
        access(thread, *step.statement);
      break;
    case Step::Set:
      thread.locals[step.statement->local] = value(*step.expression, thread);
      break;
    case Step::JumpUnless:
      if (value(*step.expression, thread))
        break;
      [[fallthrough]];
    case Step::Jump:
      thread.place = step.target;
      break;
    case Step::End:
      thread.hasEnded = true;
      break;
    }
  }
}

/// Threads that have ended are not waited for, and which of the barriers it is does not matter.
bool Evaluator::release(std::vector<Thread *> team, Statement::Type type) {
  const size_t all = team.size();
  std::erase_if(team, [](const Thread *thread) { return thread->hasEnded; });
  if (team.empty() ||
      !std::ranges::all_of(team, [&](const Thread *thread) { return thread->waitsAt(type); }))
    return false;
  const Statement *const first = team.front()->barrier;
  const auto isElsewhere = [&](const Thread *thread) { return thread->barrier != first; };
  bool &diverges = type == Statement::Barrier ? result.blockDiverges : result.warpDiverges;
  diverges |= team.size() != all || std::ranges::any_of(team, isElsewhere);
  for (Thread *thread : team) {
    thread->barrier = nullptr;
    if (barriers == Barriers::Ignored)
      continue;
    if (type == Statement::Barrier) {
      ++thread->blockInterval;
      thread->warpInterval = 0;
    } else {
      ++thread->warpInterval;
    }
  }
  return true;
}

std::vector<std::vector<Thread *>> Evaluator::warpsOf(std::vector<Thread> &threads) const {
  std::vector<std::vector<Thread *>> warps;
  for (size_t i = 0; i < threads.size(); ++i) {
    if (i % WarpThreads == 0)
      warps.emplace_back();
    warps.back().push_back(&threads[i]);
  }
  return warps;
}

void Evaluator::runBlock(uint32_t block) {
  const uint32_t count = kernel.shape.threads();
  std::vector<Thread> threads;
  for (uint32_t i = 0; i < count; ++i)
    threads.push_back({.number = block * count + i,
                       .block = block,
                       .warp = i / WarpThreads,
                       .threadIdx = {i % blockDim.x, i / blockDim.x},
                       .blockIdx = {block, 0},
                       .locals = std::vector<uint32_t>(kernel.locals)});
  std::vector<Thread *> all;
  for (Thread &thread : threads)
    all.push_back(&thread);
  const std::vector<std::vector<Thread *>> warps = warpsOf(threads);
  for (bool goesOn = true; goesOn && result.isValid;) {
    for (Thread &thread : threads)
      run(thread);
    goesOn = release(all, Statement::Barrier);
    for (const std::vector<Thread *> &warp : warps)
      goesOn |= release(warp, Statement::WarpBarrier);
  }
  if (!std::ranges::all_of(threads, &Thread::hasEnded))
    giveUp();
}

Evaluation Evaluator::run() {
  for (uint32_t block = 0; block < gridDim.x && result.isValid; ++block)
    runBlock(block);
  return std::move(result);
}

} // namespace

Evaluation evaluate(const Kernel &kernel, Barriers barriers) {
  return Evaluator(kernel, barriers).run();
}

bool areRacing(const KernelAccess &a, const KernelAccess &b) {
  if (a.object != b.object || a.thread == b.thread || (!a.writes && !b.writes))
    return false;
  if (a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset)
    return false;
  const bool isFar = a.block != b.block;
  if (a.isAtomic && b.isAtomic && !(isFar && (a.isOfBlock || b.isOfBlock)))
    return false;
  if (isFar)
    return true;
  return a.blockInterval == b.blockInterval &&
         (a.warp != b.warp || a.warpInterval == b.warpInterval);
}

std::set<StatementPair> racingPairs(const std::vector<KernelAccess> &accesses) {
  std::set<StatementPair> pairs;
  for (size_t i = 0; i < accesses.size(); ++i)
    for (size_t k = i + 1; k < accesses.size(); ++k)
      if (areRacing(accesses[i], accesses[k]))
        pairs.insert(std::minmax(accesses[i].statement, accesses[k].statement));
  return pairs;
}

} // namespace warpsan::oracle
