//===- proofs.cpp - Random kernels, proved and evaluated -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// proof_differential [--first N] [--count N] [--per-file N] [--jobs N] [--most N]
// [--programs] [--break] [--unsound-only] [--no-shrink] [--work FOLDER]: makes kernels N, N+1, ..., compiles them in mode
// verify and runs them in the evaluator. It is a difference if
//
// * statements race that no open pair names,
// * threads of a block meet at different barriers, and no barrier is said to be divergent,
// * a counterexample without doubts is none for the evaluator; with --unsound-only these are
//   counted, but no difference.
//
// With --programs the kernels are programs of the differential test that barriers alone order,
// and the oracle of that says what races; it is a difference if the evaluator does not agree.
//
// With --break the evaluator sees no barriers, so there must be differences.
//===----------------------------------------------------------------------===//
#include "test/oracle/generator.h"
#include "test/oracle/kernel_generator.h"
#include "test/oracle/program_kernel.h"
#include "test/oracle/proof_claims.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace warpsan::oracle;

namespace {

/// Kernels of that many numbers in a row have one shape.
constexpr uint64_t ShapeKernels = 50;

struct Options {
  uint64_t first = 1;
  uint64_t count = 200;
  uint64_t perFile = ShapeKernels;
  uint64_t jobs = 1;
  uint64_t most = 5; ///< differences
  Barriers barriers = Barriers::Order;
  bool programs = false;
  bool unsoundOnly = false;
  bool shrinks = true;
  std::string work;
};

struct Totals {
  uint64_t kernels = 0, racy = 0, clean = 0;
  uint64_t racingPairs = 0, claimedPairs = 0;
  uint64_t proved = 0;     ///< kernels
  uint64_t witnessed = 0;  ///< clean as they were run, but racy with other parameters
  uint64_t imprecise = 0;  ///< clean, and neither
  uint64_t notClaimed = 0; ///< kernels
  uint64_t refutations = 0, confirmed = 0, inexact = 0, undecided = 0, wrong = 0;
  uint64_t diverging = 0, differences = 0;
};

/// What a kernel does, and may do with other numbers.
struct Behaviour {
  Evaluation asMade;
  std::set<StatementPair> racing; ///< with any numbers that were tried
  bool diverges = false;
  bool isAgreed = true; ///< what the evaluator and another oracle say, where there is one
};

struct Judgement {
  std::string difference; ///< empty: the proofs hold
  /// Refutations: with the threads that they name, with others only, or neither;
  /// of the wrong ones it is known.
  uint64_t confirmed = 0, inexact = 0, undecided = 0, wrong = 0;
};

std::string nameOf(uint64_t number) { return "kernel_" + std::to_string(number); }

StatementPair ordered(const StatementPair &pair) { return std::minmax(pair.first, pair.second); }

std::string textOf(const StatementPair &pair) {
  return "statements " + std::to_string(pair.first) + " and " + std::to_string(pair.second);
}

/// Proofs hold for all parameters and contents of memory.
Behaviour behaviourOf(const Kernel &kernel, Barriers barriers) {
  constexpr uint32_t Variants = 4;
  Behaviour result;
  result.asMade = evaluate(kernel, barriers);
  Random random(kernel.contents);
  Kernel variant = kernel;
  for (uint32_t i = 0; i < Variants; ++i) {
    const Evaluation run = i == 0 ? result.asMade : evaluate(variant, barriers);
    if (run.isValid) {
      result.racing.merge(racingPairs(run.accesses));
      result.diverges |= run.blockDiverges;
    }
    for (uint32_t &parameter : variant.parameters)
      parameter = random.below(2 * kernel.shape.threads());
    variant.contents = random.next();
  }
  return result;
}

bool usesLocal(const Expression &expression, const std::set<uint32_t> &locals) {
  if (expression.op == Operator::Local && locals.contains(expression.number))
    return true;
  return std::ranges::any_of(expression.operands,
                             [&](const Expression &operand) { return usesLocal(operand, locals); });
}

template <typename Visitor>
void forEach(const std::vector<Statement> &list, Visitor visit) {
  for (const Statement &statement : list) {
    visit(statement);
    forEach(statement.body, visit);
    forEach(statement.otherwise, visit);
  }
}

/// Whether what it does depends on what is in memory.
bool usesMemory(const Kernel &kernel) {
  std::set<uint32_t> loaded;
  forEach(kernel.body, [&](const Statement &statement) {
    if (statement.type == Statement::Read || statement.type == Statement::Atomic ||
        statement.type == Statement::AtomicOfBlock)
      loaded.insert(statement.local);
  });
  bool result = false;
  forEach(kernel.body, [&](const Statement &statement) {
    result |= usesLocal(statement.index, loaded) || usesLocal(statement.condition, loaded);
    if (statement.type == Statement::Set || statement.type == Statement::Loop)
      result |= usesLocal(statement.value, loaded);
  });
  return result;
}

bool shows(const Evaluation &run, const Refutation &refutation) {
  const auto of = [&](uint32_t statement, uint32_t thread) {
    std::vector<KernelAccess> result;
    std::ranges::copy_if(run.accesses, std::back_inserter(result), [&](const KernelAccess &row) {
      return row.statement == statement && row.thread == thread;
    });
    return result;
  };
  const auto seconds = of(refutation.statements.second, refutation.threads[1]);
  return std::ranges::any_of(of(refutation.statements.first, refutation.threads[0]),
                             [&](const KernelAccess &first) {
                               return std::ranges::any_of(seconds, [&](const KernelAccess &second) {
                                 return areRacing(first, second);
                               });
                             });
}

/// The launch of a counterexample may have undefined behaviour for another reason, or need other
/// contents of memory or parameters that it does not name; and threads that miss a barrier may be
/// ordered or not. Then nothing follows.
void judgeRefutation(const Kernel &kernel, const Behaviour &behaviour, const Refutation &refutation,
                     bool unsoundOnly, Judgement &judgement) {
  Kernel launch = kernel;
  for (const auto &[number, value] : refutation.parameters)
    if (number < launch.parameters.size())
      launch.parameters[number] = value;
  const Evaluation run = evaluate(launch, Barriers::Order);
  const StatementPair pair = ordered(refutation.statements);
  if (shows(run, refutation))
    ++judgement.confirmed;
  else if (racingPairs(run.accesses).contains(pair) || behaviour.racing.contains(pair))
    ++judgement.inexact;
  else if (!run.isValid || run.blockDiverges || run.warpDiverges || usesMemory(kernel) ||
           refutation.parameters.size() < kernel.parameters.size())
    ++judgement.undecided;
  else if (++judgement.wrong; !unsoundOnly)
    judgement.difference = textOf(pair) + " are refuted, but do not race";
}

Judgement judge(const Kernel &kernel, const Behaviour &behaviour, const Claims &claims,
                const Options &options) {
  Judgement result;
  if (!claims.obstacle.empty())
    return result;
  for (const Refutation &refutation : claims.refuted)
    judgeRefutation(kernel, behaviour, refutation, options.unsoundOnly, result);
  if (behaviour.diverges && !claims.mayDiverge)
    result.difference = "threads of a block are at different barriers, which is not said";
  if (!behaviour.isAgreed)
    result.difference = "the evaluator and the oracle do not agree";
  for (const StatementPair &pair : behaviour.racing)
    if (!claims.open.contains(pair))
      result.difference = textOf(pair) + " race and are claimed not to";
  return result;
}

struct Numbered {
  uint64_t number;
  Kernel kernel;
  Behaviour behaviour;
};

/// The first valid kernel of the seed that does anything.
Numbered makeNumbered(uint64_t number, Barriers barriers) {
  Random ofShape(number / ShapeKernels), random(number);
  const Shape shape = makeShape(ofShape);
  for (;;) {
    Kernel kernel = makeKernel(random, shape);
    const Evaluation run = evaluate(kernel, Barriers::Order);
    if (run.isValid && !run.accesses.empty()) {
      Behaviour behaviour = behaviourOf(kernel, barriers);
      return {number, std::move(kernel), std::move(behaviour)};
    }
  }
}

/// Those of one thread race with nobody.
Program makeProgram(Random &random) {
  for (;;) {
    Program program = makeClean(random, /*isOrdered=*/false);
    for (uint32_t i = random.below(5); i-- > 0;)
      weaken(program, random);
    for (uint32_t i = random.below(5); i-- > 0;)
      addAccess(program, random);
    if (program.lists.size() > 1)
      return program;
  }
}

/// A program of the seed that has the shape.
Numbered makeOfProgram(uint64_t number, Barriers barriers) {
  Random ofShape(number / ShapeKernels), random(number);
  const Program like = makeProgram(ofShape);
  for (;;) {
    const Program program = makeProgram(random);
    if (program.blocks != like.blocks || program.threads != like.threads)
      continue;
    std::optional<ProgramKernel> made = kernelOf(program);
    if (!made || evaluate(made->kernel, Barriers::Order).accesses.empty())
      continue;
    Behaviour behaviour = behaviourOf(made->kernel, barriers);
    behaviour.isAgreed = barriers == Barriers::Ignored || behaviour.racing == made->racing;
    behaviour.racing.merge(made->racing);
    return {number, std::move(made->kernel), std::move(behaviour)};
  }
}

std::string differenceOf(const Kernel &kernel, const Options &options, const std::string &folder) {
  if (!evaluate(kernel, Barriers::Order).isValid)
    return "";
  KernelSource source;
  source.add(kernel, nameOf(0));
  const auto claims = claimsOf(source, kernel.shape, folder);
  const auto found = claims.find(nameOf(0));
  if (found == claims.end())
    return "";
  return judge(kernel, behaviourOf(kernel, options.barriers), found->second, options).difference;
}

/// All kernels with one statement less, or with what it has around taken off.
void removeEach(const std::vector<Statement> &list,
                const std::function<void(std::vector<Statement>)> &use) {
  for (size_t i = 0; i < list.size(); ++i) {
    std::vector<Statement> without = list;
    without.erase(without.begin() + i);
    use(without);
    if (list[i].type == Statement::If) {
      std::vector<Statement> flat = without;
      flat.insert(flat.begin() + i, list[i].body.begin(), list[i].body.end());
      use(std::move(flat));
    }
    std::vector<Statement> changed = list;
    removeEach(list[i].body, [&](std::vector<Statement> body) {
      changed[i].body = std::move(body);
      use(changed);
    });
    changed = list;
    removeEach(list[i].otherwise, [&](std::vector<Statement> body) {
      changed[i].otherwise = std::move(body);
      use(changed);
    });
  }
}

Kernel shrink(Kernel kernel, const Options &options, const std::string &folder) {
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    std::vector<std::vector<Statement>> bodies;
    removeEach(kernel.body,
               [&](std::vector<Statement> body) { bodies.push_back(std::move(body)); });
    for (std::vector<Statement> &body : bodies) {
      Kernel smaller = kernel;
      smaller.body = std::move(body);
      if (differenceOf(smaller, options, folder).empty())
        continue;
      kernel = std::move(smaller);
      isSmaller = true;
      break;
    }
  }
  return kernel;
}

