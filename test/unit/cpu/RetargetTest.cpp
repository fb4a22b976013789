//===- RetargetTest.cpp - NVPTX modules to host modules --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/Retarget.h"
#include "cpu/KernelTable.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"
#include <gtest/gtest.h>
#include <map>

using namespace llvm;

namespace warpsan::cpu {
namespace {

constexpr char HostLayout[] = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"
                              "n8:16:32:64-S128";
constexpr char Head[] = R"(target triple = "nvptx64-nvidia-cuda"
)";

class Retarget : public testing::Test {
protected:
  Retarget() {
    context.setDiagnosticHandlerCallBack(
        [](const DiagnosticInfo *info, void *self) {
          raw_string_ostream stream(static_cast<Retarget *>(self)->diagnostics);
          DiagnosticPrinterRawOStream printer(stream);
          info->print(printer);
        },
        this);
  }

  Module &run(const std::string &text, Linking linking = Linking::Whole) {
    SMDiagnostic error;
    module = parseAssemblyString(Head + text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str() << " line " << error.getLineNo();
    retarget(*module, Triple("x86_64-pc-linux-gnu"), HostLayout, linking);
    EXPECT_FALSE(verifyModule(*module));
    return *module;
  }

  /// Name of a row to its constants: bytes, isKernel, sharedBytes.
  std::map<std::string, std::vector<uint64_t>> table() {
    std::map<std::string, std::vector<uint64_t>> rows;
    auto *array = cast<ConstantArray>(module->getNamedGlobal(KernelTableName)->getInitializer());
    for (Value *operand : array->operands()) {
      auto *row = dyn_cast<ConstantStruct>(operand);
      if (!row)
        continue; // the end
      auto *name = cast<GlobalVariable>(row->getOperand(0))->getInitializer();
      auto *text = dyn_cast<ConstantDataArray>(name); // none if it is empty
      std::vector<uint64_t> &values = rows[text ? text->getAsCString().str() : ""];
      for (unsigned i = 2; i < 5; ++i)
        values.push_back(cast<ConstantInt>(row->getOperand(i))->getZExtValue());
    }
    return rows;
  }

  /// Calls of a function in `caller`.
  unsigned calls(StringRef caller, StringRef callee) {
    unsigned count = 0;
    for (Instruction &instruction : instructions(*module->getFunction(caller)))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        count += call->getCalledFunction() && call->getCalledFunction()->getName() == callee;
    return count;
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
  std::string diagnostics;
};

TEST_F(Retarget, SharedVariablesOverlapOnlyAcrossKernels) {
  run(R"(
    @a = internal addrspace(3) global [100 x i32] undef, align 4
    @b = internal addrspace(3) global [10 x i32] undef, align 4
    @both = internal addrspace(3) global i32 undef, align 4
    define internal void @use() {
      store i32 1, ptr addrspacecast (ptr addrspace(3) @both to ptr)
      ret void
    }
    define ptx_kernel void @first() {
      store i32 1, ptr addrspacecast (ptr addrspace(3) @a to ptr)
      call void @use()
      ret void
    }
    define ptx_kernel void @second() {
      store i32 1, ptr addrspacecast (ptr addrspace(3) @b to ptr)
      call void @use()
      ret void
    })");
  // @both stands behind the larger one, at one place in both kernels.
  EXPECT_EQ(table()["first"], (std::vector<uint64_t>{0, 1, 404}));
  EXPECT_EQ(table()["second"], (std::vector<uint64_t>{0, 1, 404}));
}

TEST_F(Retarget, DynamicSharedMemoryFollowsTheStaticPart) {
  run(R"(
    @a = internal addrspace(3) global [5 x i8] undef
    @dynamic = external addrspace(3) global [0 x double], align 64
    define ptx_kernel void @k() {
      store i8 1, ptr addrspace(3) @a
      store i8 1, ptr addrspace(3) @dynamic
      ret void
    })");
  EXPECT_EQ(table()["k"][2], 64u);
  EXPECT_EQ(calls("k", "__warpsan_cpu_dynamic_shared"), 1u);
}

TEST_F(Retarget, ConstantsWithSharedAddressesAreMadeByTheirUsers) {
  run(R"(
    @a = internal addrspace(3) global [4 x i32] undef, align 4
    @b = internal addrspace(3) global [4 x i32] undef, align 4
    @table = private unnamed_addr constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr)]
    @outer = internal addrspace(4) constant { i32, ptr } { i32 1, ptr @table }
    @unused = internal constant i64 ptrtoint (ptr addrspacecast (ptr addrspace(3) @a to ptr) to i64)
    @llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr)], section "llvm.metadata"
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define internal i32 @use(ptr %p) noinline {
      ret i32 1
    }
    define ptx_kernel void @first(ptr %p, i1 %c) {
    start:
      %number = tail call i32 @use(ptr @table)
      store i32 %number, ptr %p
      %inner = load ptr, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @outer, i64 8)
      %v = load ptr, ptr %inner
      br i1 %c, label %other, label %end
    other:
      br label %end
    end:
      %x = phi ptr [ @table, %start ], [ getelementptr (i8, ptr @table, i64 8), %other ]
      %w = load ptr, ptr %x
      store i32 1, ptr %v
      store i32 1, ptr %w
      store <2 x ptr> <ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr)>, ptr %p
      ret void
    }
    define ptx_kernel void @second(ptr %p) {
      call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @table, i64 16, i1 false)
      ret void
    })");
  EXPECT_EQ(diagnostics, "");
  EXPECT_EQ(table()["first"][2], 32u);
  EXPECT_EQ(table()["second"][2], 32u);
  EXPECT_EQ(calls("second", "__warpsan_cpu_shared"), 2u);
  EXPECT_TRUE(module->getGlobalVariable("table", true)->getInitializer()->isNullValue());
  for (Instruction &instruction : instructions(*module->getFunction("first")))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      EXPECT_FALSE(call->isTailCall()) << "it may read the stack";
}

