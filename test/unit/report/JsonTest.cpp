//===- JsonTest.cpp - Reports to JSON and back -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReader.h"
#include "report/JsonWriter.h"
#include "report/TextWriter.h"
#include "test/unit/report/Findings.h"
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warpsan::report {
namespace {

using namespace test;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// All members that are there at times.
RunReport fullRun() {
  RunReport run = exampleRun();
  Report vague = exampleRace();
  vague.id = "1111111111111111";
  vague.previous.siteKnown = false;
  vague.previous.known = abi::Known::Grid;
  vague.previous.frames.clear();
  vague.current.frames[0].directory = "/project/src";
  vague.detector = Detector::Values;
  vague.widest = Relation::Grid;
  vague.otherKinds = {"write / write"};
  vague.schedule = "schedule=random:seed=7";
  vague.suppressed = {"race:foo", "known"};
  vague.seenBy = {3, {"0", "2"}};
  run.races.push_back(vague);
  run.outOfBounds = {exampleOutOfBounds(), exampleOutOfBounds()};
  run.outOfBounds[1].suppressed = {"bounds:sum", "known", "list.supp:3"};
  run.divergences = {{"kernel(float*)", 2, {1, 0, 0}, 3, 0xff, "racy.cu:8", "racy.cu:9"}};
  run.suppressions = {{{"race:foo", "known"}, 1}};
  run.notes = {"a note"};
  RunSummary &summary = run.summary;
  summary.suppressed = 2;
  summary.outOfBounds = 1;
  summary.cacheMisses = 4;
  summary.resolved = 2;
  summary.coverage.filtered = 3;
  summary.coverage.sampled = 6;
  summary.syncFaults = 1;
  summary.lenient = {"a.cu:1 <-> a.cu:2"};
  summary.regions = {10, 640, 1, 2, 20, {4, 2, 3, 0.5}, 5, 50, 1, 1};
  summary.unrepeatable = {{"other()", 1u << unsigned(abi::Obstacle::Output)}};
  summary.lanesTogether = {"kernel(float*)"};
  run.exitCode.reset();
  return run;
}

std::string withLine(const std::string &line) {
  return writeJson(exampleRun()) + line + "\n" + writeJson(exampleRun());
}

TEST(Json, KeepsTheText) {
  const RunFile file = readJson(writeJson(fullRun()), "f");
  ASSERT_THAT(file.problems, IsEmpty());
  ASSERT_EQ(file.runs.size(), 1u);
  EXPECT_EQ(writeText(file.runs.front()), writeText(fullRun()));
  EXPECT_EQ(writeJson(file.runs.front()), writeJson(fullRun()));
}

TEST(Json, FirstLine) {
  const std::string text = writeJson(exampleRun());
  EXPECT_EQ(text.substr(0, text.find('\n')),
            R"({"type":"run","schema":"warpsan-report/1","tool":"WarpSan","version":"0.1.0",)"
            R"("target":"cpu","seed":"-","pid":7,"rank":"0","command":["./app","3"],)"
            R"("directory":"/project"})");
}

TEST(Json, LastLine) {
  const std::string text = writeJson(exampleRun());
  const auto verdict = nlohmann::json::parse(text.substr(text.rfind('\n', text.size() - 2) + 1));
  EXPECT_EQ(verdict["type"], "verdict");
  EXPECT_EQ(verdict["verdict"], "races");
  EXPECT_EQ(verdict["kernels"], "1/1");
  EXPECT_EQ(verdict["exit_code"], 66);
  EXPECT_EQ(verdict["reasons"][0]["reason"], "AsyncCopy");
}

/// Readers of older reports, and those that know no such member, have the others.
TEST(Json, MembersThatAreSeldomThere) {
  RunReport run = exampleRun();
  run.outOfBounds = {exampleOutOfBounds()};
  const std::string usual = writeJson(run);
  EXPECT_THAT(usual, Not(HasSubstr("directory\":\"/project/src")));
  EXPECT_EQ(usual.find("suppressed", usual.find("out-of-bounds")), usual.rfind("suppressed"))
      << "that of the verdict alone";
  EXPECT_THAT(writeJson(fullRun()), HasSubstr(R"("first_line":18,"directory":"/project/src"})"));
  EXPECT_THAT(writeJson(fullRun()),
              HasSubstr(R"("suppressed":{"pattern":"bounds:sum","reason":"known",)"
                        R"("where":"list.supp:3"})"));
}

TEST(Json, SchemaHasEveryClass) {
  std::ifstream in(WARPSAN_SOURCE_DIR "/docs/report.schema.json");
  const auto schema = nlohmann::json::parse(in);
  const std::vector<std::string> known = schema["$defs"]["race"]["properties"]["class"]["enum"];
  const std::vector<std::string> classes{
#define WARPSAN_RACE_CLASS(Name, Id, Title, Reason, Repair, Atomics) Id,
#include "report/race_classes.def"
  };
  EXPECT_EQ(known, classes);
}

TEST(Json, NamesNeedNotBeUtf8) {
  RunReport run = exampleRun();
  run.process.directory = "/project\xff";
  EXPECT_THAT(readJson(writeJson(run), "f").problems, IsEmpty());
}

TEST(JsonReader, IgnoresWhatItDoesNotKnow) {
  std::string text = writeJson(exampleRun());
  text.insert(1, R"("new":{"a":[1]},)");
  text.insert(text.rfind("{\"type\""), "{\"type\":\"new\",\"a\":1}\n\n");
  EXPECT_THAT(readJson(text, "f").problems, IsEmpty());
}

TEST(JsonReader, ReadsOnBehindABadLine) {
  for (const auto &[line, text] : std::vector<std::pair<std::string, std::string>>{
           {"nonsense", "not JSON"},
           {"[1]", "not an object"},
           {"{}", "member 'type' is missing"},
           {R"({"type":"race"})", "a line 'race' outside a run"},
           {std::string("\x7f"
                        "ELF\2\0\1",
                        7),
            "binary data, not a report"}}) {
    const RunFile file = readJson(withLine(line), "some.json");
    EXPECT_EQ(file.runs.size(), 2u);
    ASSERT_EQ(file.problems.size(), 1u) << line;
    EXPECT_EQ(problemText(file.problems[0]), "some.json:9: " + text);
  }
}

TEST(JsonReader, BadMembers) {
  for (const auto &[from, to, text] : std::vector<std::array<std::string, 3>>{
           {R"("count":128)", R"("count":"x")", "member 'count' is not a whole number in range"},
           {R"("count":128)", R"("count":-1)", "member 'count' is not a whole number in range"},
           {R"("column":12,)", "", "member 'column' is missing"},
           {R"("kind":"read")", R"("kind":"look")", "member 'kind' has the unknown value 'look'"},
           {R"("grid":[4,1,1])", R"("grid":[4])", "member 'grid' is not an array of three numbers"},
           {R"("same_value":false)", R"("same_value":0)",
            "member 'same_value' is not true or false"}}) {
    std::string text2 = writeJson(exampleRun());
    text2.replace(text2.find(from), from.size(), to);
    const RunFile file = readJson(text2, "f");
    ASSERT_EQ(file.problems.size(), 1u) << from;
    EXPECT_EQ(problemText(file.problems[0]), "f:2: " + text);
  }
}

TEST(JsonReader, OtherSchema) {
  std::string text = writeJson(exampleRun());
  text.replace(text.find("report/1"), 8, "report/2");
  const RunFile file = readJson(text + writeJson(exampleRun()), "f");
  EXPECT_EQ(file.runs.size(), 1u);
  ASSERT_EQ(file.problems.size(), 1u);
  EXPECT_EQ(problemText(file.problems[0]),
            "f:1: schema 'warpsan-report/2', this program reads 'warpsan-report/1'");
}

TEST(JsonReader, KilledProcess) {
  const std::string text = writeJson(exampleRun());
  const RunFile file = readJson(text.substr(0, text.size() - 9), "f");
  ASSERT_EQ(file.runs.size(), 1u);
  EXPECT_EQ(file.runs[0].races.size(), 1u);
  EXPECT_THAT(writeText(file.runs[0]), HasSubstr("verdict=races races=1"));
  ASSERT_EQ(file.problems.size(), 2u);
  EXPECT_THAT(problemText(file.problems[0]), HasSubstr("f:8: truncated"));
  EXPECT_THAT(problemText(file.problems[1]), HasSubstr("has no verdict"));
}

TEST(JsonReader, NoReport) {
  EXPECT_THAT(readJson("", "f").problems[0].text, HasSubstr("empty"));
  const RunFile text = readJson("WarpSan: verdict=none\nmore\n", "f");
  ASSERT_EQ(text.problems.size(), 1u);
  EXPECT_EQ(problemText(text.problems[0]), "f:1: not JSON");
}

} // namespace
} // namespace warpsan::report
