//===- SplitPtxTest.cpp - Kernels and runtime of a module apart ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/split_ptx.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace warpsan {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char Header[] = ".version 8.8\n.target sm_90\n.address_size 64\n";
constexpr char Check[] = ".func  (.param .b32 func_retval0) __warpsan_quick_access_$_1(\n"
                         "\t.param .b64 a\n"
                         ")\n"
                         "{                        // @check\n"
                         "\tret;\n"
                         "}\n";
constexpr char Kernel[] = ".visible .entry __warpsan_twin_k(\n\t.param .u64 a\n)\n"
                          ".maxntid 1024\n{\n\tret;\n}\n";

SplitPtx split(const std::string &body) {
  const std::optional<SplitPtx> parts = splitPtx(Header + body);
  EXPECT_TRUE(parts);
  return parts.value_or(SplitPtx());
}

TEST(SplitPtx, ModulesWithoutRuntimeStayWhole) {
  EXPECT_FALSE(splitPtx(""));
  EXPECT_FALSE(splitPtx(std::string(Header) + Kernel));
  // Declared only, as in a relocatable unit.
  EXPECT_FALSE(splitPtx(".extern .func __warpsan_enter\n(\n\t.param .b64 a\n)\n;\n"));
}

TEST(SplitPtx, FunctionsOfTheRuntimeAreLinkedToKernels) {
  const SplitPtx parts = split(std::string(Check) + Kernel);
  EXPECT_EQ(parts.kernels, std::string(Header) +
                               ".extern .func  (.param .b32 func_retval0) "
                               "__warpsan_quick_access_$_1(\n\t.param .b64 a\n)\n;\n" +
                               Kernel);
  EXPECT_EQ(parts.runtime, Header + (".visible " + std::string(Check)));
}

TEST(SplitPtx, DeclarationsComeFirst) {
  const std::string declared = ".func __warpsan_late\n(\n\t.param .b64 a\n)\n;\n";
  const SplitPtx parts = split(declared + Kernel + Check);
  EXPECT_THAT(parts.kernels, HasSubstr(".extern " + declared));
  EXPECT_THAT(parts.runtime, HasSubstr(".visible " + declared));
}

TEST(SplitPtx, AnyLinkageBecomesVisible) {
  const std::string check = Check;
  EXPECT_EQ(split(".weak " + check).runtime, split(check).runtime);
  EXPECT_EQ(split(".visible " + check).runtime, split(check).runtime);
}

TEST(SplitPtx, FunctionsOfTheProgramStayWithKernels) {
  const std::string function = ".func user(\n\t.param .b64 a\n)\n{\n\tret;\n}\n";
  const SplitPtx parts = split(function + Check);
  EXPECT_THAT(parts.kernels, HasSubstr("\n" + function));
  EXPECT_THAT(parts.runtime, Not(HasSubstr("user")));
}

TEST(SplitPtx, VariablesAreDefinedWithKernels) {
  const SplitPtx parts = split(std::string(".global .align 2 .b8 table[4] = {1, 2, 3, 4};\n"
                                           ".visible .const .align 4 .u32 limit;\n"
                                           ".extern .shared .align 16 .b8 dynamic[];\n") +
                               Check);
  EXPECT_THAT(parts.kernels, HasSubstr(".visible .global .align 2 .b8 table[4] = {1, 2, 3, 4};\n"
                                       ".visible .const .align 4 .u32 limit;\n"
                                       ".extern .shared .align 16 .b8 dynamic[];\n"));
  EXPECT_THAT(parts.runtime, HasSubstr(".extern .global .align 2 .b8 table[4];\n"
                                       ".extern .const .align 4 .u32 limit;\n"
                                       ".extern .shared .align 16 .b8 dynamic[];\n"));
}

TEST(SplitPtx, LinesKeepTheirFiles) {
  const std::string file = "\t.file\t1 \"a.cu\"\n";
  const SplitPtx parts = split(Check + ("\t.section\t.debug_macinfo\t{\t}\n" + file));
  EXPECT_THAT(parts.kernels, HasSubstr(file));
  EXPECT_THAT(parts.runtime, HasSubstr(file));
}

} // namespace
} // namespace warpsan
