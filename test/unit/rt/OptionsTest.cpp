//===- OptionsTest.cpp - Parsing WARPSAN_OPTIONS ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rt/runtime_options.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::rt {
namespace {

using ::testing::HasSubstr;

TEST(Options, Defaults) {
  RuntimeOptions options;
  EXPECT_EQ(parseOptions("", options), "");
  EXPECT_EQ(options.exitcode, 66u);
  EXPECT_TRUE(options.same_value);
  EXPECT_FALSE(options.fail_on_unanalysed);
  EXPECT_EQ(options.log_path, "stderr");
}

TEST(Options, SetsEveryKind) {
  RuntimeOptions options;
  EXPECT_EQ(parseOptions("exitcode=7:same_value=0:log_path=race:color=never:", options), "");
  EXPECT_EQ(options.exitcode, 7u);
  EXPECT_FALSE(options.same_value);
  EXPECT_EQ(options.log_path, "race");
  EXPECT_EQ(options.color, "never");
}

TEST(Options, ValuesInQuotesMayHaveColons) {
  RuntimeOptions options;
  EXPECT_EQ(parseOptions("kernels='ns::a,-b':exitcode=7:log_path=\"a:b\"", options), "");
  EXPECT_EQ(options.kernels, "ns::a,-b");
  EXPECT_EQ(options.exitcode, 7u);
  EXPECT_EQ(options.log_path, "a:b");
  EXPECT_THAT(parseOptions("kernels='a:exitcode=0", options), HasSubstr("not closed"));
  EXPECT_THAT(parseOptions("kernels='a'b:exitcode=0", options), HasSubstr("not closed"));
}

TEST(Options, LastOneCounts) {
  RuntimeOptions options;
  EXPECT_EQ(parseOptions("exitcode=7:exitcode=0x10", options), "");
  EXPECT_EQ(options.exitcode, 16u);
}

TEST(Options, UnknownKeyIsAnError) {
  RuntimeOptions options;
  EXPECT_THAT(parseOptions("exitcodes=7", options), HasSubstr("unknown option 'exitcodes'"));
  EXPECT_THAT(parseOptions("counters", options), HasSubstr("'counters' has no value"));
}

TEST(Options, BadValuesAreErrors) {
  for (const char *text :
       {"exitcode=256", "exitcode=-1", "exitcode=", "exitcode=7x", "same_value=2", "color=red",
        "max_records=1", "seed=99999999999999999999999"}) {
    RuntimeOptions options;
    EXPECT_THAT(parseOptions(text, options), HasSubstr("bad value")) << text;
  }
}

TEST(Options, HelpNamesEveryOption) {
  const std::string help = optionsHelp();
#define WARPSAN_COUNTER(Name, Key, Doc)                                                            \
  EXPECT_THAT(help, HasSubstr("  " Key " "));                                                      \
  EXPECT_THAT(help, HasSubstr(Doc "\n"));
#include "warpsan/counters.def"
#define WARPSAN_OPTION_FLAG(Key, Default, Doc) EXPECT_THAT(help, HasSubstr("  " #Key "="));
#define WARPSAN_OPTION_NUMBER(Key, Default, Least, Most, Doc)                                      \
  EXPECT_THAT(help, HasSubstr("  " #Key "="));
#define WARPSAN_OPTION_TEXT(Key, Default, Doc) EXPECT_THAT(help, HasSubstr("  " #Key "="));
#define WARPSAN_OPTION_CHOICE(Key, Default, Choices, Doc)                                          \
  EXPECT_THAT(help, HasSubstr("  " #Key "="));
#include "rt/runtime_options.def"
}

} // namespace
} // namespace warpsan::rt
