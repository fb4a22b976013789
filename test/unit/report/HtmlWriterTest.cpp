//===- HtmlWriterTest.cpp - Data and sources inside the page ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the page does with them is tested in a browser (test/page).
//===----------------------------------------------------------------------===//
#include "report/HtmlWriter.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace warpsan::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::optional<std::string> noSource(const std::string &, const std::string &) {
  return std::nullopt;
}

/// The data element as a browser reads it: up to the next end of a script.
std::string dataText(const std::string &page) {
  const std::string open = R"(<script type="application/json" id="data">)";
  const size_t start = page.find(open) + open.size();
  return page.substr(start, page.find("</script", start) - start);
}

Json dataOf(const std::string &lines, const SourceReader &readSource = noSource) {
  return Json::parse(dataText(writeHtml(lines, readSource)));
}

TEST(HtmlWriter, PageIsWhole) {
  const std::string page = writeHtml("", noSource);
  EXPECT_THAT(page, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("color-scheme"));
  EXPECT_THAT(page, HasSubstr("readModel"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(HtmlWriter, LinesKeepTheirOrderAndMembers) {
  const Json data = dataOf("{\"type\":\"run\",\"later\":[1]}\n\n{\"type\":\"verdict\"}\n");
  EXPECT_EQ(data["lines"], Json::parse(R"([{"type":"run","later":[1]},{"type":"verdict"}])"));
  EXPECT_EQ(data["unreadable"], 0);
}

TEST(HtmlWriter, MarkupCannotLeaveTheData) {
  const std::string evil = "</script><!--<script><b>&\"{{data}}{{style}}";
  const std::string page = writeHtml(Json({{"type", evil}}).dump(), noSource);
  EXPECT_THAT(dataText(page), Not(HasSubstr("<")));
  EXPECT_EQ(Json::parse(dataText(page))["lines"][0]["type"], evil);
}

TEST(HtmlWriter, UnreadableLinesAreCounted) {
  const Json data = dataOf("{\"type\":\"run\"}\n[1]\n\xff\xfe\n{\"type\":\"ra");
  EXPECT_EQ(data["lines"].size(), 1u);
  EXPECT_EQ(data["unreadable"], 3);
}

TEST(HtmlWriter, EachFileIsReadOnce) {
  std::map<std::string, int> asked;
  dataOf(R"({"accesses":[{"frames":[{"file":"a.cu","line":1},{"file":"a.cu","line":9}]}]}
{"launch":{"where":"b.cu:7"},"memory":{"object":{"where":"no line"}}}
{"file":"","line":0})",
         [&](const std::string &file, const std::string &) {
           ++asked[file];
           return std::nullopt;
         });
  EXPECT_EQ(asked, (std::map<std::string, int>{{"a.cu", 1}, {"b.cu", 1}}));
}

TEST(HtmlWriter, SourcesAreThereAndMissingOnesAreNot) {
  const Json data = dataOf(R"({"file":"a.cu","line":1}
{"file":"b.cu","line":1})",
                           [](const std::string &file, const std::string &) {
                             return file == "a.cu" ? std::optional("x</script>\n") : std::nullopt;
                           });
  EXPECT_EQ(data["sources"], Json::parse(R"({"a.cu":[{"first_line":1,"text":"x</script>\n"}]})"));
}

/// Where a variable or a launch is has no directory of its own.
TEST(HtmlWriter, FilesOfOneNameInTwoDirectories) {
  const Json data = dataOf(R"({"where":"a.cu:1"}
{"file":"a.cu","line":1,"directory":"/x"}
{"file":"a.cu","line":1,"directory":"/y"}
{"file":"/x/a.cu","line":1})",
                           [](const std::string &file, const std::string &directory) {
                             return std::optional(directory + " has " + file);
                           });
  EXPECT_EQ(data["sources"], Json::parse(R"({"/x/a.cu":[{"first_line":1,"text":"/x has a.cu"}],
                                             "/y/a.cu":[{"first_line":1,"text":"/y has a.cu"}]})"));
}

TEST(HtmlWriter, SourcesNeedNotBeUtf8) {
  const Json data =
      dataOf(R"({"file":"a.cu","line":1})", [](const std::string &, const std::string &) {
        return std::optional("// gr\xfc\xdf");
      });
  EXPECT_THAT(data["sources"]["a.cu"][0]["text"].get<std::string>(), HasSubstr("// gr"));
}

TEST(HtmlWriter, OddMembersAreIgnored) {
  const Json data = dataOf(R"({"file":7,"line":"x","where":["a:1"]}
{"file":"a.cu","line":-4}
{"where":"a.cu:99999999999999999999"})");
  EXPECT_EQ(data["lines"].size(), 3u);
}

} // namespace
} // namespace warpsan::report
