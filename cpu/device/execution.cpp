//===- execution.cpp - Special registers, barriers, warp operations --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of the device library of the CPU target, see definition.h.
//===----------------------------------------------------------------------===//
#include "cpu/device/definition.h"

using namespace warpsan::cpu;

//===--- Special registers -------------------------------------------------===//

#define REGISTER(Name, Value)                                                                      \
  WARPSAN_NVVM(uint32_t, "read.ptx.sreg." Name, ()) { return Value; }
#define REGISTER3(Name, Vector)                                                                    \
  REGISTER(Name ".x", Vector.x)                                                                    \
  REGISTER(Name ".y", Vector.y)                                                                    \
  REGISTER(Name ".z", Vector.z)

REGISTER3("tid", self().index)
REGISTER3("ntid", block().blockSize)
REGISTER3("ctaid", block().index)
REGISTER3("nctaid", block().gridSize)
REGISTER("laneid", self().lane)
REGISTER("warpid", self().warpIndex)
REGISTER("nwarpid", 64)
REGISTER("warpsize", 32)
REGISTER("smid", block().linear & 1)
REGISTER("nsmid", 2)
REGISTER("gridid", 0)
REGISTER("lanemask.eq", 1u << self().lane)
REGISTER("lanemask.lt", (1u << self().lane) - 1)
REGISTER("lanemask.le", (2u << self().lane) - 1)
REGISTER("lanemask.gt", ~((2u << self().lane) - 1))
REGISTER("lanemask.ge", ~((1u << self().lane) - 1))
REGISTER("dynamic_smem_size", block().dynamicBytes)
REGISTER("total_smem_size", block().staticBytes + block().dynamicBytes)
REGISTER("aggr_smem_size", block().staticBytes + block().dynamicBytes + ReservedShared)
// Where multi-warp tiles of cooperative groups keep their barriers.
REGISTER("reserved_smem_offset_1", low32(block().shared) - ReservedShared)
// Address of the grid workspace of cooperative groups.
REGISTER("envreg1", static_cast<uint32_t>(block().gridWorkspace >> 32))
REGISTER("envreg2", static_cast<uint32_t>(block().gridWorkspace))
// A grid without clusters: every block is one.
REGISTER("cluster.ctarank", 0)
REGISTER("cluster.nctarank", 1)
REGISTER3("cluster.ctaid", (Dim3{0, 0, 0}))
REGISTER3("cluster.nctaid", (Dim3{1, 1, 1}))
REGISTER3("clusterid", block().index)
REGISTER3("nclusterid", block().gridSize)

WARPSAN_NVVM(bool, "is_explicit_cluster", ()) { return false; }

// Whoever reads a clock may be waiting for others.
WARPSAN_NVVM(uint64_t, "read.ptx.sreg.clock64", ()) {
  __warpsan_cpu_switch();
  return __warpsan_cpu_clock();
}
WARPSAN_NVVM(uint32_t, "read.ptx.sreg.clock", ()) {
  __warpsan_cpu_switch();
  return static_cast<uint32_t>(__warpsan_cpu_clock());
}
WARPSAN_NVVM(uint32_t, "read.ptx.sreg.clock_hi", ()) {
  return static_cast<uint32_t>(__warpsan_cpu_clock() >> 32);
}
WARPSAN_NVVM(uint64_t, "read.ptx.sreg.globaltimer", ()) {
  __warpsan_cpu_switch();
  return __warpsan_cpu_clock();
}
WARPSAN_NVVM(uint32_t, "read.ptx.sreg.globaltimer.lo", ()) {
  return static_cast<uint32_t>(__warpsan_cpu_clock());
}

//===--- Control -----------------------------------------------------------===//

WARPSAN_DEVICE void __warpsan_cpu_yield() {
  if (__builtin_expect(--__warpsan_cpu_fuel == 0, false))
    __warpsan_cpu_switch();
}
WARPSAN_DEVICE void __warpsan_cpu_stop_spinning(bool changed) {
  ThreadView &thread = *__warpsan_cpu_current;
  thread.progressed |= changed;
  thread.spins = changed ? 0 : thread.spins;
}
WARPSAN_DEVICE void __warpsan_cpu_spin(bool same) {
  __warpsan_cpu_stop_spinning(!same);
  __warpsan_cpu_current->spins += same && __warpsan_cpu_current->spins < SpinsEnough;
}
WARPSAN_DEVICE void __warpsan_cpu_set_position(const char *where) {
  __warpsan_cpu_current->where = where;
}

