//===- DecodeTest.cpp - Records to reports ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Decode.h"
#include "report/Dedup.h"
#include "test/unit/report/ModuleBuilder.h"
#include <gtest/gtest.h>

namespace warpsan::report {
namespace {

using namespace test;

Object noObject(const abi::RaceRecord &) { return {}; }

/// A write on line 17 and an inlined read on line 20, of one kernel.
struct TwoSites {
  explicit TwoSites(uint32_t kernelFlags = 0, uint32_t reasons = 0, uint16_t siteFlags = 0) {
    const uint32_t call = builder.frame("kernel(float*)", "racy.cu", 30, 3);
    write = builder.site(AccessKind::Write, builder.frame("kernel(float*)", "racy.cu", 17, 5), 4,
                         Scope::None, siteFlags);
    read =
        builder.site(AccessKind::Read, builder.frame("sum(float const*)", "racy.cu", 20, 12, call),
                     4, Scope::None, siteFlags);
    builder.kernel("_Z6kernelPf", kernelFlags, reasons);
    module = builder.view();
  }

  Decoded decodeRecord(const abi::RaceRecord &record) const {
    return decode(module, {record, 3, true, ""}, 0, noObject);
  }
  abi::Reason reasonOf(Relation relation) const {
    const Decoded decoded = decodeRecord(makeRecord(read, write, relation));
    const auto *aside = std::get_if<SetAside>(&decoded);
    return aside ? aside->reason : abi::Reason::None;
  }

  ModuleBuilder builder;
  ModuleView module;
  uint32_t write = 0;
  uint32_t read = 0;
};

TEST(Decode, NamesBothAccesses) {
  const TwoSites sites;
  const auto report = std::get<Report>(sites.decodeRecord(makeRecord(sites.read, sites.write)));
  EXPECT_EQ(report.current.kind, AccessKind::Read);
  EXPECT_EQ(report.previous.kind, AccessKind::Write);
  EXPECT_EQ(locationOf(report.current), "racy.cu:20");
  EXPECT_EQ(locationOf(report.previous), "racy.cu:17");
  ASSERT_EQ(report.current.frames.size(), 2u);
  EXPECT_EQ(report.current.frames[1].line, 30u);
  EXPECT_EQ(report.count, 3u);
  EXPECT_EQ(report.raceClass, RaceClass::BlockBarrier);
}

TEST(Decode, FramesKnowWhereTheCompilerWas) {
  ModuleBuilder builder;
  const uint32_t call = builder.frame("kernel()", "/src/a.cu", 30);
  builder.site(AccessKind::Read, builder.frame("sum()", "sum.h", 20, 1, call, 18, "/src"));
  const std::vector<Frame> frames = accessOf(builder.view(), 0).frames;
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].directory, "/src");
  EXPECT_EQ(frames[1].directory, "");
}

TEST(Decode, IntendedAccessMarksItsRaces) {
  TwoSites sites;
  const std::string reason = "last one wins";
  sites.builder.lastSite().intended = sites.builder.text(reason);
  sites.module = sites.builder.view();
  for (const auto &[current, previous] :
       {std::pair(sites.read, sites.write), std::pair(sites.write, sites.read)}) {
    const Report report =
        std::get<Report>(sites.decodeRecord(makeRecord(current, previous, Relation::Block)));
    ASSERT_TRUE(report.suppressed);
    EXPECT_EQ(report.suppressed->reason, reason);
    EXPECT_EQ(report.suppressed->where, "racy.cu:20");
    EXPECT_TRUE(report.suppressed->inSource);
  }
  const auto other =
      std::get<Report>(sites.decodeRecord(makeRecord(sites.write, sites.write, Relation::Block)));
  EXPECT_FALSE(other.suppressed);
}

TEST(Decode, UnflattensThreadsAndBlocks) {
  const TwoSites sites;
  const auto report = std::get<Report>(sites.decodeRecord(makeRecord(sites.read, sites.write)));
  EXPECT_EQ(report.current.position.thread, (Index3{5, 1, 0}));
  EXPECT_EQ(report.current.position.block, (Index3{2, 0, 0}));
  EXPECT_EQ(report.current.position.warp, 2u);
  EXPECT_EQ(report.current.position.lane, 5u);
  EXPECT_EQ(report.previous.position.thread, (Index3{5, 0, 0}));
  EXPECT_EQ(report.previous.position.warp, 0u);
}

