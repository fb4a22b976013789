//===- ProofReaderTest.cpp - What mode verify says as a run ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReader.h"
#include "report/JsonWriter.h"
#include "report/LateSuppression.h"
#include "report/RaceId.h"
#include "report/RunMerge.h"
#include "report/TextWriter.h"
#include "test/unit/report/Findings.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace warpsan::report {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

Json access(const char *kind, uint32_t line) {
  return {{"kind", kind},
          {"scope", "none"},
          {"size", 4},
          {"volatile", false},
          {"bulk", false},
          {"matrix", false},
          {"non_coherent", false},
          {"ordinal", line},
          {"frames",
           {{{"function", "smooth(float*)"},
             {"file", "a.cu"},
             {"line", line},
             {"column", 3},
             {"first_line", 5}}}}};
}

Json witness() {
  return {{"object",
           {{"kind", "variable"},
            {"name", "smooth(float*)::tile"},
            {"space", "shared"},
            {"only", true},
            {"where", "a.cu:6"},
            {"size", 512}}},
          {"offset", 8},
          {"block", {64, 1, 1}},
          {"grid", {1, 1, 1}},
          {"threads",
           {{{"thread", {2, 0, 0}}, {"block", {0, 0, 0}}},
            {{"thread", {35, 0, 0}}, {"block", {0, 0, 0}}}}},
          {"parameters", {{{"name", "n"}, {"value", 77}}}},
          {"memory", {{{"object", "in"}, {"offset", 6}, {"value", 5}}}}};
}

Json pair(const char *verdict, uint32_t first, uint32_t second) {
  Json row{{"accesses", {first, second}},
           {"verdict", verdict},
           {"doubts", Json::array()},
           {"same_value", false}};
  if (verdict == std::string("refuted"))
    row["witness"] = witness();
  if (verdict == std::string("possible"))
    row["doubts"] = {"memory", "loop"};
  return row;
}

/// Accesses 0 to 3 are in lines 8, 12, 14 and 16.
Json proof(const std::vector<Json> &open) {
  return {{"type", "proof"},
          {"schema", "warpsan-report/1"},
          {"version", "0.1.0"},
          {"kernel", "_Z6smoothPf"},
          {"name", "smooth(float*)"},
          {"unit", "a.cu"},
          {"directory", "/project"},
          {"architecture", "sm_80"},
          {"assumptions", ""},
          {"obstacle", "None"},
          {"reasons", Json::array()},
          {"barriers", Json::array()},
          {"accesses",
           {access("write", 8), access("read", 12), access("read", 14), access("read", 16)}},
          {"own_accesses", Json::array()},
          {"open", open}};
}

RunFile read(const std::vector<Json> &lines) {
  std::string text;
  for (const Json &line : lines)
    text += line.dump() + "\n";
  return readJson(text, "p.json");
}

/// Without problems, and of one folder.
RunReport runOf(const std::vector<Json> &lines) {
  RunFile file = read(lines);
  EXPECT_THAT(file.problems, IsEmpty());
  EXPECT_EQ(file.runs.size(), 1u);
  return file.runs.empty() ? RunReport{} : file.runs.front();
}

Verdict verdict(const RunReport &run) { return verdictOf(run.summary); }

/// By line.
std::map<uint32_t, SiteState> states(const RunReport &run) {
  std::map<uint32_t, SiteState> all;
  for (const SiteRow &row : run.coverage.sites)
    all[row.place.line] = row.state;
  return all;
}

TEST(ProofReader, AllProved) {
  const RunReport run = runOf({proof({})});
  EXPECT_EQ(verdict(run), Verdict::None);
  EXPECT_EQ(verdictLine(run.summary),
            "WarpSan: verdict=none races=0 kernels=1/1 sites=4 checked=0 proved=4 "
            "not_analysed=0 suppressed=0 lost=0 target=verify seed=-\n");
  EXPECT_EQ(run.process.directory, "/project");
}