class Comparison {
public:
  explicit Comparison(const Options &options) : options(options), next(options.first) {}

  Totals run();

private:
  void work(unsigned job);
  void compareFile(uint64_t begin, uint64_t end, const std::string &folder);
  void count(const Numbered &row, const Claims &claims, const Judgement &judgement);
  void show(const Numbered &row, const std::string &difference, const std::string &folder);
  uint64_t end() const { return options.first + options.count; }
  /// A file ends where the shape does.
  uint64_t endOfFile(uint64_t begin) const {
    return std::min({end(), begin + options.perFile, (begin / ShapeKernels + 1) * ShapeKernels});
  }

  const Options &options;
  std::mutex mutex;
  uint64_t next; ///< kernel that no file has yet
  Totals totals;
};

void Comparison::show(const Numbered &row, const std::string &difference,
                      const std::string &folder) {
  const Kernel kernel = options.shrinks ? shrink(row.kernel, options, folder) : row.kernel;
  KernelSource source;
  source.add(kernel, nameOf(row.number));
  std::printf("kernel %llu, blocks of %u,%u in a grid of %u: %s\n%s",
              (unsigned long long)row.number, kernel.shape.block.x, kernel.shape.block.y,
              kernel.shape.grid.x, difference.c_str(), source.text().c_str());
  std::fflush(stdout);
}

