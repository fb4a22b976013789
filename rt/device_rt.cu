//===- device_rt.cu - Device runtime entry points --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled to NVPTX bitcode, linked into every instrumented module and inlined
// there; the CPU target retargets the same bitcode. Ground rules: no libdevice,
// no allocation, no static __shared__ (a kernel that uses all of it must still
// compile), no printf, no recursion, no array indexed by a variable (it would
// live in local memory). Entries adapt arguments; core/check.h decides.
//===----------------------------------------------------------------------===//
#include "rt/device_shadow.cuh"
#include "rt/device_slots.cuh"

namespace warpsan::device {

namespace {
using Void = void;
using Ptr = void *;
using I32 = uint32_t;
using I64 = uint64_t;
} // namespace

extern "C" {
// A definition below that differs from its row does not compile.
#define WARPSAN_ENTRY(Name, Result, ...) __device__ Result __warpsan_##Name(__VA_ARGS__);
#include "warpsan/entries.def"

// Weak: the CPU target has its own.

/// Start of shared memory in the shared address space. On the CPU target every
/// resident block has its own piece of one space.
__device__ __attribute__((weak)) uint32_t __warpsan_shared_base() { return 0; }
}

namespace {

__device__ inline ThreadContext &contextOf(void *context) {
  return *static_cast<ThreadContext *>(context);
}

__device__ inline uint32_t sharedOffset(uint64_t address) {
  using SharedPointer = const __attribute__((address_space(3))) char *;
  const auto *shared = (SharedPointer)pointer<const char>(address);
  return uint32_t(reinterpret_cast<uint64_t>(shared)) - __warpsan_shared_base();
}

__device__ inline void enterSharedSlot(ThreadContext &context, uint64_t block) {
  const abi::LaunchRecord &launch = *context.launch;
  const BlockSlot taken = enterSlot(launch, uint32_t(block), threadsInBlock());
  context.slot = taken.slot;
  context.sharedEpoch = taken.generation;
  context.sharedCells = launch.slotCells + taken.slot * launch.slotStride;
}

__device__ inline void enterWiderBarrier(ThreadContext &context) {
  context.groupClock = 0;
  context.groupMask = 0;
  context.mixedMasks = 0;
}

/// A barrier of some lanes. One group per wider interval is followed exactly;
/// a second mask makes the order unknown for the lane and, because order is
/// transitive, for every lane it meets at a barrier from then on.
__device__ inline void enterGroupBarrier(ThreadContext &context, uint32_t mask) {
  const bool other = context.groupMask != 0 && context.groupMask != mask;
  if (__nvvm_vote_any_sync(mask, other || context.mixedMasks)) {
    context.mixedMasks = 1;
    return;
  }
  context.groupMask = mask;
  ++context.groupClock;
}

__device__ inline Check makeCheck(const ThreadContext &context, uint64_t address, uint64_t size,
                                  uint32_t site, uint32_t kind, uint64_t value, uint32_t flags) {
  Check check{};
  check.launch = context.launch;
  check.kind = AccessClass(kind);
  check.mixedMasks = context.mixedMasks != 0;
  check.flags = flags;
  check.me.site = context.siteBase + site;
  check.me.blockClock = context.blockClock;
  check.me.warpClock = context.warpClock;
  check.me.groupClock = context.groupClock;
  check.me.groupMask = context.groupMask;
  check.address = address;
  check.size = size;
  check.value = value;
  return check;
}

/// Local memory belongs to one thread and is passed over.
__device__ inline void checkSpace(const ThreadContext &context, Check &check) {
  const void *address = pointer<const void>(check.address);
  const bool known = check.flags & (AccessShared | AccessGlobal);
  if (known ? check.flags & AccessShared : __nvvm_isspacep_shared(address))
    checkShared(context, check, sharedOffset(check.address));
  else if (known || !__nvvm_isspacep_local(address))
    checkGlobal(context, check);
}

} // namespace

__device__ void __warpsan_kernel_enter(void *contextPointer, void *launchPointer) {
  ThreadContext &context = contextOf(contextPointer);
  const auto *launch = static_cast<const abi::LaunchRecord *>(launchPointer);
  const uint64_t block = blockInGrid();
  const uint32_t thread = threadInBlock();
  context = {};
  context.launch = launch;
  context.siteBase = launch->unitSite - launch->siteBase;
  context.thread = block << launch->globalLayout.threadInBlock | thread;
  if (launch->slotCount)
    enterSharedSlot(context, block);
  if ((block | thread) == 0)
    addRelaxed(&pointer<abi::Counters>(launch->counters)->threadsEntered, uint64_t(1));
}

__device__ void __warpsan_kernel_exit(void *contextPointer) {
  const ThreadContext &context = contextOf(contextPointer);
  if (context.launch->slotCount)
    leaveSlot(*context.launch, context.slot);
}

__device__ void __warpsan_access(void *contextPointer, void *address, uint64_t size, uint32_t site,
                                 uint32_t kind, uint64_t value, uint32_t flags) {
  const ThreadContext &context = contextOf(contextPointer);
  const uint32_t launchFlags = context.launch->flags;
  if ((flags & AccessIfNotOneDimensional) && (launchFlags & abi::LaunchOneDimensionalBlock))
    return;
  if (launchFlags & abi::LaunchCountAccesses)
    addRelaxed(&pointer<abi::Counters>(context.launch->counters)->accesses, uint64_t(1));
  Check check =
      makeCheck(context, reinterpret_cast<uint64_t>(address), size, site, kind, value, flags);
  checkSpace(context, check);
}

__device__ void __warpsan_block_barrier(void *contextPointer) {
  ThreadContext &context = contextOf(contextPointer);
  ++context.blockClock;
  // The narrower clocks start anew, which saves bits of the cell: core/check.h
  // asks for the widest order first.
  context.warpClock = 0;
  enterWiderBarrier(context);
}

__device__ void __warpsan_warp_barrier(void *contextPointer, uint32_t mask) {
  ThreadContext &context = contextOf(contextPointer);
  const uint32_t lanes = existingLanes();
  if ((mask & lanes) != lanes) {
    enterGroupBarrier(context, mask);
    return;
  }
  ++context.warpClock;
  enterWiderBarrier(context);
}

__device__ void __warpsan_unknown_code(void *contextPointer, uint32_t reason) {
  raiseIn(pointer<uint32_t>(contextOf(contextPointer).launch->kernelFlags), abi::Reason(reason));
}

__device__ uint32_t __warpsan_unit_enter(void *contextPointer, void *siteBase) {
  ThreadContext &context = contextOf(contextPointer);
  const uint32_t caller = context.siteBase;
  // Volatile: the host sets it, which no optimiser knows.
  context.siteBase = *static_cast<const volatile uint32_t *>(siteBase) - context.launch->siteBase;
  return caller;
}

__device__ void __warpsan_unit_leave(void *contextPointer, uint32_t caller) {
  contextOf(contextPointer).siteBase = caller;
}

} // namespace warpsan::device
