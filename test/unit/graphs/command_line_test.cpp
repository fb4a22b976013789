//===- command_line_test.cpp - Options that all graph programs have ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/graphs/host/command_line.h"
#include "test/unit/graphs/input_errors.h"
#include <gmock/gmock.h>

namespace graphs {
namespace {

using test::errorOf;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CommandLine parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "program");
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return parseCommandLine(int(arguments.size()), pointers.data());
}

std::string errorOfParse(const std::vector<std::string> &arguments) {
  return errorOf([&] { parse(arguments); });
}

TEST(CommandLine, HasDefaults) {
  const CommandLine options = parse({"x.egr"});
  EXPECT_EQ(options.file, "x.egr");
  EXPECT_EQ(options.description, "");
  EXPECT_EQ(options.runs, 1);
  EXPECT_TRUE(options.isVerified);
  EXPECT_FALSE(options.isHelp);
}

TEST(CommandLine, TakesAllOptions) {
  const CommandLine options = parse({"--generate", "grid:width=3", "--runs", "9", "--no-verify"});
  EXPECT_EQ(options.description, "grid:width=3");
  EXPECT_EQ(options.runs, 9);
  EXPECT_FALSE(options.isVerified);
  EXPECT_TRUE(parse({"--help"}).isHelp);
}

TEST(CommandLine, RefusesMistakes) {
  EXPECT_THAT(errorOfParse({}), HasSubstr("a file or --generate"));
  EXPECT_THAT(errorOfParse({"x", "--generate", "y"}), HasSubstr("one of them"));
  EXPECT_THAT(errorOfParse({"x", "y"}), HasSubstr("more than one file"));
  EXPECT_THAT(errorOfParse({"--speed", "x"}), HasSubstr("unknown option"));
  EXPECT_THAT(errorOfParse({"x", "--runs"}), HasSubstr("without its value"));
  for (const char *runs : {"0", "-1", "x", "3x", "", "99999999999"})
    EXPECT_THAT(errorOfParse({"x", "--runs", runs}), HasSubstr("is no number from 1 on"));
}

TEST(CommandLine, MakesTheGraphThatAProblemNeeds) {
  const CommandLine options = parse({"--generate", "random:n=50,m=100"});
  const CsrGraph directed = loadGraph(options, {Direction::Directed, false});
  EXPECT_THAT(directed.weights, IsEmpty());
  const CsrGraph weighted = loadGraph(options, {Direction::Undirected, true});
  EXPECT_GT(weighted.edges(), directed.edges());
  EXPECT_EQ(weighted.weights.size(), weighted.targets.size());
  EXPECT_THAT(weighted.weights, Each(Gt(0)));
}

} // namespace
} // namespace graphs