TEST(ProofReader, RefutedPairsAreRaces) {
  const RunReport run = runOf({proof({pair("refuted", 0, 1)})});
  EXPECT_EQ(verdict(run), Verdict::Races);
  ASSERT_EQ(run.races.size(), 1u);
  const Report &race = run.races.front();
  EXPECT_EQ(race.detector, Detector::Proofs);
  EXPECT_EQ(race.raceClass, RaceClass::BlockBarrier);
  EXPECT_EQ(race.current.kind, AccessKind::Read);
  EXPECT_EQ(race.current.position.thread, (Index3{35, 0, 0}));
  EXPECT_EQ(race.current.position.warp, 1u);
  EXPECT_EQ(race.current.position.lane, 3u);
  EXPECT_EQ(race.previous.frames.front().line, 8u);
  EXPECT_EQ(race.launch.block, (Index3{64, 1, 1}));
  EXPECT_EQ(race.object.name, "smooth(float*)::tile");
  EXPECT_EQ(race.object.offset, 8u);
  EXPECT_THAT(race.given, ElementsAre("n=77", "in+6 holds 5"));
  EXPECT_THAT(states(run), ElementsAre(Pair(8, SiteState::Checked), Pair(12, SiteState::Checked),
                                       Pair(14, SiteState::Proved), Pair(16, SiteState::Proved)));
}

TEST(ProofReader, IdIsThatOfARun) {
  Report seen;
  seen.current.siteKnown = seen.previous.siteKnown = true;
  seen.current.frames = {{"smooth(float*)", "a.cu", 12, 9, 5}};
  seen.previous.frames = {{"smooth(float*)", "a.cu", 8, 3, 5}};
  seen.launch.kernel = "smooth(float*)";
  seen.object = {ObjectKind::Variable, "smooth(float*)::tile", "", 512, 8};
  std::vector<Report> races{seen};
  std::vector<OutOfBounds> none;
  setIds(races, none);
  EXPECT_EQ(runOf({proof({pair("refuted", 0, 1)})}).races.front().id, races.front().id);
}

/// A run does not know which of several shared variables it is.
TEST(ProofReader, IdHasNoNameThatRunsDoNotKnow) {
  Json row = pair("refuted", 0, 1);
  row["witness"]["object"]["only"] = false;
  Json nameless = row;
  nameless["witness"]["object"]["kind"] = "unknown";
  const Report race = runOf({proof({row})}).races.front();
  EXPECT_EQ(race.id, runOf({proof({nameless})}).races.front().id);
  EXPECT_EQ(race.object.name, "smooth(float*)::tile");
}

TEST(ProofReader, OpenPairsAreNotAnalysed) {
  const RunReport run = runOf({proof({pair("possible", 0, 1), pair("unknown", 0, 2)})});
  EXPECT_EQ(verdict(run), Verdict::Unanalysed);
  EXPECT_THAT(run.races, IsEmpty());
  EXPECT_THAT(states(run),
              ElementsAre(Pair(8, SiteState::NotAnalysed), Pair(12, SiteState::NotAnalysed),
                          Pair(14, SiteState::NotAnalysed), Pair(16, SiteState::Proved)));
  EXPECT_THAT(run.notes,
              ElementsAre("smooth(float*): possible race: write at a.cu:8 and read at a.cu:12; in "
                          "doubt: memory, loop",
                          "smooth(float*): race not decided: write at a.cu:8 and read at a.cu:14"));
  EXPECT_THAT(reasonLines(run.summary), AllOf(HasSubstr("reason=PossibleRace sites=2 conflicts=1"),
                                              HasSubstr("reason=SolverLimit sites=2 conflicts=1")));
}

TEST(ProofReader, AKernelThatIsNotUnderstood) {
  Json line = proof({});
  line["obstacle"] = "NotUnderstood";
  line["reasons"] = {"code that is not seen"};
  line["own_accesses"] = {access("write", 20)};
  const RunReport run = runOf({line});
  EXPECT_EQ(verdict(run), Verdict::Unanalysed);
  EXPECT_EQ(run.summary.coverage.kernelsAnalysed, 0u);
  EXPECT_EQ(run.summary.coverage.notAnalysed, 4u);
  EXPECT_EQ(run.summary.coverage.proved, 1u);
  EXPECT_THAT(run.notes, ElementsAre("smooth(float*) is not understood: code that is not seen"));
}

