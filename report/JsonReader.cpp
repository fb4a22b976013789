//===- JsonReader.cpp - Reports from JSON Lines ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReader.h"
#include "report/JsonMembers.h"
#include "report/MemberReader.h"
#include "report/ProofReader.h"
#include <algorithm>
#include <cctype>

namespace warpsan::report {

namespace {

using Json = nlohmann::json;

bool isBinary(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return uint8_t(c) < ' ' && !std::isspace(c); });
}

class Reader {
public:
  explicit Reader(std::string name) : file(std::move(name)) {}

  RunFile read(std::string_view text);

private:
  /// False if it is no JSON.
  bool readLine(std::string_view text, bool isWhole);
  void readObject(const Json &object);
  static void checkSchema(const Json &object);
  void startRun(const Json &object);
  template <typename Row>
  void addRow(std::vector<Row> &rows, const Json &object) {
    Row row;
    MemberReader member(object);
    members(member, row);
    rows.push_back(std::move(row));
  }
  void addNote(const Json &object);
  void endRun(const Json &object);
  void closeRun();
  void fail(const std::string &what) { result.problems.push_back({file, line, what}); }

  std::string file;
  uint64_t line = 0;
  RunFile result;
  ProofReader proofs;
  bool inRun = false;    ///< between the first and the last line of a process
  bool skipping = false; ///< a run that cannot be read
};

void Reader::checkSchema(const Json &object) {
  MemberReader member(object);
  std::string schema;
  member("schema", schema);
  if (schema != JsonSchema)
    throw BadLine{"schema '" + schema + "', this program reads '" + JsonSchema + "'"};
}

void Reader::startRun(const Json &object) {
  closeRun();
  skipping = true;
  checkSchema(object);
  MemberReader member(object);
  RunReport run;
  members(member, run);
  result.runs.push_back(std::move(run));
  skipping = false;
  inRun = true;
}

void Reader::addNote(const Json &object) {
  MemberReader member(object);
  member("text", result.runs.back().notes.emplace_back());
}

void Reader::endRun(const Json &object) {
  MemberReader member(object);
  verdictMembers(member, result.runs.back());
  RunSummary &summary = result.runs.back().summary;
  for (const ReasonCount &count : summary.coverage.reasons) {
    summary.conflictsSetAside += count.conflicts;
    summary.coverage.foreignObjects += count.objects;
  }
  inRun = false;
}

/// What a process could not write to the end.
void Reader::closeRun() {
  if (!inRun)
    return;
  inRun = false;
  RunReport &run = result.runs.back();
  run.summary.races = countShown(run.races);
  run.summary.toolFailed = true;
  run.notes.emplace_back("the report has no verdict: its process ended while it wrote");
  fail("the run that starts above has no verdict: its process ended while it wrote");
}

void Reader::readObject(const Json &object) {
  MemberReader member(object);
  std::string type;
  member("type", type);
  if (type == "run")
    return startRun(object);
  if (type == "proof") {
    checkSchema(object);
    return proofs.add(object);
  }
  if (skipping)
    return;
  if (!inRun)
    throw BadLine{"a line '" + type + "' outside a run"};
  RunReport &run = result.runs.back();
  if (type == "race")
    addRow(run.races, object);
  else if (type == OutOfBoundsId)
    addRow(run.outOfBounds, object);
  else if (type == "divergence")
    addRow(run.divergences, object);
  else if (type == "kernel")
    addRow(run.coverage.kernels, object);
  else if (type == "site")
    addRow(run.coverage.sites, object);
  else if (type == "suppression")
    addRow(run.suppressions, object);
  else if (type == "note")
    addNote(object);
  else if (type == "verdict")
    endRun(object);
}

bool Reader::readLine(std::string_view text, bool isWhole) {
  const Json object = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) {
    fail(isBinary(text) ? "binary data, not a report"
         : isWhole      ? "not JSON"
                        : "truncated: the process ended while it wrote this line");
    return false;
  }
  try {
    readObject(object);
  } catch (const BadLine &bad) {
    fail(bad.text);
  }
  return true;
}

RunFile Reader::read(std::string_view text) {
  if (text.empty())
    fail("empty: the process ended before it could report");
  while (!text.empty()) {
    const size_t end = text.find('\n');
    ++line;
    const bool isFine = end == 0 || readLine(text.substr(0, end), end != std::string_view::npos);
    // The first line tells that the file is something else.
    if (line == 1 && !isFine)
      break;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  closeRun();
  std::ranges::move(proofs.runs(), std::back_inserter(result.runs));
  return std::move(result);
}

} // namespace

std::string problemText(const Problem &problem) {
  return problem.file + (problem.line ? ":" + std::to_string(problem.line) : "") + ": " +
         problem.text;
}

RunFile readJson(std::string_view text, const std::string &file) { return Reader(file).read(text); }

} // namespace warpsan::report
