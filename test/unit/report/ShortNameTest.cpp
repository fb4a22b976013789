//===- ShortNameTest.cpp - What remains of a long name ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names as llvm::demangle writes them.
//===----------------------------------------------------------------------===//
#include "report/ShortName.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

const std::string Long = "std::vector<int, std::allocator<int>>";
const std::string Parameters = "(" + Long + " const&, " + Long + " const&)";

TEST(ShortName, ShortOnesStay) {
  for (const char *name : {"", "kernel(float const*, int)", "void copy<float, 256>(float*)",
                           "(anonymous namespace)::sum(int*)", "tile"})
    EXPECT_EQ(shortName(name), name);
}

TEST(ShortName, ParametersAndResultGoFirst) {
  EXPECT_EQ(shortName("kernel" + Parameters), "kernel(...)");
  EXPECT_EQ(shortName("void copy<float, 256>" + Parameters), "copy<float, 256>(...)");
  EXPECT_EQ(shortName("unsigned long space::copy<float>" + Parameters + " const"),
            "space::copy<float>(...) const");
}

TEST(ShortName, NestedTemplateArguments) {
  EXPECT_EQ(shortName("void reduce<" + Long + ", 256, (bool)1>(" + Long + ")"),
            "reduce<std::vector<...>, 256, (bool)1>(...)");
  EXPECT_EQ(shortName("void reduce<" + std::string(50, 'T') + ", 256>(int)"),
            "reduce<..., 256>(...)");
  EXPECT_EQ(shortName("void f<" + Long + ", 4>::g<" + Long + ">()::a"),
            "f<std::vector<...>, 4>::g<std::vector<...>>()::a");
}

TEST(ShortName, TheLongestArgumentsGoFirst) {
  EXPECT_EQ(shortName("void space::inclusive_scan<float, space::policy<int, 128>, "
                      "main::'lambda'(float, float), 64>(float*)"),
            "space::inclusive_scan<float, ..., 64>(...)");
}

TEST(ShortName, ManyTemplateArguments) {
  EXPECT_EQ(
      shortName("void launch<policy_a<1>, policy_b<2>, policy_c<3>, policy_d<4>, policy_e<5>, "
                "policy_f<6>>(int)"),
      "launch<...>(...)");
}

TEST(ShortName, ScopesThatLookLikeParameters) {
  EXPECT_EQ(shortName("void (anonymous namespace)::sum<int>" + Parameters),
            "(anonymous namespace)::sum<int>(...)");
  EXPECT_EQ(shortName("void apply<main::'lambda'(int)>" + Parameters),
            "apply<main::'lambda'(int)>(...)");
  EXPECT_EQ(shortName("auto run" + Parameters + "::'lambda'(auto)::operator()<int>(int) const"),
            "run(...)::'lambda'(...)::operator()<...>(...) const");
  EXPECT_EQ(shortName("main::$_0::operator()" + Parameters + " const"),
            "main::$_0::operator()(...) const");
}

TEST(ShortName, Operators) {
  EXPECT_EQ(shortName("bool operator<<int>" + Parameters), "operator<<int>(...)");
  EXPECT_EQ(shortName("stream& operator<<<int>" + Parameters), "operator<<<int>(...)");
  EXPECT_EQ(shortName("bool operator<" + Parameters), "operator<(...)");
  EXPECT_EQ(shortName("Matrix<float>::operator()" + Parameters), "Matrix<float>::operator()(...)");
  EXPECT_EQ(shortName("Pointer<" + Long + ", deleter>::operator->() const"),
            "Pointer<..., deleter>::operator->() const");
  EXPECT_EQ(shortName("int operator<=><int>" + Parameters), "operator<=><int>(...)");
  EXPECT_EQ(shortName("void sort<&(bool operator<<int>(int, int))>" + Parameters),
            "sort<&(bool operator<<int>(int, int))>(...)");
  EXPECT_EQ(shortName("my_operator<int>" + Parameters), "my_operator<int>(...)");
}

TEST(ShortName, Conversions) {
  EXPECT_EQ(shortName("Array<" + Long + ">::operator unsigned long() const"),
            "Array<...>::operator unsigned long() const");
  EXPECT_EQ(shortName("Array<int, 16, layout>::operator " + Long + "() const"),
            "Array<...>::operator std::vector<...>() const");
}

TEST(ShortName, PointersToFunctions) {
  EXPECT_EQ(shortName("void apply<void (*)(int, float)>(void (*)(int, float), " + Long + ")"),
            "apply<void (*)(int, float)>(...)");
  EXPECT_EQ(shortName("void (*choose<int>(" + Long + "))(" + Long + ")"),
            "void (*choose<int>(" + Long + "))(" + Long + ")");
}

TEST(ShortName, ExpressionsAndWhatIsNoName) {
  EXPECT_EQ(shortName("void choose<1 < 2, 4 > 3>" + Parameters), "choose<1 < 2, 4 > 3>(...)");
  EXPECT_EQ(shortName("decltype(fp + fp) sum<" + Long + ">(" + Long + ")"),
            "decltype(...) sum<std::vector<...>>(...)");
  for (const std::string odd : {"<", "((", ")>", "operator", "a<b", "a->b>", ",<,,>,"}) {
    const std::string text = std::string(odd).append(80, 'x').append(odd);
    EXPECT_FALSE(shortName(text).empty()) << text;
  }
}

} // namespace
} // namespace warpsan::report