TEST(Decode, KeepsUnknownSiteUnknown) {
  const TwoSites sites;
  const auto report =
      std::get<Report>(sites.decodeRecord(makeRecord(sites.read, abi::UnknownSite)));
  EXPECT_FALSE(report.previous.siteKnown);
  EXPECT_EQ(locationOf(report.previous), "?");
  EXPECT_EQ(report.unknownPartners, 3u);
}

TEST(Decode, FallsBackToOrdinalWithoutDebugInfo) {
  ModuleBuilder builder;
  builder.site(AccessKind::Write, abi::NoFrame);
  builder.kernel("k");
  const ModuleView module = builder.view();
  EXPECT_EQ(locationOf(accessOf(module, 0)), "function access 1");
}

TEST(Decode, NamesTheCallerOfToolchainHeaders) {
  ModuleBuilder builder;
  const uint32_t own = builder.frame("kernel()", "racy.cu", 15);
  const uint32_t outer =
      builder.frame("atomicAdd_block", "/include/sm_60_atomic_functions.hpp", 300, 10, own);
  const uint32_t inner =
      builder.frame("__iAtomicAdd_block", "/lib/clang/22/include/__clang_cuda_device_functions.h",
                    344, 10, outer);
  builder.site(AccessKind::AtomicRmw, inner, 4, Scope::Block);
  builder.kernel("k");
  const Access access = accessOf(builder.view(), 0);
  EXPECT_EQ(locationOf(access), "racy.cu:15");
  EXPECT_EQ(access.frames.size(), 1u);
}

TEST(Decode, FencesAndFlagsMayOrderAnyThreads) {
  const TwoSites sites(abi::KernelFence | abi::KernelStrong);
  for (const Relation relation : {Relation::Group, Relation::Warp, Relation::Block, Relation::Grid})
    EXPECT_EQ(sites.reasonOf(relation), abi::Reason::FenceAndFlag);
}

TEST(Decode, FenceOrStrongAccessAloneOrdersNothing) {
  EXPECT_EQ(TwoSites(abi::KernelFence).reasonOf(Relation::Grid), abi::Reason::None);
  EXPECT_EQ(TwoSites(abi::KernelStrong).reasonOf(Relation::Grid), abi::Reason::None);
}

bool isNoRace(const TwoSites &sites, Relation relation) {
  return std::holds_alternative<NoRace>(
      sites.decodeRecord(makeRecord(sites.read, sites.write, relation)));
}

TEST(Decode, VolatilePairsAreRacesOfTheirOwnClass) {
  const TwoSites sites(0, 0, abi::SiteVolatile);
  const auto report =
      std::get<Report>(sites.decodeRecord(makeRecord(sites.read, sites.write, Relation::Grid)));
  EXPECT_EQ(report.raceClass, RaceClass::Volatile);
}

TEST(Decode, NonCoherentLoadsAreRacesOfTheirOwnClass) {
  const TwoSites sites(0, 0, abi::SiteNonCoherent);
  const auto report = std::get<Report>(sites.decodeRecord(makeRecord(sites.read, sites.write)));
  EXPECT_EQ(report.raceClass, RaceClass::NonCoherent);
  EXPECT_TRUE(report.current.isNonCoherent);
}

RaceClass classWithFlags(Relation relation, uint32_t kernelFlags, uint16_t siteFlags,
                         abi::Space space = abi::Space::Global) {
  const TwoSites sites(kernelFlags, 0, siteFlags);
  abi::RaceRecord record = makeRecord(sites.read, sites.write, relation);
  record.space = uint8_t(space);
  return std::get<Report>(sites.decodeRecord(record)).raceClass;
}