TEST_F(Retarget, OtherVariablesWithSharedAddressesAreErrors) {
  run(R"(
    @a = internal addrspace(3) global [4 x i32] undef, align 4
    @variable = addrspace(1) global ptr addrspacecast (ptr addrspace(3) @a to ptr)
    @returned = internal constant [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr)]
    define ptr @get() {
      %local = alloca ptr
      store ptr @returned, ptr %local
      %address = load ptr, ptr %local
      ret ptr %address
    }
    define ptx_kernel void @k() {
      store i32 1, ptr addrspace(3) @a
      ret void
    })");
  EXPECT_NE(diagnostics.find("variable 'variable' holds an address of shared memory"),
            std::string::npos);
  EXPECT_NE(diagnostics.find("variable 'returned' holds an address of shared memory"),
            std::string::npos);
}

TEST_F(Retarget, TableHasAllVariablesAndNamesThoseThatTheHostCanReach) {
  run(R"(
    @visible = addrspace(1) externally_initialized global [3 x i32] zeroinitializer
    @constant = addrspace(4) externally_initialized constant i64 1
    @hidden = internal addrspace(1) global i16 0
    @literal = internal addrspace(1) constant i32 4
    define ptx_kernel void @k() {
      ret void
    })");
  EXPECT_EQ(table().size(), 4u);
  EXPECT_EQ(table()[""], (std::vector<uint64_t>{2, 0, 0}));
  EXPECT_EQ(table()["visible"], (std::vector<uint64_t>{12, 0, 0}));
  EXPECT_EQ(table()["constant"], (std::vector<uint64_t>{8, 0, 0}));
  EXPECT_FALSE(module->getNamedGlobal("constant")->isConstant()) << "the host writes it";
}

TEST_F(Retarget, TableKeepsInitialContentsThatAreNotZero) {
  run(R"(
    @zero = addrspace(1) externally_initialized global [3 x i32] zeroinitializer
    @table = addrspace(1) externally_initialized global [2 x i32] [i32 3, i32 4]
    define ptx_kernel void @k() {
      ret void
    })");
  unsigned kept = 0;
  for (const GlobalVariable &variable : module->globals()) {
    if (!variable.getName().starts_with("warpsan.initial"))
      continue;
    ++kept;
    EXPECT_TRUE(variable.isConstant());
    EXPECT_EQ(variable.getInitializer(), module->getNamedGlobal("table")->getInitializer());
  }
  EXPECT_EQ(kept, 1u);
}

