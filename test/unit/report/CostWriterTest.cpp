//===- CostWriterTest.cpp - Costs of kernels, collected and as text --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CostWriter.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using abi::Counter;
using ::testing::HasSubstr;
using ::testing::Not;

KernelCosts named(const std::string &name) {
  KernelCosts costs;
  costs.name = name;
  return costs;
}

KernelCosts fill() {
  KernelCosts costs = named("fill(int*)");
  costs.launches = 4;
  costs.checked = {2, 512, 12345678};
  costs.own = {1, 256, 1500};
  costs.sites.checked = 3;
  costs.sites.notAnalysed = 1;
  costs.sites.proved[0] = 2;
  costs.sites.proved[4] = 1;
  abi::KernelCounters counters = {};
  for (unsigned i = 0; i < unsigned(Counter::Count); ++i)
    counters.values[i] = 100 + i;
  costs.counters = counters;
  costs.ownFunction = {16, 0, 1024, 8};
  costs.twin = {40, 24, 1024, 4};
  return costs;
}

TEST(KernelCosts, SitesAreCountedByProof) {
  test::ModuleBuilder builder;
  const uint32_t frame = builder.frame("k", "a.cu", 7);
  builder.site(abi::AccessKind::Read, frame);
  for (int i = 0; i < 2; ++i) {
    builder.site(abi::AccessKind::Read, frame);
    builder.lastSite().status = uint8_t(abi::SiteStatus::Proved);
    builder.lastSite().elision = 2;
  }
  builder.site(abi::AccessKind::Write, frame);
  builder.lastSite().status = uint8_t(abi::SiteStatus::NotAnalysed);
  builder.kernel("_Z1kPi");
  builder.lastKernel().demangled = builder.text("k(int*)");
  const KernelCosts costs = staticCosts(builder.view(), 0);
  EXPECT_EQ(costs.name, "k(int*)");
  EXPECT_EQ(costs.sites.checked, 1u);
  EXPECT_EQ(costs.sites.notAnalysed, 1u);
  EXPECT_EQ(costs.sites.proved[2], 2u);
  EXPECT_EQ(costs.sites.allProved(), 2u);
  EXPECT_EQ(costs.sites.all(), 4u);
}

TEST(CostWriter, NoKernelNoText) { EXPECT_EQ(writeCosts(std::vector<KernelCosts>{}), ""); }

TEST(CostWriter, LinesOfOneKernel) {
  const std::string text = writeCosts({fill()});
  EXPECT_THAT(text, HasSubstr("WarpSan: kernel=\"fill(int*)\" launches=4 launches_checked=2 "
                              "launches_own=1 threads=768 checked_us=12345.7 own_us=1.5\n"));
  EXPECT_THAT(text, HasSubstr("WarpSan: kernel=\"fill(int*)\" sites=7 sites_checked=3 "
                              "sites_not_analysed=1 sites_proved=3 proved_stack=2 "
                              "proved_thread-private=1\n"));
  EXPECT_THAT(text, HasSubstr("WarpSan: kernel=\"fill(int*)\" registers=16/40 local_bytes=0/24 "
                              "static_shared_bytes=1024/1024 blocks_per_multiprocessor=8/4\n"));
}

TEST(CostWriter, EachCounterHasItsKey) {
  const std::string text = writeCosts({fill()});
#define WARPSAN_COUNTER(Name, Key, Doc)                                                            \
  EXPECT_THAT(text, HasSubstr(" " Key "=" + std::to_string(100 + unsigned(Counter::Name))));
#include "warpsan/counters.def"
}

TEST(CostWriter, WhatIsNotKnownIsNotWritten) {
  KernelCosts costs = fill();
  costs.checked.nanoseconds.reset();
  costs.own.nanoseconds.reset();
  costs.counters.reset();
  costs.twin.reset();
  const std::string lines = writeCosts({costs});
  EXPECT_THAT(lines, Not(HasSubstr("checked_us")));
  EXPECT_THAT(lines, Not(HasSubstr("own_us")));
  EXPECT_THAT(lines, Not(HasSubstr("words")));
  EXPECT_THAT(lines, HasSubstr(" registers=16 "));
  costs.ownFunction.reset();
  EXPECT_THAT(writeCosts({costs}), Not(HasSubstr("registers")));
}

TEST(CostWriter, ColumnsOfTheTableAreAligned) {
  KernelCosts other = named("k()");
  other.launches = 1000000;
  const std::string text = writeCosts({fill(), other});
  EXPECT_THAT(text,
              HasSubstr("\n"
                        "  kernel      launches  own  threads  checks  left out  cell writes  "
                        "ms checked  ms own\n"
                        "  fill(int*)         4    1      768     100       203          106  "
                        "    12.346   0.002\n"
                        "  k()          1000000    0        0       -         -            -  "
                        "         -       -\n"
                        "WarpSan: kernel=\"fill(int*)\" launches=4"));
}

TEST(CostWriter, MemoryPerByte) {
  EXPECT_EQ(writeCosts(MemoryCosts{1024, 2048, 64, 0}),
            "WarpSan: memory tracked_bytes=1024 shadow_bytes=2048 shadow_per_byte=2.00 "
            "shared_shadow_bytes=64 order_log_bytes=0\n");
  EXPECT_EQ(writeCosts(MemoryCosts{}), "WarpSan: memory tracked_bytes=0 shadow_bytes=0 "
                                       "shared_shadow_bytes=0 order_log_bytes=0\n");
}

TEST(CostWriter, MemoryOfCopies) {
  MemoryCosts memory{1024, 2048, 64, 0};
  memory.copyBytes = 9000;
  memory.regionSlotBytes = 70000;
  EXPECT_THAT(writeCosts(memory), HasSubstr(" order_log_bytes=0 copy_bytes=9000 "
                                            "region_slot_bytes=70000 grid_table_bytes=0\n"));
}

} // namespace
} // namespace warpsan::report
