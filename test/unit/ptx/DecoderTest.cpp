//===- DecoderTest.cpp - Effects of PTX statements ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts are verbatim from clang 22's output for CUDA, libcu++, cooperative
// groups and CUB, unless a test is about text that nobody emits.
//===----------------------------------------------------------------------===//
#include "ptx/Decoder.h"

#include <gtest/gtest.h>

using namespace warpsan::ptx;
using warpsan::abi::AccessKind;
using warpsan::abi::Scope;

namespace {

AsmSummary summary(llvm::StringRef text) {
  llvm::Expected<AsmSummary> result = summarize(text);
  if (result)
    return std::move(*result);
  ADD_FAILURE() << text.str() << ": " << llvm::toString(result.takeError());
  return {};
}

/// The one effect of the text that is not None; None if there is none.
Effects effectOf(llvm::StringRef text) {
  Effects found;
  found.effect = EffectClass::None;
  for (Effects &e : summary(text).effects) {
    EXPECT_TRUE(e.effect == EffectClass::None || found.effect == EffectClass::None) << text.str();
    if (e.effect != EffectClass::None)
      found = std::move(e);
  }
  return found;
}

struct AccessCase {
  const char *text;
  AccessKind kind;
  Sem sem;
  Scope scope;
  StateSpace space;
  unsigned elementBytes, elementCount;
};

void check(const AccessCase &c) {
  SCOPED_TRACE(c.text);
  Effects e = effectOf(c.text);
  ASSERT_EQ(effectClassName(e.effect), effectClassName(EffectClass::Access)) << e.reason;
  EXPECT_EQ(e.access, c.kind);
  EXPECT_EQ(e.sem, c.sem);
  EXPECT_EQ(e.scope, c.scope);
  EXPECT_EQ(e.space, c.space);
  EXPECT_EQ(e.elementBytes, c.elementBytes);
  EXPECT_EQ(e.elementCount, c.elementCount);
  EXPECT_TRUE(e.address.has_value());
}

constexpr auto Generic = StateSpace::Generic;
constexpr auto Global = StateSpace::Global;

TEST(Decoder, WeakLoads) {
  const AccessCase cases[] = {
      {"ld.global.cg.s32 $0, [$1];", AccessKind::Read, Sem::Weak, Scope::None, Global, 4, 1},
      {"ld.global.cg.v4.f32 {$0,$1,$2,$3}, [$4];", AccessKind::Read, Sem::Weak, Scope::None, Global,
       4, 4},
      {"ld.global.cg.v2.s64  {$0,$1}, [$2];", AccessKind::Read, Sem::Weak, Scope::None, Global, 8,
       2},
      {"ld.global.cv.s32 $0, [$1];", AccessKind::Read, Sem::Weak, Scope::None, Global, 4, 1},
      {"ld.cg.u32 $0, [$1];", AccessKind::Read, Sem::Weak, Scope::None, Generic, 4, 1},
      {"ld.cg.global.v4.u32 {$0,$1,$2,$3}, [$4];", AccessKind::Read, Sem::Weak, Scope::None, Global,
       4, 4},
      {"ld.global.u8 $0, [$1];", AccessKind::Read, Sem::Weak, Scope::None, Global, 1, 1},
      {"ld.shared.b128 $0, [$1+16];", AccessKind::Read, Sem::Weak, Scope::None, StateSpace::Shared,
       16, 1},
      {"ld.global.v8.f32 {$0,$1,$2,$3,$4,$5,$6,$7}, [$8];", AccessKind::Read, Sem::Weak,
       Scope::None, Global, 4, 8},
      {"ld.global.L1::evict_last.L2::cache_hint.L2::128B.b8 $0, [$1], $2;", AccessKind::Read,
       Sem::Weak, Scope::None, Global, 1, 1},
      {"ld.shared::cluster.u32 $0, [$1];", AccessKind::Read, Sem::Weak, Scope::None,
       StateSpace::SharedCluster, 4, 1},
      {"ld.param.u64 $0, [x];", AccessKind::Read, Sem::Weak, Scope::None, StateSpace::Param, 8, 1},
  };
  for (const AccessCase &c : cases)
    check(c);
}

TEST(Decoder, NonCoherentLoads) {
  EXPECT_TRUE(effectOf("ld.global.nc.u32 $0, [$1];").nonCoherent);
  EXPECT_TRUE(effectOf("ld.global.nc.v2.u64 {$0, $1}, [$2];").nonCoherent);
  EXPECT_TRUE(effectOf("ldu.global.u32 $0, [$1];").nonCoherent);
  EXPECT_FALSE(effectOf("ld.global.u32 $0, [$1];").nonCoherent);
}

TEST(Decoder, WeakStores) {
  check({"st.global.wt.s32 [$0], $1;", AccessKind::Write, Sem::Weak, Scope::None, Global, 4, 1});
  check({"st.global.wt.v4.f32 [$0], {$1,$2,$3,$4};", AccessKind::Write, Sem::Weak, Scope::None,
         Global, 4, 4});
  check({"st.cg.u32 [$0], $1;", AccessKind::Write, Sem::Weak, Scope::None, Generic, 4, 1});
  check({"st.weak.cs.v2.f32 [$0], {$1,$2};", AccessKind::Write, Sem::Weak, Scope::None, Generic, 4,
         2});
  Effects store = effectOf("st.cg.u32 [$0], $1;");
  EXPECT_EQ(store.address, 0u);
  EXPECT_EQ(store.data, 1u);
}

TEST(Decoder, VolatileKeepsPlainKinds) {
  check(
      {"ld.volatile.u32 $0, [$1];", AccessKind::Read, Sem::Volatile, Scope::System, Generic, 4, 1});
  check({"st.volatile.v2.u32 [$0], {$1,$2};", AccessKind::Write, Sem::Volatile, Scope::System,
         Generic, 4, 2});
  EXPECT_TRUE(effectOf("ld.volatile.u32 $0, [$1];").isStrong());
  EXPECT_FALSE(effectOf("ld.volatile.u32 $0, [$1];").isAtomic());
}

TEST(Decoder, AtomicLoadsAndStores) {
  const AccessCase cases[] = {
      {"ld.relaxed.gpu.b32 $0,[$1];", AccessKind::AtomicLoad, Sem::Relaxed, Scope::Device, Generic,
       4, 1},
      {"ld.acquire.sys.b64 $0,[$1];", AccessKind::AtomicLoad, Sem::Acquire, Scope::System, Generic,
       8, 1},
      {"ld.acquire.cta.u32 $0,[$1];", AccessKind::AtomicLoad, Sem::Acquire, Scope::Block, Generic,
       4, 1},
      {"ld.acquire.sys.global.u8 $0, [$1];", AccessKind::AtomicLoad, Sem::Acquire, Scope::System,
       Global, 1, 1},
      {"ld.relaxed.gpu.v2.u32 {$0, $1}, [$2];", AccessKind::AtomicLoad, Sem::Relaxed, Scope::Device,
       Generic, 4, 2},
      {"ld.mmio.relaxed.sys.b32 $0,[$1];", AccessKind::AtomicLoad, Sem::Mmio, Scope::System,
       Generic, 4, 1},
      {"ld.mmio.acquire.sys.b32 $0,[$1];", AccessKind::AtomicLoad, Sem::Acquire, Scope::System,
       Generic, 4, 1},
      {"st.release.cluster.b32 [$0],$1;", AccessKind::AtomicStore, Sem::Release, Scope::Cluster,
       Generic, 4, 1},
      {"st.relaxed.gpu.v2.u64 [$0], {$1, $2};", AccessKind::AtomicStore, Sem::Relaxed,
       Scope::Device, Generic, 8, 2},
      {"st.release.sys.global.u8 [$1], $0;", AccessKind::AtomicStore, Sem::Release, Scope::System,
       Global, 1, 1},
  };
  for (const AccessCase &c : cases)
    check(c);
}

TEST(Decoder, ReadModifyWrites) {
  const AccessCase cases[] = {
      {"atom.add.relaxed.gpu.s32 $0,[$1],$2;", AccessKind::AtomicRmw, Sem::Relaxed, Scope::Device,
       Generic, 4, 1},
      {"atom.relaxed.gpu.global.add.u32 $0, [$1], $2;", AccessKind::AtomicRmw, Sem::Relaxed,
       Scope::Device, Global, 4, 1},
      {"atom.exch.acq_rel.gpu.b32 $0,[$1],$2;", AccessKind::AtomicRmw, Sem::AcqRel, Scope::Device,
       Generic, 4, 1},
      {"atom.or.acq_rel.cta.b32 $0,[$1],$2;", AccessKind::AtomicRmw, Sem::AcqRel, Scope::Block,
       Generic, 4, 1},
      {"atom.add.release.gpu.u64 $0,[$1],$2;", AccessKind::AtomicRmw, Sem::Release, Scope::Device,
       Generic, 8, 1},
      {"atom.or.b32 $0, [$1], 0;", AccessKind::AtomicRmw, Sem::Relaxed, Scope::Device, Generic, 4,
       1},
      {"atom.cta.add.s32 $0, [$1], $2;", AccessKind::AtomicRmw, Sem::Relaxed, Scope::Block, Generic,
       4, 1},
      {"{ atom.add.noftz.f16 $0,[$1],$2; }\n", AccessKind::AtomicRmw, Sem::Relaxed, Scope::Device,
       Generic, 2, 1},
      {"{ atom.add.noftz.bf16x2 $0,[$1],$2; }\n", AccessKind::AtomicRmw, Sem::Relaxed,
       Scope::Device, Generic, 2, 2},
      {"atom.sys.add.v2.f32         {$0, $1}, [$2], {$3, $4};", AccessKind::AtomicRmw, Sem::Relaxed,
       Scope::System, Generic, 4, 2},
      {"atom.global.v4.f16x2.add.noftz {$0,$1,$2,$3}, [$4], {$5,$6,$7,$8};", AccessKind::AtomicRmw,
       Sem::Relaxed, Scope::Device, Global, 2, 8},
      {"atom.exch.acquire.gpu.b128 _d,[$2],_v;", AccessKind::AtomicRmw, Sem::Acquire, Scope::Device,
       Generic, 16, 1},
      {"red.and.release.cta.b32 [$0],$1;", AccessKind::AtomicRmw, Sem::Release, Scope::Block,
       Generic, 4, 1},
      {"red.relaxed.cta.add.u32 [$0], $1;", AccessKind::AtomicRmw, Sem::Relaxed, Scope::Block,
       Generic, 4, 1},
  };
  for (const AccessCase &c : cases)
    check(c);
}

TEST(Decoder, CompareAndSwapOperands) {
  Effects e = effectOf("atom.cas.acq_rel.gpu.b32 $0,[$1],$2,$3;");
  EXPECT_EQ(e.result, 0u);
  EXPECT_EQ(e.address, 1u);
  EXPECT_EQ(e.compare, 2u);
  EXPECT_EQ(e.data, 3u);
  EXPECT_EQ(e.operation, "cas");
}

TEST(Decoder, ResultsOfReadModifyWrites) {
  EXPECT_TRUE(effectOf("atom.add.u32 $0, [$1], 1;").hasResult);
  EXPECT_FALSE(effectOf("atom.add.u32 _, [$1], 1;").hasResult);
  EXPECT_FALSE(effectOf("red.add.u32 [$1], 1;").hasResult);
}

TEST(Decoder, TypesInTextOrder) {
  AsmSummary s = summary("cvt.rni.s32.f16x2 $0, $1;");
  ASSERT_EQ(s.effects[0].types.size(), 2u);
  EXPECT_EQ(s.effects[0].types[0].base, ScalarType::Base::Signed);
  EXPECT_EQ(s.effects[0].types[1].bytes(), 4u);
}

TEST(Decoder, WritesWithoutData) {
  Effects discard = effectOf("discard.global.L2 [$0], 128;");
  EXPECT_EQ(discard.access, AccessKind::Write);
  EXPECT_EQ(discard.bytes(), 128u);
  EXPECT_FALSE(discard.data.has_value());
  Effects replace = effectOf("tensormap.replace.tile.rank.shared::cta.b1024.b32 [$0], $1;");
  EXPECT_EQ(replace.access, AccessKind::Write);
  EXPECT_EQ(replace.bytes(), 128u);
  Effects bulk = effectOf("st.bulk.weak.shared::cta [$0], $1, 0;");
  EXPECT_EQ(bulk.access, AccessKind::Write);
  EXPECT_EQ(bulk.bytes(), 0u);
  EXPECT_EQ(bulk.size, 1u);
}

struct FenceCase {
  const char *text;
  FenceKind kind;
  Scope scope;
};

TEST(Decoder, Fences) {
  const FenceCase cases[] = {
      {"fence.acq_rel.gpu;", FenceKind::AcqRel, Scope::Device},
      {"fence.acq_rel.gpu; // 1.", FenceKind::AcqRel, Scope::Device},
      {"fence.sc.sys;", FenceKind::Sc, Scope::System},
      {"fence.cta;", FenceKind::AcqRel, Scope::Block},
      {"fence.acquire.cluster;", FenceKind::Acquire, Scope::Cluster},
      {"fence.release.cta;", FenceKind::Release, Scope::Block},
      {"membar.cta;", FenceKind::Sc, Scope::Block},
      {"membar.gl;", FenceKind::Sc, Scope::Device},
      {"membar.sys;", FenceKind::Sc, Scope::System},
      {"fence.proxy.async; // 5.", FenceKind::Proxy, Scope::None},
      {"fence.proxy.async.shared::cta; // 6.", FenceKind::Proxy, Scope::None},
      {"fence.proxy.alias;", FenceKind::Proxy, Scope::None},
      {"fence.proxy.tensormap::generic.release.gpu;", FenceKind::Proxy, Scope::Device},
      {"fence.proxy.tensormap::generic.acquire.gpu [$0], $1;", FenceKind::Proxy, Scope::Device},
      {"fence.mbarrier_init.release.cluster; // 3.", FenceKind::MbarrierInit, Scope::Cluster},
      {"wgmma.fence.sync.aligned;", FenceKind::Proxy, Scope::None},
  };
  for (const FenceCase &c : cases) {
    Effects e = effectOf(c.text);
    EXPECT_EQ(effectClassName(e.effect), "Fence") << c.text << ": " << e.reason;
    EXPECT_EQ(e.fence, c.kind) << c.text;
    EXPECT_EQ(e.scope, c.scope) << c.text;
  }
  EXPECT_TRUE(effectOf("fence.acquire.sync_restrict::shared::cluster.cluster;").restricted);
  EXPECT_FALSE(effectOf("fence.acquire.cluster;").restricted);
}

struct BarrierCase {
  const char *text;
  Action action;
  OperandRef id, count;
};

TEST(Decoder, BlockBarriers) {
  const BarrierCase cases[] = {
      {"bar.sync 0;", Action::Sync, 0, {}},
      {"bar.sync 1, 64;", Action::Sync, 0, 1},
      {"bar.sync $0, $1;", Action::Sync, 0, 1},
      {"barrier.sync 0;", Action::Sync, 0, {}},
      {"barrier.sync.aligned $0, $1;", Action::Sync, 0, 1},
      {"barrier.cta.sync.aligned 3;", Action::Sync, 0, {}},
      {"bar.arrive $0, $1;", Action::Arrive, 0, 1},
      {"barrier.cta.arrive 1, 96;", Action::Arrive, 0, 1},
      {"bar.red.popc.u32 $0, 0, p;", Action::Reduce, 1, {}},
      {"{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.and.pred q, 0, p; "
       "selp.u32 $0, 1, 0, q; }",
       Action::Reduce,
       1,
       {}},
      {"barrier.cta.red.or.pred q, 0, 64, !p;", Action::Reduce, 1, 2},
  };
  for (const BarrierCase &c : cases) {
    Effects e = effectOf(c.text);
    EXPECT_EQ(effectClassName(e.effect), "BlockBarrier") << c.text << ": " << e.reason;
    EXPECT_EQ(e.action, c.action) << c.text;
    EXPECT_EQ(e.barrier, c.id) << c.text;
    EXPECT_EQ(e.count, c.count) << c.text;
  }
}

TEST(Decoder, WarpBarrierHasItsMask) {
  Effects e = effectOf("bar.warp.sync $0;");
  EXPECT_EQ(e.effect, EffectClass::WarpBarrier);
  EXPECT_EQ(e.mask, 0u);
}

struct CollectiveCase {
  const char *text;
  Action action;
  OperandRef mask;
};

TEST(Decoder, WarpCollectives) {
  const CollectiveCase cases[] = {
      {"shfl.sync.down.b32 $0, $1, $2, $3, $4;", Action::Shuffle, 4},
      {"{  .reg .s32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;"
       "  @p add.s32 r0, r0, $4;  mov.s32 $0, r0;}",
       Action::Shuffle, 4},
      {"shfl.up.b32 $0, $1, $2, $3;", Action::Shuffle, {}},
      {"vote.ballot.sync.b32 $0, p, 0xffffffff;", Action::Vote, 2},
      {"match.any.sync.b32 $0, $1, $2;", Action::Match, 2},
      {"redux.sync.add.s32 $0, $1, $2;", Action::Redux, 2},
      {"activemask.b32 $0;", Action::ActiveMask, {}},
      {"elect.sync _|p, $1;", Action::Elect, 1},
  };
  for (const CollectiveCase &c : cases) {
    Effects e = effectOf(c.text);
    EXPECT_EQ(effectClassName(e.effect), "WarpCollective") << c.text << ": " << e.reason;
    EXPECT_EQ(e.action, c.action) << c.text;
    EXPECT_EQ(e.mask, c.mask) << c.text;
    EXPECT_TRUE(e.isHarmless());
  }
}

TEST(Decoder, SimpleAsyncCopies) {
  Effects e = effectOf("cp.async.ca.shared.global [$0], [$1], $2, $3;");
  EXPECT_EQ(e.effect, EffectClass::AsyncCopy);
  EXPECT_EQ(e.action, Action::Copy);
  EXPECT_EQ(e.address, 0u);
  EXPECT_EQ(e.space, StateSpace::Shared);
  EXPECT_EQ(e.source, 1u);
  EXPECT_EQ(e.sourceSpace, Global);
  EXPECT_EQ(e.size, 2u);
  EXPECT_EQ(e.sourceSize, 3u);
  EXPECT_FALSE(e.isCluster());
  EXPECT_FALSE(effectOf("cp.async.cg.shared.global [$0], [$1], 16;").sourceSize.has_value());
  EXPECT_FALSE(effectOf("cp.async.cg.shared.global.L2::cache_hint [$0], [$1], 16, $2;").sourceSize)
      << "the fourth operand is the cache policy";
}

TEST(Decoder, BulkCopies) {
  Effects load =
      effectOf("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, "
               "[$3];");
  EXPECT_EQ(load.action, Action::BulkCopy);
  EXPECT_EQ(load.space, StateSpace::SharedCluster);
  EXPECT_EQ(load.size, 2u);
  EXPECT_EQ(load.mbarrier, 3u);
  EXPECT_FALSE(load.isCluster()) << "fills the own block's memory";
  Effects store = effectOf("cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;");
  EXPECT_EQ(store.space, Global);
  EXPECT_EQ(store.sourceSpace, StateSpace::Shared);
  EXPECT_FALSE(store.mbarrier.has_value());
  EXPECT_TRUE(effectOf("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                       "[$0], [$1], $2, [$3];")
                  .isCluster());
  Effects multicast = effectOf("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
                               "multicast::cluster [$0], [$1], $2, [$3], $4;");
  EXPECT_TRUE(multicast.multicast);
  EXPECT_TRUE(multicast.isCluster());
}

TEST(Decoder, TensorCopiesAndReductions) {
  EXPECT_EQ(effectOf("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::"
                     "bytes [$0], [$1, {$2, $3}], [$4];")
                .mbarrier,
            2u);
  EXPECT_EQ(effectOf("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [$0, {$1, $2}], "
                     "[$3];")
                .action,
            Action::TensorCopy);
  Effects reduce =
      effectOf("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32  [$0], [$1], $2; // 4.");
  EXPECT_EQ(reduce.action, Action::Reduce);
  EXPECT_EQ(reduce.operation, "add");
  EXPECT_EQ(reduce.sem, Sem::Relaxed);
  EXPECT_EQ(reduce.scope, Scope::Device);
  EXPECT_EQ(reduce.elementBytes, 4u);
  EXPECT_EQ(reduce.bytes(), 0u);
}

TEST(Decoder, CopyGroups) {
  EXPECT_EQ(effectOf("cp.async.commit_group;").action, Action::Commit);
  Effects wait = effectOf("cp.async.wait_group $0;");
  EXPECT_EQ(wait.effect, EffectClass::AsyncGroup);
  EXPECT_EQ(wait.action, Action::GroupWait);
  EXPECT_EQ(wait.count, 0u);
  EXPECT_FALSE(effectOf("cp.async.wait_all;").count.has_value());
  EXPECT_TRUE(effectOf("cp.async.bulk.wait_group.read $0;").sourceOnly);
  EXPECT_EQ(effectOf("cp.async.bulk.commit_group;").action, Action::BulkCommit);
  EXPECT_EQ(effectOf("wgmma.wait_group.sync.aligned $0;").action, Action::MatrixWait);
}

struct MbarrierCase {
  const char *text;
  Action action;
  Sem sem;
  Scope scope;
  OperandRef count;
};

TEST(Decoder, Mbarriers) {
  const MbarrierCase cases[] = {
      {"mbarrier.init.shared.b64 [$0], $1;", Action::Init, Sem::Weak, Scope::None, 1},
      {"mbarrier.inval.shared.b64 [$0];", Action::Invalidate, Sem::Weak, Scope::None, {}},
      {"mbarrier.arrive.shared::cta.b64                             $0,  [$1], $2;    // 2. ",
       Action::Arrive, Sem::Release, Scope::Block, 2},
      {"mbarrier.arrive.shared.b64                                  $0,  [$1];           // 1. ",
       Action::Arrive,
       Sem::Release,
       Scope::Block,
       {}},
      {"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 $0, [$1], $2; // 8. ", Action::Arrive,
       Sem::Release, Scope::Block, 2},
      {"mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [$0];",
       Action::Arrive,
       Sem::Relaxed,
       Scope::Cluster,
       {}},
      {"mbarrier.arrive_drop.shared.b64 _, [$0];",
       Action::ArriveDrop,
       Sem::Release,
       Scope::Block,
       {}},
      {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [$0], $1;", Action::ExpectTx, Sem::Relaxed,
       Scope::Block, 1},
      {"{\n\t.reg .pred p;\n\tmbarrier.try_wait.shared.b64 p, [$1], $2;\n\tselp.b32 $0, 1, 0, "
       "p;\n\t}",
       Action::TryWait,
       Sem::Acquire,
       Scope::Block,
       {}},
      {"{    .reg .pred %p;    mbarrier.test_wait.shared.b64 %p, [$1], $2;    selp.b32 $0, 1, 0, "
       "%p;}",
       Action::TestWait,
       Sem::Acquire,
       Scope::Block,
       {}},
      {"{\n\t .reg .pred P_OUT; \n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64  "
       "P_OUT, [$1], $2; // 7a. \n\tselp.b32 $0, 1, 0, P_OUT; \n}",
       Action::TryWait,
       Sem::Acquire,
       Scope::Cluster,
       {}},
      {"cp.async.mbarrier.arrive.shared.b64 [$0];", Action::CopyArrive, Sem::Weak, Scope::None, {}},
  };
  for (const MbarrierCase &c : cases) {
    Effects e = effectOf(c.text);
    EXPECT_EQ(effectClassName(e.effect), "Mbarrier") << c.text << ": " << e.reason;
    EXPECT_EQ(e.action, c.action) << c.text;
    EXPECT_EQ(e.sem, c.sem) << c.text;
    EXPECT_EQ(e.scope, c.scope) << c.text;
    EXPECT_EQ(e.count, c.count) << c.text;
    EXPECT_TRUE(e.address.has_value()) << c.text;
    EXPECT_EQ(e.bytes(), 8u) << c.text;
  }
  EXPECT_TRUE(effectOf("mbarrier.try_wait.parity.shared.b64 p, [$1], $2;").parity);
  EXPECT_TRUE(effectOf("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];").isCluster());
}

TEST(Decoder, Clusters) {
  Effects arrive = effectOf("barrier.cluster.arrive.aligned;");
  EXPECT_EQ(arrive.effect, EffectClass::Cluster);
  EXPECT_EQ(arrive.sem, Sem::Release);
  EXPECT_EQ(arrive.scope, Scope::Cluster);
  EXPECT_EQ(effectOf("barrier.cluster.arrive.relaxed;").sem, Sem::Relaxed);
  EXPECT_EQ(effectOf("barrier.cluster.wait.acquire;").action, Action::Wait);
  EXPECT_EQ(effectOf("barrier.cluster.wait;").sem, Sem::Acquire);
  EXPECT_EQ(effectOf("mapa.shared::cluster.u32 $0, $1, $2;").action, Action::MapAddress);
  Effects reduce = effectOf("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::"
                            "bytes.add.s32  [$0], $1, [$2]; ");
  EXPECT_EQ(reduce.action, Action::ReduceAsync);
  EXPECT_EQ(reduce.mbarrier, 2u);
  Effects store = effectOf(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [$0], $1, [$2];    // 1. ");
  EXPECT_EQ(store.action, Action::StoreAsync);
  EXPECT_EQ(store.bytes(), 4u);
  EXPECT_TRUE(effectOf("st.shared::cluster.u32 [$0], $1;").isCluster());
  EXPECT_FALSE(effectOf("st.shared.u32 [$0], $1;").isCluster());
}

struct ClassCase {
  const char *text;
  EffectClass effect;
  Action action;
};

TEST(Decoder, OtherClasses) {
  const ClassCase cases[] = {
      {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];", EffectClass::Matrix,
       Action::Load},
      {"stmatrix.sync.aligned.m8n8.x4.shared.b16 [$0], {$1,$2,$3,$4};", EffectClass::Matrix,
       Action::Store},
      {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {$0,$1}, [$2], $3;", EffectClass::Matrix,
       Action::Load},
      {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0}, {$1}, {$2}, {$3};",
       EffectClass::None, Action::None},
      {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1}, $2, $3, p, 1, 1, 0, 0;",
       EffectClass::Matrix, Action::Multiply},
      {"tex.1d.v4.f32.s32\t{$0, $1, $2, $3}, [$4, {$5}];", EffectClass::Surface, Action::Texture},
      {"suld.b.1d.b32.trap {$0}, [$1, {$2}];", EffectClass::Surface, Action::Load},
      {"sust.b.2d.b32.trap [$0, {$1, $2}], {$3};", EffectClass::Surface, Action::Store},
      {"griddepcontrol.wait;", EffectClass::GridDependency, Action::Wait},
      {"griddepcontrol.launch_dependents;", EffectClass::GridDependency, Action::LaunchDependents},
      {"prefetch.global.L2 [$0];", EffectClass::Prefetch, Action::None},
      {"exit;", EffectClass::Exit, Action::None},
      {"trap;", EffectClass::Trap, Action::None},
      {"brkpt;", EffectClass::Trap, Action::None},
      {"nanosleep.u32 $0;", EffectClass::Sleep, Action::None},
      {"txq.width.b32 $0, [$1];", EffectClass::None, Action::None},
      {"mov.u64 $0, %globaltimer;", EffectClass::None, Action::None},
      {"", EffectClass::None, Action::None},
  };
  for (const ClassCase &c : cases) {
    Effects e = effectOf(c.text);
    EXPECT_EQ(effectClassName(e.effect), effectClassName(c.effect)) << c.text << ": " << e.reason;
    EXPECT_EQ(e.action, c.action) << c.text;
  }
}