WARPSAN_NVVM(void, "nanosleep", (uint32_t)) { __warpsan_cpu_switch(); }
WARPSAN_NVVM(void, "exit", ()) { __warpsan_cpu_exit(); }
// Not an intrinsic of NVPTX; llvm.trap and the PTX instruction become this.
WARPSAN_NVVM(void, "trap", ()) { __warpsan_cpu_trap("trap"); }

WARPSAN_DEVICE void __assertfail(const char *message, const char *file, uint32_t line,
                                 const char *function, size_t) {
  __warpsan_cpu_assert(message, file, line, function);
}
WARPSAN_DEVICE int vprintf(const char *format, __builtin_va_list arguments) {
  return __warpsan_cpu_printf(format, arguments);
}
WARPSAN_DEVICE void *malloc(size_t bytes) { return __warpsan_cpu_malloc(bytes); }
WARPSAN_DEVICE void free(void *memory) { __warpsan_cpu_free(memory); }

//===--- Fences: interleavings are sequentially consistent -----------------===//

#define FENCE(Name)                                                                                \
  WARPSAN_NVVM(void, Name, ()) {                                                                   \
    asm volatile("" ::: "memory");                                                                 \
    __warpsan_cpu_yield();                                                                         \
  }
FENCE("membar.cta")
FENCE("membar.gl")
FENCE("membar.sys")
FENCE("fence.sc.cluster")
FENCE("fence.acquire.sync_restrict.space.cluster.scope.cluster")
FENCE("fence.release.sync_restrict.space.cta.scope.cluster")
FENCE("fence.mbarrier_init.release.cluster")
FENCE("fence.proxy.alias")
FENCE("fence.proxy.async")
FENCE("fence.proxy.async.global")
FENCE("fence.proxy.async.shared_cta")
FENCE("fence.proxy.async.shared_cluster")
// Copies are done when they are issued, earlier grids when they are launched.
FENCE("cp.async.commit.group")
FENCE("cp.async.wait.all")
FENCE("griddepcontrol.wait")
FENCE("griddepcontrol.launch.dependents")
WARPSAN_NVVM(void, "cp.async.wait.group", (int)) { asm volatile("" ::: "memory"); }

//===--- Block barriers ----------------------------------------------------===//

#define BARRIERS(Suffix, Aligned)                                                                  \
  WARPSAN_NVVM(void, "barrier.cta.sync" Suffix ".all", (uint32_t id)) {                            \
    __warpsan_cpu_barrier(id, 0, BarrierOp::Sync, false, Aligned);                                 \
  }                                                                                                \
  WARPSAN_NVVM(void, "barrier.cta.sync" Suffix ".count", (uint32_t id, uint32_t count)) {          \
    __warpsan_cpu_barrier(id, count, BarrierOp::Sync, false, Aligned);                             \
  }                                                                                                \
  WARPSAN_NVVM(void, "barrier.cta.arrive" Suffix ".count", (uint32_t id, uint32_t count)) {        \
    __warpsan_cpu_barrier(id, count, BarrierOp::Arrive, false, Aligned);                           \
  }                                                                                                \
  REDUCING_BARRIERS(Suffix, Aligned, uint32_t, "popc", BarrierOp::Popc)                            \
  REDUCING_BARRIERS(Suffix, Aligned, bool, "and", BarrierOp::And)                                  \
  REDUCING_BARRIERS(Suffix, Aligned, bool, "or", BarrierOp::Or)
#define REDUCING_BARRIERS(Suffix, Aligned, Result, Name, Op)                                       \
  WARPSAN_NVVM(Result, "barrier.cta.red." Name Suffix ".all", (uint32_t id, bool value)) {         \
    return __warpsan_cpu_barrier(id, 0, Op, value, Aligned);                                       \
  }                                                                                                \
  WARPSAN_NVVM(Result, "barrier.cta.red." Name Suffix ".count",                                    \
               (uint32_t id, uint32_t count, bool value)) {                                        \
    return __warpsan_cpu_barrier(id, count, Op, value, Aligned);                                   \
  }
BARRIERS(".aligned", true)
BARRIERS("", false)

// A cluster is one block.
#define CLUSTER_ARRIVE(Suffix)                                                                     \
  WARPSAN_NVVM(void, "barrier.cluster.arrive" Suffix, ()) { asm volatile("" ::: "memory"); }
