//===- UnitLinkerTest.cpp - One blob for several units ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/UnitLinker.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gmock/gmock.h>

namespace warpsan::report {
namespace {

using testing::ElementsAre;

/// A kernel with one site that calls `callee`.
ModuleView caller(const std::string &callee) {
  test::ModuleBuilder unit;
  unit.site(AccessKind::Write, unit.frame("kernel()", "a.cu", 17));
  unit.kernel("kernel", abi::KernelBlockBarrier | abi::KernelOpen);
  unit.calls({callee});
  return unit.view();
}

/// A function with one site, inlined once, that calls `callee`.
ModuleView function(const std::string &name, const std::string &callee) {
  test::ModuleBuilder unit;
  unit.global("table", abi::Space::Global, 64, 3);
  const uint32_t outer = unit.frame(name + "()", "b.cu", 30);
  unit.site(AccessKind::Read, unit.frame("inner()", "b.cu", 20, 1, outer, 19, "/b"));
  unit.barrier(name + "()", unit.frame(name + "()", "b.cu", 31));
  unit.barrier(name + "()", abi::NoFrame);
  unit.kernel(name, abi::KernelIsFunction | abi::KernelFence,
              1u << unsigned(abi::Reason::AsyncCopy));
  unit.calls({callee});
  return unit.view();
}

std::vector<uint32_t> sitesOf(const ModuleView &view, uint32_t kernel) {
  const uint32_t *first = view.siteList(view.kernel(kernel));
  return {first, first + view.kernel(kernel).siteCount};
}

TEST(UnitLinker, KernelIncludesWhatItCalls) {
  const ModuleView a = caller("far"), b = function("near", "kernel"), c = function("far", "near");
  const ModuleView linked(linkUnits({&a, &b, &c}));
  ASSERT_TRUE(linked.valid()) << linked.problem();
  ASSERT_EQ(linked.kernelCount(), 3u);
  EXPECT_STREQ(linked.text(linked.kernel(0).name), "kernel");
  EXPECT_EQ(linked.kernel(0).flags, abi::KernelBlockBarrier | abi::KernelOpen | abi::KernelFence |
                                        abi::KernelOpenStores | abi::KernelUnrootedChecks |
                                        abi::KernelUnrootedGlobal);
  EXPECT_EQ(linked.kernel(0).reasons, 1u << unsigned(abi::Reason::AsyncCopy));
  EXPECT_THAT(sitesOf(linked, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(sitesOf(linked, 1), ElementsAre(1));
  EXPECT_THAT(sitesOf(linked, 2), ElementsAre(1, 2));
}

TEST(UnitLinker, SharedVariablesAreThoseOfTheKernelsUnit) {
  test::ModuleBuilder unit, other;
  other.global("box", abi::Space::Shared, 64, 3);
  other.kernel("far", abi::KernelIsFunction);
  unit.global("table", abi::Space::Global, 64, 3);
  unit.global("tile", abi::Space::Shared, 64, 3);
  unit.kernel("kernel");
  unit.tells({1});
  const ModuleView a = other.view(), b = unit.view();
  const ModuleView linked(linkUnits({&a, &b}));
  ASSERT_TRUE(linked.valid()) << linked.problem();
  const auto shared = linked.sharedVariables(linked.kernel(1));
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_STREQ(linked.text(linked.global(shared[0]).name), "tile");
  EXPECT_TRUE(linked.sharedVariables(linked.kernel(0)).empty());
}

TEST(UnitLinker, UnknownSharedVariableIsRefused) {
  test::ModuleBuilder unit;
  unit.global("tile", abi::Space::Shared, 64, 3);
  unit.kernel("kernel");
  unit.tells({1});
  EXPECT_FALSE(unit.view().valid());
}

TEST(UnitLinker, ShapeIsWithinThoseOfAllItCalls) {
  test::ModuleBuilder unit, other;
  unit.kernel("kernel");
  unit.lastKernel().provedBlock = {{0, 16, 8}};
  unit.calls({"far"});
  other.kernel("far", abi::KernelIsFunction);
  other.lastKernel().provedBlock = {{32, 1, 0}};
  const ModuleView a = unit.view(), b = other.view();
  const ModuleView linked(linkUnits({&a, &b}));
  ASSERT_TRUE(linked.valid()) << linked.problem();
  EXPECT_THAT(linked.kernel(0).provedBlock.extents, ElementsAre(32, 1, 8));
}

TEST(UnitLinker, RowsKeepTheirTexts) {
  const ModuleView a = caller("far"), b = function("far", "nowhere");
  const ModuleView linked(linkUnits({&a, &b}));
  ASSERT_EQ(linked.siteCount(), 2u);
  const abi::FrameInfo &inner = linked.frame(linked.site(1).frame);
  EXPECT_STREQ(linked.text(inner.function), "inner()");
  EXPECT_STREQ(linked.text(inner.file), "b.cu");
  EXPECT_STREQ(linked.text(inner.directory), "/b");
  EXPECT_STREQ(linked.text(linked.frame(inner.inlinedAt).function), "far()");
  EXPECT_STREQ(linked.text(linked.frame(linked.site(0).frame).file), "a.cu");
  EXPECT_STREQ(linked.text(linked.frame(linked.site(0).frame).directory), "");
  EXPECT_STREQ(linked.text(linked.global(0).name), "table");
}

TEST(UnitLinker, BarriersOfAUnitComeBehindThoseBefore) {
  const ModuleView a = function("near", "far"), b = function("far", "nowhere");
  const ModuleView linked(linkUnits({&a, &b}));
  ASSERT_EQ(linked.barrierCount(), 4u);
  EXPECT_STREQ(linked.text(linked.barrier(1).function), "near()");
  EXPECT_STREQ(linked.text(linked.frame(linked.barrier(2).frame).function), "far()");
  EXPECT_EQ(linked.frame(linked.barrier(2).frame).line, 31u);
  EXPECT_EQ(linked.barrier(3).frame, abi::NoFrame);
}

/// A kernel that writes a variable, as long as a parameter is larger than the thread.
ModuleView writer(const std::string &name) {
  using abi::TermKind;
  test::ModuleBuilder unit;
  unit.site(AccessKind::Write, unit.frame(name + "()", "c.cu", 5));
  unit.kernel(name);
  unit.global("other", abi::Space::Global, 4, 1);
  unit.global("table", abi::Space::Global, 64, 2);
  const uint32_t size = unit.term(TermKind::Parameter, 32, 1, 8);
  const uint32_t thread = unit.term(TermKind::Register, 32, 3);
  const uint32_t wide = unit.term(TermKind::ZeroExtend, 64, thread);
  unit.root(abi::RootKind::Parameter, 0);
  unit.root(abi::RootKind::Variable, 1);
  unit.form({1, unit.term(TermKind::Add, 64, wide, wide), 2, abi::FormWrites,
             unit.guard(thread, abi::GuardRelation::UnsignedLess, size), 1});
  unit.form({0, abi::NoTerm, 0, 0, 0, 0});
  return unit.view();
}

TEST(UnitLinker, AccessesNameTheRowsOfTheirUnit) {
  const ModuleView a = writer("first"), b = writer("second");
  ASSERT_TRUE(a.valid()) << a.problem();
  const ModuleView linked(linkUnits({&a, &b}));
  ASSERT_TRUE(linked.valid()) << linked.problem();
  const abi::KernelInfo &second = linked.kernel(1);
  EXPECT_EQ(second.flags, 0u);
  ASSERT_EQ(linked.roots(second).size(), 2u);
  EXPECT_EQ(linked.roots(second)[0].index, 0u) << "of a parameter";
  EXPECT_EQ(linked.roots(second)[1].index, 3u);
  ASSERT_EQ(linked.forms(second).size(), 2u);
  const abi::FormInfo &form = linked.forms(second)[0];
  EXPECT_EQ(form.root, 1u);
  EXPECT_EQ(form.term, 7u);
  EXPECT_EQ(form.guardList, 1u);
  EXPECT_EQ(linked.forms(second)[1].term, abi::NoTerm);
  EXPECT_EQ(linked.terms()[7].left, 6u);
  EXPECT_EQ(linked.terms()[7].right, 6u);
  EXPECT_EQ(linked.terms()[6].left, 5u);
  EXPECT_EQ(linked.terms()[5].left, 3u) << "a register";
  EXPECT_EQ(linked.terms()[4].left, 1u) << "a parameter";
  EXPECT_EQ(linked.terms()[4].right, 8u);
  EXPECT_EQ(linked.guards()[1].left, 5u);
  EXPECT_EQ(linked.guards()[1].right, 4u);
}

TEST(UnitLinker, UnknownFunctionAddsNothing) {
  const ModuleView a = caller("nowhere");
  const ModuleView linked(linkUnits({&a}));
  EXPECT_THAT(sitesOf(linked, 0), ElementsAre(0));
  EXPECT_EQ(linked.kernel(0).reasons, 0u);
}

TEST(UnitLinker, CyclesEnd) {
  const ModuleView a = function("ping", "pong"), b = function("pong", "ping");
  const ModuleView linked(linkUnits({&a, &b}));
  EXPECT_THAT(sitesOf(linked, 0), ElementsAre(0, 1));
  EXPECT_THAT(sitesOf(linked, 1), ElementsAre(0, 1));
}

} // namespace
} // namespace warpsan::report