void Comparison::count(const Numbered &row, const Claims &claims, const Judgement &judgement) {
  std::set<uint32_t> statements;
  for (const KernelAccess &access : row.behaviour.asMade.accesses)
    statements.insert(access.statement);
  const bool isRacy = !row.behaviour.racing.empty();
  const bool isProved = claims.obstacle.empty() && claims.open.empty() && !claims.mayDiverge;
  ++totals.kernels;
  ++(isRacy ? totals.racy : totals.clean);
  totals.racingPairs += row.behaviour.racing.size();
  if (claims.obstacle.empty())
    totals.claimedPairs += statements.size() * (statements.size() + 1) / 2 - claims.open.size();
  else
    ++totals.notClaimed;
  totals.proved += isProved;
  if (!isRacy && !isProved)
    ++(judgement.confirmed ? totals.witnessed : totals.imprecise);
  totals.refutations += claims.refuted.size();
  totals.confirmed += judgement.confirmed;
  totals.inexact += judgement.inexact;
  totals.undecided += judgement.undecided;
  totals.wrong += judgement.wrong;
  totals.diverging += row.behaviour.diverges;
  totals.differences += !judgement.difference.empty();
}

void Comparison::compareFile(uint64_t begin, uint64_t end, const std::string &folder) {
  std::vector<Numbered> rows;
  KernelSource source;
  for (uint64_t number = begin; number < end; ++number) {
    rows.push_back(options.programs ? makeOfProgram(number, options.barriers)
                                    : makeNumbered(number, options.barriers));
    source.add(rows.back().kernel, nameOf(number));
  }
  const auto claims = claimsOf(source, rows.front().kernel.shape, folder);
  for (const Numbered &row : rows) {
    const auto found = claims.find(nameOf(row.number));
    const bool isKnown = found != claims.end();
    const Judgement judgement = isKnown ? judge(row.kernel, row.behaviour, found->second, options)
                                        : Judgement{"the compiler says nothing of it"};
    const std::lock_guard lock(mutex);
    count(row, isKnown ? found->second : Claims{{}, {}, false, judgement.difference}, judgement);
    if (!judgement.difference.empty() && totals.differences <= options.most)
      show(row, judgement.difference, folder + "/one");
  }
}