TEST(Decoder, ReservedSharedMemoryIsPure) { // cooperative groups, this_thread_block()
  EXPECT_TRUE(summary("{\n\t .reg .u32 start;\n\t .reg .u64 extended;\n\t mov.u32 start, "
                      "%reserved_smem_offset_1;\n\t cvt.u64.u32 extended, start;\n\t "
                      "cvta.shared.u64 $0, extended;\n\t}")
                  .isPure());
}

TEST(Decoder, UnknownIsReportedWithItsText) {
  const char *texts[] = {
      "frobnicate.u32 $0, [$1];",                   // no such instruction
      "ld.frobnicated.u32 $0, [$1];",               // no such modifier
      "atom.async.add.u32 $0, [$1], 1;",            // a modifier of other instructions only
      "ld.u32 $0, [$1], $2;",                       // an operand too many
      "ld.acquire.cta.b128 [$2],_d;",               // operands exchanged (a bug of libcu++)
      "ld.u32 $0, $1;",                             // no address
      "st.global [$0], $1;",                        // no type
      "ld.relaxed.u32 $0, [$1];",                   // no scope
      "atom.gpu.u32 $0, [$1], 1;",                  // no operation
      "fence.acq_rel;",                             // no scope
      "bar.frob 0;",                                // no such barrier
      "cp.async.ca.shared.global [a], [b], 4, !p;", // ignore-src
      "multimem.red.release.sys.global.add.u32 [$0], $1;",
      "st.async.mmio.release.gpu.b32 [$0], $1;",
      "call (r), f, (a);",
      "ret;",
  };
  for (const char *text : texts) {
    Effects e = effectOf(text);
    EXPECT_TRUE(e.isUnknown()) << text << ": " << effectClassName(e.effect).str();
    EXPECT_FALSE(e.reason.empty()) << text;
    EXPECT_FALSE(e.isHarmless()) << text;
  }
  AsmSummary s = summary("mov.b32 $0, 1; frobnicate.u32 $0; exit;");
  ASSERT_NE(s.firstUnknown(), nullptr);
  EXPECT_EQ(s.firstUnknown()->reason, "instruction frobnicate.u32");
  EXPECT_EQ(summary("exit;").firstUnknown(), nullptr);
}