TEST_F(Retarget, LoopsThatOnlyPollSaySo) {
  run(R"(
    define ptx_kernel void @poll(ptr %p) {
    start:
      br label %loop
    loop:
      %v = load volatile i32, ptr %p
      %go = icmp eq i32 %v, 0
      br i1 %go, label %loop, label %end
    end:
      ret void
    }
    define ptx_kernel void @write(ptr %p) {
    start:
      br label %loop
    loop:
      store i32 1, ptr %p
      %v = load volatile i32, ptr %p
      %go = icmp eq i32 %v, 0
      br i1 %go, label %loop, label %end
    end:
      ret void
    }
    define ptx_kernel void @count(ptr %p) {
    start:
      br label %loop
    loop:
      %i = phi i32 [ 0, %start ], [ %next, %loop ]
      %next = add i32 %i, 1
      %q = getelementptr i32, ptr %p, i32 %i
      %v = load i32, ptr %q
      %go = icmp eq i32 %v, 0
      br i1 %go, label %loop, label %end
    end:
      ret void
    })");
  EXPECT_EQ(calls("poll", "__warpsan_cpu_spin"), 1u);
  EXPECT_EQ(calls("poll", "__warpsan_cpu_stop_spinning"), 1u) << "behind the loop";
  EXPECT_EQ(calls("write", "__warpsan_cpu_spin"), 0u);
  EXPECT_EQ(calls("count", "__warpsan_cpu_spin"), 0u) << "a search needs no yield point";
}

TEST_F(Retarget, PlainPollYields) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
    start:
      br label %loop
    loop:
      %v = load i32, ptr %p
      %go = icmp eq i32 %v, 0
      br i1 %go, label %loop, label %end
    end:
      ret void
    })");
  EXPECT_EQ(calls("k", "__warpsan_cpu_yield"), 1u);
}

TEST_F(Retarget, SpinningLoopOfTheDetectorIsLeftAlone) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
    start:
      br label %loop
    loop:
      %r = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic, !warpsan.runtime !0
      %done = extractvalue { i32, i1 } %r, 1
      br i1 %done, label %end, label %loop
    end:
      ret void
    }
    !0 = !{})");
  EXPECT_EQ(calls("k", "__warpsan_cpu_spin"), 0u);
  EXPECT_EQ(calls("k", "__warpsan_cpu_yield"), 0u);
}

TEST_F(Retarget, YieldsBeforeAccessesOfTheProgramOnly) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
      %1 = atomicrmw add ptr %p, i32 1 seq_cst
      %2 = load volatile i32, ptr %p
      %3 = load i32, ptr %p
      %4 = atomicrmw add ptr %p, i32 1 seq_cst, !warpsan.runtime !0
      ret void
    }
    !0 = !{})");
  EXPECT_EQ(calls("k", "__warpsan_cpu_yield"), 2u);
}

TEST_F(Retarget, RuntimeMarkSurvivesTheLoweringOfInlinePtx) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
      %1 = call i32 asm sideeffect "atom.add.u32 $0, [$1], 1;", "=r,l"(ptr %p)
      %2 = call i32 asm sideeffect "atom.add.u32 $0, [$1], 1;", "=r,l"(ptr %p), !warpsan.runtime !0
      %3 = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 1), !warpsan.runtime !0
      ret void
    }
    !0 = !{})");
  EXPECT_EQ(calls("k", "__warpsan_cpu_yield"), 1u);
  EXPECT_EQ(diagnostics, "");
}

TEST_F(Retarget, WeakDefaultsGiveWayToTheLibrary) {
  run(R"(
    define weak i32 @__warpsan_shared_base() {
      ret i32 0
    }
    define ptx_kernel void @k(ptr %p) {
      %base = call i32 @__warpsan_shared_base()
      store i32 %base, ptr %p
      ret void
    })");
  bool readsBlock = false;
  for (Instruction &instruction : instructions(*module->getFunction("__warpsan_shared_base")))
    readsBlock |= isa<LoadInst>(instruction);
  EXPECT_TRUE(readsBlock);
}

TEST_F(Retarget, ByvalParametersAreCopiedFromTheArgument) {
  run(R"(
    %record = type { i64, i32 }
    define ptx_kernel void @__warpsan_twin_k(i32 %n, ptr byval(%record) align 8 %r) {
      ret void
    })");
  EXPECT_EQ(table().count("__warpsan_twin_k"), 1u);
  Function *entry = module->getFunction("warpsan.entry.__warpsan_twin_k");
  ASSERT_TRUE(entry);
  for (Instruction &instruction : instructions(*entry)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    EXPECT_TRUE(!call || call->isByValArgument(1));
  }
}