void Comparison::work(unsigned job) {
  for (;;) {
    uint64_t begin = 0, fileEnd = 0;
    {
      const std::lock_guard lock(mutex);
      if (next == end() || totals.differences >= options.most)
        return;
      begin = next;
      fileEnd = next = endOfFile(begin);
    }
    compareFile(begin, fileEnd, options.work + "/" + std::to_string(job));
  }
}

Totals Comparison::run() {
  std::vector<std::jthread> threads;
  for (unsigned job = 0; job < options.jobs; ++job)
    threads.emplace_back([this, job] { work(job); });
  threads.clear();
  return totals;
}

Options parse(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char *name) { return std::strcmp(arguments[i], name) == 0; };
    const auto number = [&] { return std::strtoull(arguments[++i], nullptr, 10); };
    const bool hasValue = i + 1 < count;
    if (is("--break"))
      options.barriers = Barriers::Ignored;
    else if (is("--programs"))
      options.programs = true;
    else if (is("--unsound-only"))
      options.unsoundOnly = true;
    else if (is("--no-shrink"))
      options.shrinks = false;
    else if (is("--first") && hasValue)
      options.first = number();
    else if (is("--count") && hasValue)
      options.count = number();
    else if (is("--per-file") && hasValue)
      options.perFile = number();
    else if (is("--jobs") && hasValue)
      options.jobs = number();
    else if (is("--most") && hasValue)
      options.most = number();
    else if (is("--work") && hasValue)
      options.work = arguments[++i];
    else
      std::exit((std::fprintf(stderr, "unknown option %s\n", arguments[i]), 2));
  }
  return options;
}

void print(const Totals &totals) {
  const auto number = [](uint64_t value) { return (unsigned long long)value; };
  const auto percent = [](uint64_t part, uint64_t all) { return all ? 100.0 * part / all : 0.0; };
  std::printf("%llu kernels, %llu racy, %llu clean: %llu proved, %llu racy with other parameters, "
              "%llu open (%.1f %%)\n",
              number(totals.kernels), number(totals.racy), number(totals.clean),
              number(totals.proved), number(totals.witnessed), number(totals.imprecise),
              percent(totals.imprecise, totals.clean));
  std::printf("%llu pairs of statements race, %llu are claimed not to; nothing is claimed of %llu "
              "kernels\n",
              number(totals.racingPairs), number(totals.claimedPairs), number(totals.notClaimed));
  std::printf("%llu refutations, %llu confirmed, %llu by other threads only, %llu undecided, "
              "%llu wrong\n%llu kernels with divergent barriers\n%llu differences\n",
              number(totals.refutations), number(totals.confirmed), number(totals.inexact),
              number(totals.undecided), number(totals.wrong), number(totals.diverging),
              number(totals.differences));
}

/// So that the test means something.
bool isBalanced(const Totals &totals) {
  return 3 * totals.racy >= totals.kernels && 3 * totals.clean >= totals.kernels &&
         2 * totals.proved >= totals.clean;
}

} // namespace

int main(int count, char **arguments) {
  Options options = parse(count, arguments);
  const bool isTemporary = options.work.empty();
  if (isTemporary)
    options.work =
        std::filesystem::temp_directory_path() / ("proof_differential." + std::to_string(getpid()));
  const Totals totals = Comparison(options).run();
  print(totals);
  if (isTemporary)
    std::filesystem::remove_all(options.work);
  if (options.count >= ShapeKernels && !isBalanced(totals))
    return std::printf("too few kernels are racy, clean or proved\n"), 1;
  return totals.differences ? 1 : 0;
}