CLUSTER_ARRIVE("")
CLUSTER_ARRIVE(".aligned")
CLUSTER_ARRIVE(".relaxed")
CLUSTER_ARRIVE(".relaxed.aligned")
WARPSAN_NVVM(void, "barrier.cluster.wait", ()) {
  __warpsan_cpu_barrier(0, 0, BarrierOp::Sync, false, false);
}
WARPSAN_NVVM(void, "barrier.cluster.wait.aligned", ()) {
  __warpsan_cpu_barrier(0, 0, BarrierOp::Sync, false, true);
}

//===--- Warp operations ---------------------------------------------------===//

// Where the intrinsic returns {i32, i1}, the first parameter is where to put it.
struct ValueAndPredicate {
  uint32_t value;
  bool predicate;
};

WARPSAN_NVVM(void, "bar.warp.sync", (uint32_t mask)) {
  __warpsan_cpu_collective(mask, WarpOp::Barrier, 0, 0);
}
WARPSAN_NVVM(uint32_t, "activemask", ()) { return __warpsan_cpu_activemask(); }

#define SHUFFLE(Mode, Op)                                                                          \
  WARPSAN_NVVM(void, "shfl.sync." Mode ".i32p",                                                    \
               (ValueAndPredicate * out, uint32_t mask, uint32_t value, uint32_t b, uint32_t c)) { \
    const WarpResult result = __warpsan_cpu_collective(mask, Op, value, b | c << 16);              \
    *out = {static_cast<uint32_t>(result.value), result.predicate};                                \
  }                                                                                                \
  WARPSAN_NVVM(uint32_t, "shfl.sync." Mode ".i32",                                                 \
               (uint32_t mask, uint32_t value, uint32_t b, uint32_t c)) {                          \
    return static_cast<uint32_t>(__warpsan_cpu_collective(mask, Op, value, b | c << 16).value);    \
  }                                                                                                \
  WARPSAN_NVVM(float, "shfl.sync." Mode ".f32",                                                    \
               (uint32_t mask, float value, uint32_t b, uint32_t c)) {                             \
    const auto bits = __builtin_bit_cast(uint32_t, value);                                         \
    const WarpResult result = __warpsan_cpu_collective(mask, Op, bits, b | c << 16);               \
    return __builtin_bit_cast(float, static_cast<uint32_t>(result.value));                         \
  }
SHUFFLE("up", WarpOp::ShuffleUp)
SHUFFLE("down", WarpOp::ShuffleDown)
SHUFFLE("bfly", WarpOp::ShuffleXor)
SHUFFLE("idx", WarpOp::ShuffleIndex)

#define VOTE(Result, Name, Op)                                                                     \
  WARPSAN_NVVM(Result, "vote." Name ".sync", (uint32_t mask, bool value)) {                        \
    return static_cast<Result>(__warpsan_cpu_collective(mask, Op, value, 0).value);                \
  }                                                                                                \
  /* The forms of sm_60 and before: the lanes that are there. */                                   \
  WARPSAN_NVVM(Result, "vote." Name, (bool value)) {                                               \
    const uint32_t mask = __warpsan_cpu_activemask();                                              \
    return static_cast<Result>(__warpsan_cpu_collective(mask, Op, value, 0).value);                \
  }
VOTE(bool, "all", WarpOp::All)
VOTE(bool, "any", WarpOp::Any)
VOTE(bool, "uni", WarpOp::Uniform)
VOTE(uint32_t, "ballot", WarpOp::Ballot)

#define MATCH(Bits, Type)                                                                          \
  WARPSAN_NVVM(uint32_t, "match.any.sync." Bits, (uint32_t mask, Type value)) {                    \
    return static_cast<uint32_t>(                                                                  \
        __warpsan_cpu_collective(mask, WarpOp::MatchAny, value, 0).value);                         \
  }                                                                                                \
  WARPSAN_NVVM(void, "match.all.sync." Bits "p",                                                   \
               (ValueAndPredicate * out, uint32_t mask, Type value)) {                             \
    const WarpResult result = __warpsan_cpu_collective(mask, WarpOp::MatchAll, value, 0);          \
    *out = {static_cast<uint32_t>(result.value), result.predicate};                                \
  }
MATCH("i32", uint32_t)
MATCH("i64", uint64_t)