/// In the source: behind the earlier access and in front of the later one.
TEST(Decode, FlagBetweenTheTwoLacksAFence) {
  constexpr uint16_t Passes = abi::SiteBeforeFlag | abi::SiteBehindFlag;
  EXPECT_EQ(classWithFlags(Relation::Grid, 0, Passes), RaceClass::MissingFence);
  EXPECT_EQ(classWithFlags(Relation::Grid, 0, abi::SiteBeforeFlag), RaceClass::BetweenBlocks);
  EXPECT_EQ(classWithFlags(Relation::Grid, 0, abi::SiteBehindFlag), RaceClass::BetweenBlocks);
  EXPECT_EQ(classWithFlags(Relation::Block, 0, Passes), RaceClass::MissingFence);
  EXPECT_EQ(classWithFlags(Relation::Block, abi::KernelBlockBarrier, Passes),
            RaceClass::BlockBarrier);
  EXPECT_EQ(classWithFlags(Relation::Block, 0, Passes, abi::Space::Shared),
            RaceClass::BlockBarrier);
  EXPECT_EQ(classWithFlags(Relation::Warp, 0, Passes), RaceClass::WarpBarrier);
}

TEST(Decode, VolatilePairsThatPollAreMeant) {
  EXPECT_TRUE(isNoRace(TwoSites(0, 0, abi::SiteVolatile | abi::SitePoll), Relation::Grid));
}

TEST(Decode, FenceBehindAVolatileAccessMustReachBothThreads) {
  const TwoSites narrow(0, 0, abi::SiteVolatile | abi::SiteFencedBlock);
  EXPECT_TRUE(isNoRace(narrow, Relation::Block));
  EXPECT_FALSE(isNoRace(narrow, Relation::Grid));
  const TwoSites wide(0, 0, abi::SiteVolatile | abi::SiteFencedBlock | abi::SiteFencedDevice);
  EXPECT_TRUE(isNoRace(wide, Relation::Grid));
}

/// The last block stores its volatile result without a fence: only the parts need one,
/// if that is known to come later.
TEST(Decode, StoreInTurnNeedsNoFence) {
  constexpr uint16_t Fenced = abi::SiteVolatile | abi::SiteFencedBlock | abi::SiteFencedDevice;
  ModuleBuilder builder;
  const uint32_t part =
      builder.site(AccessKind::Write, builder.frame("k()", "k.cu", 1), 4, Scope::None, Fenced);
  const uint32_t result = builder.site(AccessKind::Write, builder.frame("k()", "k.cu", 2), 4,
                                       Scope::None, abi::SiteVolatile);
  builder.kernel("_Z1kv", abi::KernelFence | abi::KernelStrong, 0);
  const ModuleView module = builder.view();
  const auto isRace = [&](uint32_t later, uint32_t earlier, uint8_t cause) {
    abi::RaceRecord record = makeRecord(later, earlier, Relation::Grid);
    record.flags = abi::RaceDecided | cause;
    return std::holds_alternative<Report>(decode(module, {record, 3, true, ""}, 0, noObject));
  };
  EXPECT_FALSE(isRace(result, part, abi::RaceNoFence));
  EXPECT_FALSE(isRace(result, part, abi::RaceNarrowFence));
  EXPECT_TRUE(isRace(result, part, 0));
  EXPECT_TRUE(isRace(part, result, abi::RaceNoFence));
}

TEST(Decode, DecidedRecordsAreNotSetAside) {
  const TwoSites sites(abi::KernelFence | abi::KernelStrong);
  abi::RaceRecord record = makeRecord(sites.read, sites.write, Relation::Grid);
  EXPECT_TRUE(std::holds_alternative<SetAside>(sites.decodeRecord(record)));
  record.flags |= abi::RaceDecided;
  EXPECT_TRUE(std::holds_alternative<Report>(sites.decodeRecord(record)));
}

TEST(Decode, NamedBarriersOrderWarpsOfABlock) {
  const TwoSites sites(abi::KernelNamedBarrier);
  EXPECT_EQ(sites.reasonOf(Relation::Block), abi::Reason::NamedBarrier);
  EXPECT_EQ(sites.reasonOf(Relation::Grid), abi::Reason::None);
}

TEST(Decode, UnknownConstructSetsEverythingAside) {
  const TwoSites sites(0, 1u << unsigned(abi::Reason::IndirectCall));
  EXPECT_EQ(sites.reasonOf(Relation::Warp), abi::Reason::IndirectCall);
}