TEST_F(Retarget, ThreadsShareTheLaunchRecord) {
  run(R"(
    %record = type { i64, i32 }
    define ptx_kernel void @k(i32 %n, ptr byval(%record) align 8 "warpsan.record" %r) {
      ret void
    })");
  EXPECT_FALSE(module->getFunction("k")->getArg(1)->hasByValAttr());
  for (Instruction &instruction : instructions(*module->getFunction("warpsan.entry.k"))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    EXPECT_TRUE(!call ||
                (!call->isByValArgument(1) && call->getArgOperand(1)->getType()->isPointerTy()));
  }
}

TEST_F(Retarget, OnlyAtomicsOfTheProgramStayAtomic) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
      %old = load atomic i64, ptr %p monotonic, align 8, !warpsan.runtime !0
      %pair = cmpxchg ptr %p, i64 %old, i64 1 monotonic monotonic, !warpsan.runtime !0
      %sum = atomicrmw add ptr %p, i64 1 monotonic, !warpsan.runtime !0
      store atomic i64 2, ptr %p release, align 8, !warpsan.runtime !0
      %own = atomicrmw add ptr %p, i64 3 monotonic
      ret void
    }
    !0 = !{})");
  std::vector<unsigned> atomics;
  for (Instruction &instruction : instructions(*module->getFunction("k")))
    if (instruction.isAtomic())
      atomics.push_back(instruction.getOpcode());
  EXPECT_EQ(atomics, (std::vector<unsigned>{Instruction::Store, Instruction::AtomicRMW}))
      << "the host may read what is stored";
}

TEST_F(Retarget, UnknownConstructsWarnAndTrap) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
      %1 = call i32 asm sideeffect "wmma.nonsense $0, [$1];", "=r,l"(ptr %p)
      store i32 %1, ptr %p
      call void @llvm.nvvm.tcgen05.wait.ld()
      call void @elsewhere()
      ret void
    }
    declare void @elsewhere())");
  EXPECT_NE(diagnostics.find("inline PTX: wmma.nonsense $0, [$1]"), std::string::npos);
  EXPECT_NE(diagnostics.find("intrinsic llvm.nvvm.tcgen05.wait.ld"), std::string::npos);
  EXPECT_NE(diagnostics.find("call of elsewhere, which has no body"), std::string::npos);
  EXPECT_EQ(calls("k", "__warpsan_cpu_trap"), 3u);
}

TEST_F(Retarget, MatrixIntrinsicsMeetInTheLibrary) {
  run(R"(
    define ptx_kernel void @k(ptr %p, ptr addrspace(3) %s, i32 %ld) {
      %a = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %s)
      %word = extractvalue { i32, i32 } %a, 0
      call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p0(ptr %p, i32 %word)
      %b = call { double, double } @llvm.nvvm.wmma.m8n8k4.load.c.row.stride.f64.p0(ptr %p, i32 %ld)
      %c = extractvalue { double, double } %b, 0
      %d = call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.col.f64(double %c, double %c, double %c, double %c)
      %e = extractvalue { double, double } %d, 1
      call void @llvm.nvvm.wmma.m8n8k4.store.d.col.f64.p3(ptr addrspace(3) %s, double %c, double %e)
      ret void
    })");
  EXPECT_EQ(diagnostics, "");
  for (const char *name : {"load_rows", "store_rows", "load_tile", "store_tile", "multiply"})
    EXPECT_EQ(calls("k", std::string("__warpsan_cpu_") + name), 1u) << name;
}

TEST_F(Retarget, PackedMatricesAreUnknown) {
  run(R"(
    define ptx_kernel void @k(ptr %p) {
      %a = call i32 @llvm.nvvm.wmma.m8n8k32.load.a.row.s4.p0(ptr %p)
      %b = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m16n16.x1.trans.b8.p0(ptr %p)
      ret void
    })");
  EXPECT_NE(diagnostics.find("wmma.m8n8k32.load.a.row.s4"), std::string::npos);
  EXPECT_NE(diagnostics.find("ldmatrix.sync.aligned.m16n16"), std::string::npos);
}

/// Every text lowers without a diagnostic. The results are checked by
/// test/e2e/cpu/inline_ptx.cu.
class KnownPtx : public Retarget, public testing::WithParamInterface<const char *> {};

TEST_P(KnownPtx, Lowers) {
  run(std::string("define ptx_kernel void @k(ptr %p, i32 %a, i32 %b) {\n"
                  "  %1 = call i32 asm sideeffect \"") +
      GetParam() +
      "\", \"=r,l,r,r\"(ptr %p, i32 %a, i32 %b)\n  store i32 %1, ptr %p\n  ret void\n}");
  EXPECT_EQ(diagnostics, "");
}