#define REDUCE(Name, Op)                                                                           \
  WARPSAN_NVVM(uint32_t, "redux.sync." Name, (uint32_t value, uint32_t mask)) {                    \
    return static_cast<uint32_t>(__warpsan_cpu_collective(mask, Op, value, 0).value);              \
  }
REDUCE("add", WarpOp::Add)
REDUCE("min", WarpOp::MinSigned)
REDUCE("max", WarpOp::MaxSigned)
REDUCE("umin", WarpOp::MinUnsigned)
REDUCE("umax", WarpOp::MaxUnsigned)
REDUCE("and", WarpOp::And)
REDUCE("or", WarpOp::Or)
REDUCE("xor", WarpOp::Xor)

WARPSAN_NVVM(void, "elect.sync", (ValueAndPredicate * out, uint32_t mask)) {
  __warpsan_cpu_collective(mask, WarpOp::Barrier, 0, 0);
  const auto leader = static_cast<uint32_t>(__builtin_ctz(mask));
  *out = {leader, leader == self().lane};
}

//===--- Memory ------------------------------------------------------------===//

/// The retargeter's: a static variable at `offset` of the shared window.
WARPSAN_DEVICE void *__warpsan_cpu_shared(uint32_t offset) { return block().shared + offset; }
WARPSAN_DEVICE void *__warpsan_cpu_dynamic_shared() { return block().shared + block().staticBytes; }
/// See rt/device_shared.cuh: a shared address minus this is an offset in the window.
WARPSAN_DEVICE uint32_t __warpsan_shared_base() { return low32(block().shared); }
/// See block_pool.cpp.
WARPSAN_DEVICE bool __warpsan_starts_cleared() { return true; }

/// See rt/device_counters.cuh. Kernels run in one thread of the host.
WARPSAN_DEVICE void __warpsan_add_to_counter(uint64_t *counters, uint32_t which, uint64_t amount) {
  counters[which] += amount;
}

/// See rt/device_lines.cuh.
WARPSAN_DEVICE bool __warpsan_is_of_warp(uint64_t, uint64_t) { return false; }

/// See rt/device_records.cuh.
WARPSAN_DEVICE bool __warpsan_holds_memory(const void *address) {
  return __warpsan_cpu_holds_heap(address);
}
WARPSAN_DEVICE bool __warpsan_is_free_memory(const void *address) {
  return __warpsan_cpu_is_free_heap(address);
}

static inline __attribute__((always_inline)) bool isShared(const char *p) {
  const char *window = block().shared - ReservedShared;
  return p >= window && p < block().shared + block().staticBytes + block().dynamicBytes;
}
static inline __attribute__((always_inline)) bool isLocal(const char *p) {
  return p >= self().stackBottom && p < self().stackTop;
}

WARPSAN_NVVM(bool, "isspacep.shared", (const char *p)) { return isShared(p); }
WARPSAN_NVVM(bool, "isspacep.shared.cluster", (const char *p)) { return isShared(p); }
WARPSAN_NVVM(bool, "isspacep.local", (const char *p)) { return isLocal(p); }
WARPSAN_NVVM(bool, "isspacep.global", (const char *p)) { return !isShared(p) && !isLocal(p); }
WARPSAN_NVVM(bool, "isspacep.const", (const char *)) { return false; }
WARPSAN_NVVM(void *, "mapa", (void *p, uint32_t)) { return p; }
WARPSAN_NVVM(uint32_t, "getctarank", (const void *)) { return 0; }

#define ASYNC_COPY(Cache, Bytes)                                                                   \
  WARPSAN_NVVM(void, "cp.async." Cache ".shared.global." #Bytes, (void *to, const void *from)) {   \
    __builtin_memcpy(to, from, Bytes);                                                             \
  }                                                                                                \
  WARPSAN_NVVM(void, "cp.async." Cache ".shared.global." #Bytes ".s",                              \
               (void *to, const void *from, uint32_t sourceBytes)) {                               \
    char value[Bytes] = {};                                                                        \
    __builtin_memcpy(value, from, sourceBytes < Bytes ? sourceBytes : Bytes);                      \
    __builtin_memcpy(to, value, Bytes);                                                            \
  }
ASYNC_COPY("ca", 4)
ASYNC_COPY("ca", 8)
ASYNC_COPY("ca", 16)
ASYNC_COPY("cg", 16)