TEST(Decoder, ControlFlow) {
  AsmSummary wait = summary("{\n.reg .pred P1;\nLAB_WAIT:\n"
                            "mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1;\n"
                            "@P1 bra DONE;\nbra     LAB_WAIT;\nDONE:\n}");
  EXPECT_TRUE(wait.hasControlFlow);
  EXPECT_TRUE(wait.hasLoop);
  AsmSummary skip = summary("{ .reg .pred p; setp.eq.u32 p, $0, 0; @p bra L; membar.gl; L: }");
  EXPECT_TRUE(skip.hasControlFlow);
  EXPECT_FALSE(skip.hasLoop);
  EXPECT_TRUE(summary("bra elsewhere;").hasLoop);
  EXPECT_FALSE(summary("L: exit;").hasControlFlow);
}

TEST(Decoder, Predication) {
  EXPECT_TRUE(effectOf("@p st.global.u32 [$0], $1;").isPredicated);
  EXPECT_FALSE(effectOf("st.global.u32 [$0], $1;").isPredicated);
}

TEST(Decoder, SharedAddressesOf32Bits) {
  auto isShared32 = [](llvm::StringRef text, llvm::StringRef constraints) {
    AsmSummary s = summary(text);
    const Effects &e = s.effects.back();
    return isSharedAddress32(s.text, s.text.statements.back().operands[*e.address], e.space,
                             constraints);
  };
  EXPECT_TRUE(isShared32("ld.shared.u32 $0, [$1];", "=r,r,~{memory}"));
  EXPECT_TRUE(isShared32("mbarrier.init.shared.b64 [$0], $1;", "r,r,~{memory}"));
  EXPECT_TRUE(isShared32("cp.async.cg.shared.global [$0], [$1], 16;", "r,l,~{memory}"));
  EXPECT_FALSE(isShared32("ld.shared.u32 $0, [$1];", "=r,l"));
  EXPECT_FALSE(isShared32("ld.global.u32 $0, [$1];", "=r,r"));
  EXPECT_FALSE(isShared32("ld.shared.u32 $0, [$7];", "=r,r")) << "no such operand";
  EXPECT_TRUE(isShared32(".reg .u32 a; mov.u32 a, $1; st.shared.u32 [a+4], 0;", "=r,r"));
}

TEST(Decoder, OperandWidthsFollowConstraints) {
  AsmText text = std::move(summary("mov.b32 $0, $1;").text);
  const Operand &second = text.statements[0].operands[1];
  EXPECT_EQ(operandBits(text, second, "=r,l"), 64u);
  EXPECT_EQ(operandBits(text, second, "=h,0"), 16u) << "tied to the output";
  EXPECT_EQ(operandBits(text, second, "=r,n"), 0u);
  EXPECT_EQ(operandBits(text, second, "=r,~{memory}"), 0u);
  EXPECT_EQ(operandBits(text, second, "%%,,,"), 0u);
}

} // namespace