INSTANTIATE_TEST_SUITE_P(
    Texts, KnownPtx,
    testing::Values(
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0, _}, [$2];",
        "stmatrix.sync.aligned.x1.trans.m8n8.b16 [$1+16], {$2}; mov.u32 $0, 0;",
        "ld.relaxed.gpu.b32 $0, [$1];", "ld.acquire.sys.global.u8 $0, [$1+3];",
        "ld.volatile.global.v2.u32 {$0, _}, [$1];", "st.release.gpu.b32 [$1], $2; mov.u32 $0, 0;",
        "atom.cas.acq_rel.gpu.b32 $0, [$1], $2, $3;", "atom.inc.u32 $0, [$1], $2;",
        "atom.add.noftz.f16x2 $0, [$1], $2;", "red.and.release.cta.b32 [$1], $2; mov.u32 $0, 0;",
        "fence.sc.gpu; membar.cta; mov.u32 $0, 0;", "bar.sync 1, 64; mov.u32 $0, %laneid;",
        "barrier.cta.red.popc.aligned.u32 $0, 0, 1;", "mov.u32 $0, %lanemask_lt;",
        "{ .reg .pred p; barrier.red.or.pred p, 0, 1; selp.u32 $0, 1, 0, p; }",
        "bar.warp.sync $2; activemask.b32 $0;", "vote.sync.ballot.b32 $0, 1, $2;",
        "match.any.sync.b32 $0, $2, $3;", "redux.sync.max.u32 $0, $2, $3;",
        "shfl.sync.bfly.b32 $0, $2, 1, 0x1f, -1;", "nanosleep.u32 $2; mov.u32 $0, %clock;",
        "cp.async.ca.shared.global [$2], [$1], 4; cp.async.wait_all; mov.u32 $0, 0;",
        "add.s32 $0, $2, $3;", "mad.lo.u32 $0, $2, $3, 7;", "mul.hi.s32 $0, $2, $3;",
        "shf.l.wrap.b32 $0, $2, $3, 5;", "prmt.b32 $0, $2, $3, 0x5410;", "bfe.u32 $0, $2, 4, 8;",
        "fma.rn.f16x2 $0, $2, $3, $2;", "max.NaN.f16x2 $0, $2, $3;",
        "cvt.rn.bf16x2.f32 $0, 0f3F800000, 0f40000000;", "set.gt.f16x2.f16x2 $0, $2, $3;",
        "{ .reg .pred p, q; setp.lt.and.u32 p|q, $2, $3, 1; @p mov.u32 $0, 1; }",
        "{ .reg .pred p; isspacep.shared p, $1; selp.b32 $0, 1, 0, p; }"));

/// What other files may use is hidden under a name that no host symbol has.
TEST_F(Retarget, RelocatableCodeKeepsItsSymbols) {
  Module &host = run(R"(
@counter = addrspace(1) global i32 0
@elsewhere = external addrspace(1) global i32
@tile = internal addrspace(3) global [4 x i32] undef, align 8
declare void @imported()
define weak void @replaceable() {
  ret void
}
define internal void @own() {
  ret void
}
define ptx_kernel void @kernel() {
  call void @imported()
  call void @replaceable()
  call void @own()
  store i32 1, ptr addrspace(1) @elsewhere
  store i32 1, ptr addrspace(3) @tile
  ret void
})",
                     Linking::Relocatable);
  EXPECT_EQ(diagnostics, "");
  for (StringRef name : {"counter", "elsewhere", "imported", "replaceable"}) {
    const GlobalValue *value = host.getNamedValue(("__warpsan_device_" + name).str());
    ASSERT_TRUE(value) << name.str();
    EXPECT_TRUE(value->hasHiddenVisibility()) << name.str();
  }
  EXPECT_TRUE(host.getFunction("__warpsan_device_replaceable")->hasWeakAnyLinkage());
  EXPECT_TRUE(host.getFunction("kernel")->hasLocalLinkage());
  EXPECT_TRUE(host.getFunction("own")->hasLocalLinkage());
  const GlobalVariable *tile = host.getGlobalVariable("warpsan.shared.tile", true);
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->getSection(), "warpsan_shared");
  EXPECT_EQ(tile->getAlign(), Align(8));
  EXPECT_EQ(table()["kernel"], (std::vector<uint64_t>{0, 1, 0}));
}

} // namespace
} // namespace warpsan::cpu