TEST(ProofReader, AnOpenBarrierIsSetAgainstTheKernel) {
  Json line = proof({});
  line["barriers"] = {"a.cu:10:5"};
  const RunReport run = runOf({line});
  EXPECT_EQ(verdict(run), Verdict::Unanalysed);
  EXPECT_THAT(reasonLines(run.summary), HasSubstr("reason=OpenBarrier kernels=1"));
}

TEST(ProofReader, WhatIsMeantToRaceIsSuppressed) {
  Json line = proof({pair("refuted", 0, 1), pair("possible", 1, 2)});
  line["accesses"][1]["intended"] = "stale does";
  const RunReport run = runOf({line});
  EXPECT_EQ(verdict(run), Verdict::None);
  EXPECT_EQ(run.summary.suppressed, 1u);
  ASSERT_EQ(run.races.size(), 1u);
  EXPECT_EQ(run.races.front().suppressed.value_or(SuppressionRule{}).reason, "stale does");
  ASSERT_EQ(run.suppressions.size(), 1u);
  EXPECT_EQ(run.suppressions.front().rule.where, "a.cu:12");
}

TEST(ProofReader, TheSameAgainDoesNotCountTwice) {
  const RunReport run = runOf({proof({pair("refuted", 0, 1)}), proof({})});
  EXPECT_EQ(verdict(run), Verdict::None);
  EXPECT_EQ(run.summary.coverage.sites, 4u);
  EXPECT_THAT(run.notes, ElementsAre("smooth(float*) was compiled again from a.cu (sm_80): its "
                                     "last result counts"));
}

TEST(ProofReader, OtherCompilationsAreJoined) {
  Json other = proof({});
  other["architecture"] = "sm_90";
  other["assumptions"] = "block=128";
  const RunReport run = runOf({proof({pair("refuted", 0, 1)}), other});
  EXPECT_EQ(verdict(run), Verdict::Races);
  EXPECT_EQ(run.summary.coverage.kernels, 1u);
  EXPECT_EQ(run.summary.coverage.sites, 4u);
  EXPECT_EQ(run.coverage.kernels.front().launches, 2u);
  EXPECT_THAT(run.notes, ElementsAre("proofs of a.cu assume block=128"));
}

TEST(ProofReader, CopiesOfALineAreOneSite) {
  Json line = proof({});
  line["accesses"] = {access("write", 8), access("write", 8)};
  EXPECT_EQ(runOf({line}).summary.coverage.sites, 1u);
}

TEST(ProofReader, FramesOfTheToolchainAreLeftOut) {
  Json line = proof({pair("refuted", 0, 1)});
  Json header = line["accesses"][1]["frames"][0];
  header["file"] = "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_intrinsics.h";
  line["accesses"][1]["frames"] = {header, line["accesses"][1]["frames"][0]};
  EXPECT_EQ(runOf({line}).races.front().current.frames.front().file, "a.cu");
}

TEST(ProofReader, OneRunForEachFolder) {
  Json other = proof({});
  other["directory"] = "/other";
  EXPECT_EQ(read({proof({}), other}).runs.size(), 2u);
}

TEST(ProofReader, WritesWhatItReads) {
  RunReport run = runOf({proof({pair("refuted", 0, 1), pair("possible", 0, 2)})});
  const RunFile again = readJson(writeJson(run), "f");
  ASSERT_THAT(again.problems, IsEmpty());
  EXPECT_EQ(writeText(again.runs.front()), writeText(run));
  EXPECT_EQ(writeText(mergeRuns({run})).substr(0, 200), writeText(run).substr(0, 200));
  EXPECT_EQ(verdict(mergeRuns({run, run})), Verdict::Races);
}

