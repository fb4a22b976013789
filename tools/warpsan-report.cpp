//===- warpsan-report.cpp - Converts, merges and compares reports ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what runs with format=json wrote, and what mode verify did. What cannot be read is named and makes
// the exit code 2; the rest is used all the same.
//===----------------------------------------------------------------------===//
#include "report/HtmlWriter.h"
#include "report/JsonReader.h"
#include "report/JsonWriter.h"
#include "report/LateSuppression.h"
#include "report/RunDiff.h"
#include "report/RunMerge.h"
#include "report/SarifWriter.h"
#include "report/SourceFiles.h"
#include "report/SummaryWriter.h"
#include "report/TextWriter.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;
using namespace warpsan::report;

namespace {

/// A wrong command line ends with 1, too.
enum ExitCode { Fine = 0, FoundNew = 1, BadInput = 2 };

enum class Format { Text, Json, Sarif, Html };
enum class FailOn { Nothing, New };

cl::OptionCategory category("Options");

const cl::extrahelp exitStatus("\nExit status: 0 all files were read; 1 a wrong command line, or "
                               "new findings with --fail-on=new; "
                               "2 something could not be read or written.\n");

cl::SubCommand convertCommand("convert", "show reports in another format");
cl::SubCommand mergeCommand("merge", "make one report of those of several processes: findings of "
                                     "one id become one, with the ranks that saw it");
cl::SubCommand diffCommand("diff", "compare findings with those of a baseline, by id");
cl::SubCommand summaryCommand("summary", "a few lines for the log of a CI job");

cl::opt<Format> to("to", cl::desc("format (needed):"), cl::Required, cl::sub(convertCommand),
                   cl::cat(category),
                   cl::values(clEnumValN(Format::Text, "text", "as the run prints it"),
                              clEnumValN(Format::Json, "json", "JSON lines"),
                              clEnumValN(Format::Html, "html", "a page with sources"),
                              clEnumValN(Format::Sarif, "sarif", "SARIF 2.1.0")));

cl::opt<std::string> output("o", cl::desc("file to write; - is standard output (default)"),
                            cl::value_desc("file"), cl::init("-"), cl::sub(convertCommand),
                            cl::sub(mergeCommand), cl::cat(category));

cl::opt<FailOn> failOn("fail-on", cl::desc("when to end with exit code 1:"),
                       cl::init(FailOn::Nothing), cl::sub(diffCommand), cl::cat(category),
                       cl::values(clEnumValN(FailOn::New, "new", "there are new findings")));

cl::opt<std::string> baseline(cl::Positional, cl::desc("BASELINE"), cl::Required,
                              cl::sub(diffCommand), cl::cat(category));

cl::opt<std::string>
    suppressionFile("suppressions",
                    cl::desc("file that names races which do not count (docs/suppressions.md)"),
                    cl::value_desc("file"), cl::sub(convertCommand), cl::sub(mergeCommand),
                    cl::sub(diffCommand), cl::sub(summaryCommand), cl::cat(category));

cl::list<std::string> files(cl::Positional, cl::desc("FILES... (- is standard input)"),
                            cl::OneOrMore, cl::sub(convertCommand), cl::sub(mergeCommand),
                            cl::sub(diffCommand), cl::sub(summaryCommand), cl::cat(category));

/// Tells people, and remembers.
class Problems {
public:
  void add(const std::string &text) {
    errs() << "warpsan-report: error: " << text << "\n";
    any = true;
  }
  int exitCode(int ifNone) const { return any ? BadInput : ifNone; }

private:
  bool any = false;
};

/// The file that the option names, or no rules.
Suppressions readSuppressions(Problems &problems) {
  Suppressions rules;
  if (suppressionFile.empty())
    return rules;
  const ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(suppressionFile);
  const std::string problem = buffer ? rules.add((*buffer)->getBuffer(), suppressionFile)
                                     : suppressionFile + ": " + buffer.getError().message();
  if (!problem.empty())
    problems.add(problem);
  return rules;
}

void readRuns(const std::string &name, std::vector<RunReport> &runs, Problems &problems) {
  const ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFileOrSTDIN(name);
  const std::string shown = name == "-" ? "<stdin>" : name;
  if (!buffer)
    return problems.add(shown + ": " + buffer.getError().message());
  RunFile file = readJson((*buffer)->getBuffer(), shown);
  for (const Problem &problem : file.problems)
    problems.add(problemText(problem));
  runs.insert(runs.end(), std::make_move_iterator(file.runs.begin()),
              std::make_move_iterator(file.runs.end()));
}

std::vector<RunReport> readRuns(const std::vector<std::string> &names, const Suppressions &rules,
                                Problems &problems) {
  std::vector<RunReport> runs;
  for (const std::string &name : names)
    readRuns(name, runs, problems);
  for (RunReport &run : runs)
    suppress(run, rules);
  return runs;
}

std::vector<RunReport> readRuns(Problems &problems) {
  return readRuns(files, readSuppressions(problems), problems);
}

/// Files are read before, so one of them may be the output.
void write(const std::string &text, Problems &problems) {
  std::error_code error;
  raw_fd_ostream out(output, error);
  if (error)
    return problems.add(output + ": " + error.message());
  out << text;
}

template <typename Writer>
std::string writeAll(const std::vector<RunReport> &runs, const Writer &writeOne) {
  std::string all;
  for (const RunReport &run : runs)
    all += writeOne(run);
  return all;
}

SourceFiles sourcesOf(const std::vector<RunReport> &runs) {
  std::vector<std::string> folders{""};
  for (const RunReport &run : runs)
    folders.push_back(run.process.directory);
  return SourceFiles(std::move(folders));
}

/// Only text on standard output is for a terminal.
Terminal page() { return output == "-" ? terminalOf(STDOUT_FILENO) : Terminal{}; }

std::string converted(const std::vector<RunReport> &runs) {
  SourceFiles sources = sourcesOf(runs);
  switch (to.getValue()) {
  case Format::Text:
    return writeAll(runs, [&](const RunReport &run) { return writeText(run, {page(), &sources}); });
  case Format::Json:
    return writeAll(runs, writeJson);
  case Format::Sarif:
    return writeSarif(runs);
  case Format::Html:
    return writeHtml(writeAll(runs, writeJson),
                     [&](const std::string &file, const std::string &directory) {
                       return sources.text(file, directory);
                     });
  }
  return {};
}

int convert() {
  Problems problems;
  const std::vector<RunReport> runs = readRuns(problems);
  if (!runs.empty())
    write(converted(runs), problems);
  return problems.exitCode(Fine);
}

int merge() {
  Problems problems;
  const std::vector<RunReport> runs = readRuns(problems);
  if (!runs.empty())
    write(writeJson(mergeRuns(runs)), problems);
  return problems.exitCode(Fine);
}

/// A file without a run has no findings, and has been told about.
RunReport mergedOrEmpty(const std::vector<RunReport> &runs) {
  return runs.empty() ? RunReport{} : mergeRuns(runs);
}

int diff() {
  Problems problems;
  const Suppressions rules = readSuppressions(problems);
  const std::vector<RunReport> before = readRuns({baseline}, rules, problems);
  const std::vector<RunReport> now = readRuns(files, rules, problems);
  const RunDiff found = diffRuns(mergedOrEmpty(before), mergedOrEmpty(now));
  outs() << writeText(found);
  const bool fails = failOn == FailOn::New && !found.added.empty();
  return problems.exitCode(fails ? FoundNew : Fine);
}

int summary() {
  Problems problems;
  const std::vector<RunReport> runs = readRuns(problems);
  if (!runs.empty())
    outs() << writeSummary(mergeRuns(runs));
  return problems.exitCode(Fine);
}

void printVersion(raw_ostream &out) { out << "warpsan-report (WarpSan) " WARPSAN_VERSION "\n"; }

} // namespace

int main(int argc, char **argv) {
  const InitLLVM init(argc, argv);
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions(category);
  for (cl::SubCommand *command : {&convertCommand, &mergeCommand, &diffCommand, &summaryCommand})
    cl::HideUnrelatedOptions(category, *command);
  // Else it would end with 1, as new findings do.
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Reports of WarpSan (WARPSAN_OPTIONS=format=json, -warpsan-proof-report)\n",
          &errs()))
    return BadInput;
  if (convertCommand)
    return convert();
  if (mergeCommand)
    return merge();
  if (diffCommand)
    return diff();
  if (summaryCommand)
    return summary();
  cl::PrintHelpMessage();
  return BadInput;
}
