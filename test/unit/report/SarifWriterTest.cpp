//===- SarifWriterTest.cpp - Reports as SARIF ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// test/e2e/report_sarif.cu checks the schema of SARIF.
//===----------------------------------------------------------------------===//
#include "report/SarifWriter.h"
#include "report/JsonWords.h"
#include "report/SarifLocations.h"
#include "test/unit/report/Findings.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpsan::report {
namespace {

using namespace test;
using nlohmann::json;
using ::testing::HasSubstr;

json onlyRun(const RunReport &run) { return json::parse(writeSarif({run}))["runs"][0]; }

TEST(Sarif, Result) {
  const json run = onlyRun(exampleRun());
  const json &result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "block-barrier");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"],
            "block-barrier");
  EXPECT_EQ(result["level"], "error");
  EXPECT_THAT(result["message"]["text"], HasSubstr("missing block barrier"));
  EXPECT_EQ(result["partialFingerprints"]["warpsanId/v1"], "0123456789abcdef");
  EXPECT_EQ(result["suppressions"], json::array());
}

TEST(Sarif, BothAccesses) {
  const json result = onlyRun(exampleRun())["results"][0];
  const json &later = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(later["artifactLocation"]["uri"], "racy.cu");
  EXPECT_EQ(later["artifactLocation"]["uriBaseId"], "%SRCROOT%");
  EXPECT_EQ(later["region"], json({{"startLine", 20}, {"startColumn", 12}}));
  const json &related = result["relatedLocations"];
  ASSERT_EQ(related.size(), 3u); // the earlier access, the variable, the launch
  EXPECT_EQ(related[0]["physicalLocation"]["region"]["startLine"], 17);
  EXPECT_EQ(related[1]["physicalLocation"]["region"]["startLine"], 9);
  EXPECT_EQ(related[2]["physicalLocation"]["artifactLocation"]["uri"], "main.cu");
  const json &flows = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0]["locations"][0]["executionOrder"], 1);
  EXPECT_EQ(flows[1]["locations"][0]["stack"]["frames"].size(), 2u);
}

TEST(Sarif, EveryClassIsARule) {
  const json rules = onlyRun(exampleRun())["tool"]["driver"]["rules"];
  EXPECT_EQ(rules.size(), std::size(Words<RaceClass>::List) + 2);
  for (const json &rule : rules)
    EXPECT_THAT(rule["help"]["text"].get<std::string>(), ::testing::Not(HasSubstr("{")));
}

TEST(Sarif, Invocation) {
  const json invocation = onlyRun(exampleRun())["invocations"][0];
  EXPECT_EQ(invocation["exitCode"], 66);
  EXPECT_EQ(invocation["executionSuccessful"], true);
  EXPECT_EQ(invocation["commandLine"], "./app 3");
  EXPECT_EQ(invocation["arguments"], json({"3"}));
  EXPECT_THAT(invocation["toolExecutionNotifications"][0]["message"]["text"],
              HasSubstr("reason=AsyncCopy"));
}

TEST(Sarif, Suppressed) {
  RunReport run = exampleRun();
  run.races[0].suppressed = {"race:foo", "known"};
  const json result = onlyRun(run)["results"][0];
  EXPECT_EQ(result["suppressions"][0]["kind"], "external");
  EXPECT_EQ(result["suppressions"][0]["justification"], "known");
}

TEST(Sarif, SuppressedOutOfBounds) {
  RunReport run = exampleRun();
  run.outOfBounds = {exampleOutOfBounds(), exampleOutOfBounds()};
  run.outOfBounds[1].suppressed = {"bounds:sum", ""};
  const json results = onlyRun(run)["results"];
  EXPECT_TRUE(results[1]["suppressions"].empty());
  EXPECT_EQ(results[2]["suppressions"][0]["justification"], "bounds:sum");
}

TEST(Sarif, OtherFindings) {
  RunReport run = exampleRun();
  run.races.clear();
  run.outOfBounds = {exampleOutOfBounds()};
  run.divergences = {{"kernel(float*)", 2, {1, 0, 0}, 3, 0xff, "racy.cu:8", "function f"}};
  const json made = onlyRun(run);
  EXPECT_EQ(made["results"][0]["ruleId"], "out-of-bounds");
  EXPECT_EQ(made["results"][1]["ruleId"], "barrier-divergence");
  for (const json &result : made["results"])
    EXPECT_EQ(made["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"],
              result["ruleId"]);
}

TEST(Sarif, RunForEachProcess) {
  EXPECT_EQ(json::parse(writeSarif({exampleRun(), exampleRun()}))["runs"].size(), 2u);
}

std::string uriOfFile(const std::string &file) {
  SarifLocations places("/project");
  Access access;
  access.siteKnown = true;
  access.frames = {{"f", file, 1}};
  const auto location = places.locationOf(access, "");
  return location["physicalLocation"]["artifactLocation"]["uri"];
}

TEST(Sarif, Uris) {
  EXPECT_EQ(uriOfFile("/project/src/a b.cu"), "src/a%20b.cu");
  EXPECT_EQ(uriOfFile("./src/a.cu"), "src/a.cu");
  EXPECT_EQ(uriOfFile("../a.cu"), "file:///a.cu");
  EXPECT_EQ(uriOfFile("/usr/include/x.h"), "file:///usr/include/x.h");
}

} // namespace
} // namespace warpsan::report
