//===- JsonReader.cpp - Reports from JSON Lines ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReader.h"
#include "report/JsonMembers.h"
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warpsan::report {

namespace {

using Json = nlohmann::json;

/// Why a line cannot be used.
struct BadLine {
  std::string text;
};

[[noreturn]] void failMember(const std::string &name, const std::string &what) {
  throw BadLine{"member '" + name + "' " + what};
}

/// See JsonMembers.h. Members without a row there are ignored.
class MemberReader {
public:
  explicit MemberReader(const Json &source) : object(source) {
    if (!object.is_object())
      throw BadLine{"not an object"};
  }

  template <typename T>
  void operator()(const char *name, T &value) {
    read(name, at(name), value);
  }
  template <typename T>
  void unlessUsual(const char *name, T &value, const std::type_identity_t<T> &usual = {}) {
    if (object.contains(name))
      (*this)(name, value);
    else
      value = usual;
  }
  template <typename Make>
  void derived(const char *, const Make &) {}
  template <typename Body>
  void group(const char *name, const Body &body) {
    MemberReader inner(at(name));
    body(inner);
  }
  template <typename T>
  void pair(const char *name, T &first, T &second) {
    const Json &both = at(name);
    if (!both.is_array() || both.size() != 2)
      failMember(name, "is not a pair");
    read(name, both[0], first);
    read(name, both[1], second);
  }
  void choice(const char *name, bool &value, const char *ifFalse, const char *ifTrue) {
    std::string word;
    (*this)(name, word);
    if (word != ifFalse && word != ifTrue)
      failMember(name, "has the unknown value '" + word + "'");
    value = word == ifTrue;
  }
  void fraction(const char *name, uint64_t &part, uint64_t &whole) {
    std::string text;
    (*this)(name, text);
    char slash = 0;
    std::istringstream in(text);
    if (!(in >> part >> slash >> whole) || slash != '/')
      failMember(name, "is not 'N/N'");
  }
  template <typename Mask, typename Enum>
  void bits(const char *name, Mask &mask, Words<Enum>) {
    std::vector<Enum> values;
    (*this)(name, values);
    mask = 0;
    for (const Enum value : values)
      mask |= Mask(1) << unsigned(value);
  }
  template <size_t Count>
  void reasonCounts(const char *name, std::array<ReasonCount, Count> &counts) {
    const Json &rows = at(name);
    if (!rows.is_array())
      failMember(name, "is not an array");
    for (const Json &row : rows) {
      MemberReader member(row);
      abi::Reason reason{};
      member("reason", reason);
      members(member, counts[unsigned(reason)]);
    }
  }

private:
  const Json &at(const char *name) const {
    const auto found = object.find(name);
    if (found == object.end())
      failMember(name, "is missing");
    return *found;
  }

  template <typename T>
  static void read(const char *name, const Json &json, std::optional<T> &value) {
    if (json.is_null())
      value.reset();
    else
      read(name, json, value.emplace());
  }
  template <typename T>
  static void read(const char *name, const Json &json, std::vector<T> &values) {
    if (!json.is_array())
      failMember(name, "is not an array");
    values.clear();
    for (const Json &each : json)
      read(name, each, values.emplace_back());
  }
  static void read(const char *name, const Json &json, Index3 &index) {
    if (!json.is_array() || json.size() != index.size())
      failMember(name, "is not an array of three numbers");
    for (size_t i = 0; i < index.size(); ++i)
      read(name, json[i], index[i]);
  }
  static void read(const char *name, const Json &json, bool &value) {
    if (!json.is_boolean())
      failMember(name, "is not true or false");
    value = json.get<bool>();
  }
  static void read(const char *name, const Json &json, std::string &value) {
    if (!json.is_string())
      failMember(name, "is not a string");
    value = json.get<std::string>();
  }
  static void read(const char *name, const Json &json, double &value) {
    if (!json.is_number())
      failMember(name, "is not a number");
    value = json.get<double>();
  }
  template <typename T>
  static void read(const char *name, const Json &json, T &value) {
    if constexpr (std::is_integral_v<T>) {
      if (!json.is_number_integer() || json < std::numeric_limits<T>::min() ||
          json > std::numeric_limits<T>::max())
        failMember(name, "is not a whole number in range");
      value = json.get<T>();
    } else if constexpr (std::is_enum_v<T>) {
      std::string word;
      read(name, json, word);
      const std::optional<T> known = enumOf<T>(word);
      if (!known)
        failMember(name, "has the unknown value '" + word + "'");
      value = *known;
    } else {
      MemberReader member(json);
      members(member, value);
    }
  }

  const Json &object;
};

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
  bool inRun = false;    ///< between the first and the last line of a process
  bool skipping = false; ///< a run that cannot be read
};

void Reader::startRun(const Json &object) {
  closeRun();
  MemberReader member(object);
  std::string schema;
  skipping = true;
  member("schema", schema);
  if (schema != JsonSchema)
    throw BadLine{"schema '" + schema + "', this program reads '" + JsonSchema + "'"};
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
  return std::move(result);
}

} // namespace

std::string problemText(const Problem &problem) {
  return problem.file + (problem.line ? ":" + std::to_string(problem.line) : "") + ": " +
         problem.text;
}

RunFile readJson(std::string_view text, const std::string &file) { return Reader(file).read(text); }

} // namespace warpsan::report