TEST(ProofReader, Text) {
  const std::string text = writeText(runOf({proof({pair("refuted", 0, 1)})}));
  for (const char *line :
       {"  Read of size 4 by thread (35,0,0) of block (0,0,0) [warp 1, lane 3]:\n",
        "  Other write of size 4 by thread (2,0,0) of block (0,0,0) [warp 0, lane 2]:\n",
        "  Kernel: smooth(float*), launch, grid (1,1,1), block (64,1,1)\n",
        "  Given: n=77, in+6 holds 5\n",
        "  Detector: verify (a counterexample, whose two threads the compiler ran)\n",
        "  Refuted: 1 pair of accesses\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

/// What is wrong is told with its line, and the other lines are used.
TEST(ProofReader, BadLines) {
  Json noSchema = proof({}), noWitness = proof({pair("refuted", 0, 1)}), noAccess = proof({});
  noSchema["schema"] = "warpsan-report/9";
  noWitness["open"][0].erase("witness");
  noAccess["open"] = {pair("unknown", 0, 9)};
  Json noFrames = proof({}), word = proof({pair("unknown", 0, 1)});
  noFrames["accesses"][0]["frames"] = Json::array();
  word["open"][0]["verdict"] = "sure";
  for (const auto &[line, text] : std::vector<std::pair<Json, std::string>>{
           {noSchema, "schema 'warpsan-report/9', this program reads 'warpsan-report/1'"},
           {noWitness, "member 'witness' is missing"},
           {noAccess, "member 'accesses' has not as many rows as 'open' names"},
           {noFrames, "member 'frames' is empty"},
           {word, "member 'verdict' has the unknown value 'sure'"},
           {Json{{"type", "proof"}}, "member 'schema' is missing"}}) {
    const RunFile file = read({proof({}), line});
    EXPECT_EQ(file.runs.size(), 1u);
    ASSERT_EQ(file.problems.size(), 1u);
    EXPECT_EQ(problemText(file.problems.front()), "p.json:2: " + text);
  }
}

TEST(ProofReader, AFileThatIsCutOff) {
  const std::string text = proof({}).dump() + "\n" + proof({}).dump();
  const RunFile file = readJson(text.substr(0, text.size() - 9), "p.json");
  EXPECT_EQ(file.runs.size(), 1u);
  ASSERT_EQ(file.problems.size(), 1u);
  EXPECT_EQ(problemText(file.problems.front()),
            "p.json:2: truncated: the process ended while it wrote this line");
}

TEST(LateSuppression, NamesRacesOfProofs) {
  RunReport run = runOf({proof({pair("refuted", 0, 1), pair("refuted", 0, 2)})});
  run.exitCode = 66;
  Suppressions rules;
  ASSERT_EQ(rules.add("src:a.cu:12 # known\nkernel:other", "s.supp"), "");
  suppress(run, rules);
  EXPECT_EQ(run.summary.races, 1u);
  EXPECT_EQ(run.summary.suppressed, 1u);
  EXPECT_EQ(run.exitCode, 66);
  EXPECT_THAT(usageText(run.suppressions, true),
              AllOf(HasSubstr("suppression s.supp:1 hits=1 (known)"),
                    HasSubstr("unused suppression s.supp:2")));
  ASSERT_EQ(rules.add("kernel:smooth", "t.supp"), "");
  suppress(run, rules);
  EXPECT_EQ(verdict(run), Verdict::None);
  EXPECT_EQ(run.exitCode, std::nullopt);
}

TEST(LateSuppression, NamesAccessesOutOfBounds) {
  RunReport run;
  run.outOfBounds = {test::exampleOutOfBounds()};
  run.summary.outOfBounds = 1;
  run.exitCode = 66;
  Suppressions rules;
  ASSERT_EQ(rules.add("class:out-of-bounds", "s.supp"), "");
  suppress(run, rules);
  EXPECT_EQ(run.summary.outOfBounds, 0u);
  EXPECT_EQ(run.summary.suppressed, 1u);
  EXPECT_TRUE(run.outOfBounds[0].suppressed);
  EXPECT_EQ(run.exitCode, std::nullopt);
}

} // namespace
} // namespace warpsan::report