TEST(Decode, ClassifiesAtomics) {
  ModuleBuilder builder;
  const uint32_t frame = builder.frame("k", "a.cu", 1);
  const uint32_t block = builder.site(AccessKind::AtomicRmw, frame, 4, Scope::Block);
  const uint32_t plain = builder.site(AccessKind::Write, frame);
  builder.kernel("k");
  const ModuleView module = builder.view();
  const auto classOf = [&](uint32_t a, uint32_t b) {
    const Decoded decoded =
        decode(module, {makeRecord(a, b, Relation::Grid), 1, true, ""}, 0, noObject);
    return std::get<Report>(decoded).raceClass;
  };
  EXPECT_EQ(classOf(block, block), RaceClass::NarrowScope);
  EXPECT_EQ(classOf(block, plain), RaceClass::AtomicPlain);
  EXPECT_EQ(classOf(plain, plain), RaceClass::BetweenBlocks);
}

TEST(Decode, EqualLiteralsAreSameValueStores) {
  ModuleBuilder builder;
  const uint32_t frame = builder.frame("k", "a.cu", 1);
  const uint32_t store =
      builder.site(AccessKind::Write, frame, 4, Scope::None, abi::SiteConstantValue);
  builder.lastSite().value = 1;
  builder.kernel("k");
  const ModuleView module = builder.view();
  const Decoded decoded = decode(module, {makeRecord(store, store), 1, true, ""}, 0, noObject);
  EXPECT_EQ(std::get<Report>(decoded).raceClass, RaceClass::SameValue);
}

/// What a store stands for has raced too.
TEST(Decode, StoresThatStandForMoreAreNotOfTheSameValue) {
  ModuleBuilder builder;
  const uint32_t frame = builder.frame("k", "a.cu", 1);
  const uint32_t store = builder.site(AccessKind::Write, frame, 4, Scope::None,
                                      abi::SiteConstantValue | abi::SiteStandsForMore);
  builder.kernel("k");
  const ModuleView module = builder.view();
  abi::RaceRecord record = makeRecord(store, store);
  record.flags |= abi::RaceSameValue;
  const Decoded decoded = decode(module, {record, 1, true, ""}, 0, noObject);
  EXPECT_EQ(std::get<Report>(decoded).raceClass, RaceClass::BlockBarrier);
  EXPECT_FALSE(std::get<Report>(decoded).sameValue);
}

TEST(Decode, StoreOfAnUpdateHasReadBefore) {
  ModuleBuilder builder;
  const uint32_t update = builder.site(AccessKind::Write, builder.frame("k", "a.cu", 1), 4,
                                       Scope::None, abi::SiteUpdate | abi::SiteStandsForMore);
  const uint32_t store = builder.site(AccessKind::Write, builder.frame("k", "a.cu", 2));
  const uint32_t read = builder.site(AccessKind::Read, builder.frame("k", "a.cu", 3));
  builder.kernel("k");
  const ModuleView module = builder.view();
  const auto reportOf = [&](uint32_t later, uint32_t earlier) {
    return std::get<Report>(decode(module, {makeRecord(later, earlier), 1, true, ""}, 0, noObject));
  };
  for (const Report &report : {reportOf(update, store), reportOf(store, update)}) {
    EXPECT_EQ(kindPair(report), "read / write");
    EXPECT_EQ(report.otherKinds, std::vector<std::string>{"write / write"});
  }
  EXPECT_EQ(reportOf(update, store).current.kind, AccessKind::Read);
  EXPECT_EQ(reportOf(store, update).previous.kind, AccessKind::Read);
  const Report withRead = reportOf(update, read);
  EXPECT_EQ(withRead.current.kind, AccessKind::Write);
  EXPECT_TRUE(withRead.otherKinds.empty());
}

TEST(Decode, RejectsDamagedRecords) {
  const TwoSites sites;
  abi::RaceRecord record = makeRecord(sites.read, sites.write);
  EXPECT_TRUE(isDecodable(sites.module, record));
  record.previousSite = 99;
  EXPECT_FALSE(isDecodable(sites.module, record));
  record = makeRecord(99, sites.write);
  EXPECT_FALSE(isDecodable(sites.module, record));
}

TEST(ModuleView, RejectsDamagedBlobs) {
  const TwoSites sites;
  std::vector<char> blob = sites.builder.blob();
  EXPECT_TRUE(ModuleView(blob).valid());
  std::vector<char> shorter(blob.begin(), blob.end() - 1);
  EXPECT_FALSE(ModuleView(shorter).valid());
  std::vector<char> newer = blob;
  newer[4] = 99;
  EXPECT_NE(ModuleView(newer).problem().find("ABI 99"), std::string::npos);
  EXPECT_FALSE(ModuleView(std::vector<char>{}).valid());
}

/// A kernel with one guarded access: terms 0 and 1, which is their sum.
ModuleBuilder withForms() {
  ModuleBuilder builder;
  builder.kernel("kernel");
  builder.root(abi::RootKind::Parameter, 0);
  builder.term(abi::TermKind::Register, 64, 0);
  builder.term(abi::TermKind::Add, 64, 0, 0);
  builder.guard(0, abi::GuardRelation::SignedLess, 1);
  return builder;
}

TEST(ModuleView, FindsTheAccessesOfAKernel) {
  ModuleBuilder builder = withForms();
  builder.form({0, 1, 4, abi::FormWrites, 0, 1});
  builder.kernel("other");
  builder.form({0, abi::NoTerm, 0, 0, 0, 0});
  builder.root(abi::RootKind::Parameter, 2);
  const ModuleView view = builder.view();
  ASSERT_TRUE(view.valid()) << view.problem();
  ASSERT_EQ(view.forms(view.kernel(0)).size(), 1u);
  EXPECT_EQ(view.forms(view.kernel(0))[0].term, 1u);
  EXPECT_EQ(view.roots(view.kernel(1))[0].index, 2u);
  EXPECT_EQ(view.terms().size(), 2u);
  EXPECT_EQ(view.guards()[0].right, 1u);
}

TEST(ModuleView, RejectsAccessesThatNameNoRow) {
  for (const abi::FormInfo form : {abi::FormInfo{1, 1, 4, 0, 0, 1}, abi::FormInfo{0, 2, 4, 0, 0, 1},
                                   abi::FormInfo{0, 1, 4, 0, 0, 2}, abi::FormInfo{0, 1, 4, 0, 2, 0},
                                   abi::FormInfo{0, 1, 4, 0, 1, 0xffffffffu}}) {
    ModuleBuilder builder = withForms();
    builder.form(form);
    EXPECT_FALSE(builder.view().valid());
  }
  ModuleBuilder kernel = withForms();
  kernel.lastKernel().formCount = 1;
  EXPECT_FALSE(kernel.view().valid());
  kernel.lastKernel().formCount = 0;
  kernel.lastKernel().firstRoot = 1;
  EXPECT_FALSE(kernel.view().valid());
  ModuleBuilder variable = withForms();
  variable.root(abi::RootKind::Variable, 0);
  EXPECT_FALSE(variable.view().valid());
}

TEST(ModuleView, RejectsTermsThatAreNone) {
  using abi::TermKind;
  for (const abi::TermInfo &term : {abi::TermInfo{TermKind::Add, 64, 0, 0, 2, 0, 0},
                                    abi::TermInfo{TermKind::Add, 64, 0, 2, 0, 0, 0},
                                    abi::TermInfo{TermKind::Truncate, 32, 0, 2, 0, 0, 0},
                                    abi::TermInfo{TermKind::Register, 32, 0, 12, 0, 0, 0},
                                    abi::TermInfo{TermKind::Constant, 0, 0, 0, 0, 0, 0},
                                    abi::TermInfo{TermKind::Constant, 65, 0, 0, 0, 0, 0},
                                    abi::TermInfo{TermKind::Opaque, 32, 0, 0, 2, 0, 0},
                                    abi::TermInfo{TermKind(18), 64, 0, 0, 0, 0, 0}}) {
    ModuleBuilder builder = withForms();
    builder.term(term.kind, term.bits, term.left, term.right, term.value);
    EXPECT_FALSE(builder.view().valid());
  }
}

TEST(ModuleView, RejectsGuardsThatAreNone) {
  ModuleBuilder every = withForms();
  every.guard(0, abi::GuardRelation(uint32_t(abi::GuardRelation::Equal) | abi::GuardEveryRound), 1);
  EXPECT_TRUE(every.view().valid());
  ModuleBuilder row = withForms();
  row.guard(0, abi::GuardRelation::Equal, 2);
  EXPECT_FALSE(row.view().valid());
  ModuleBuilder relation = withForms();
  relation.guard(0, abi::GuardRelation(6), 1);
  EXPECT_FALSE(relation.view().valid());
}

} // namespace
} // namespace warpsan::report
