; Strong accesses tell the run time about themselves where a kernel of the module
; may be ordered by them; reads behind which nobody looks at the value do not.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s --check-prefixes CHECK,LENIENT
; RUN: %opt -passes='warpsan-instrument,verify' -warpsan-poll=strict -S %s | FileCheck %s --check-prefixes CHECK,STRICT
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Scopes: 1 block, 3 device, 4 system. Flags: 1 release, 2 acquire, 4 poll, 8 exchange, 16 compare,
; 64 poll under the strict rule.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
define ptx_kernel void @kernel(ptr %flag, ptr %data, i32 %n) {
; CHECK: call void @__warpsan_fence(ptr %{{.*}}, i32 3, i32 32)
  call void @llvm.nvvm.membar.gl()
; CHECK: call void @__warpsan_strong_write(ptr %{{.*}}, ptr %flag, i32 3, i32 0)
; CHECK-NEXT: atomicrmw
; CHECK-NOT: strong_read
  %unused = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
; CHECK: call void @__warpsan_strong_write(ptr %{{.*}}, ptr %flag, i32 4, i32 1)
; CHECK-NEXT: store atomic
  store atomic i32 1, ptr %flag release, align 4
; CHECK: load atomic
; CHECK-NEXT: call void @__warpsan_strong_read(ptr %{{.*}}, ptr %flag, i32 4, i32 2)
  %seen = load atomic i32, ptr %flag acquire, align 4
  store i32 %seen, ptr %data, align 4
  br label %poll
poll:
; CHECK: load volatile
; LENIENT-NEXT: call void @__warpsan_strong_read(ptr %{{.*}}, ptr %flag, i32 4, i32 4)
; STRICT-NEXT: call void @__warpsan_strong_read(ptr %{{.*}}, ptr %flag, i32 4, i32 64)
  %value = load volatile i32, ptr %flag, align 4
  %again = icmp eq i32 %value, 0
  br i1 %again, label %poll, label %lock
lock:
; An update that leaves the value as it is is only a read.
; CHECK-NOT: strong_write
; CHECK: atomicrmw add ptr %flag, i32 0
; CHECK-NEXT: call void @__warpsan_strong_read(
  %same = atomicrmw add ptr %flag, i32 0 monotonic, align 4, !warpsan.cuda !0
  store i32 %same, ptr %data, align 4
; An exchange tells whether it changed the word.
; CHECK: [[T:%.*]] = call i32 @__warpsan_exchange_begin(ptr %{{.*}}, ptr %data, i32 3, i32 24)
; CHECK-NEXT: cmpxchg
; CHECK: [[CHANGED:%.*]] = zext i1 %{{.*}} to i32
; CHECK-NEXT: call void @__warpsan_exchange_end(ptr %{{.*}}, ptr %data, i32 3, i32 24, i32 [[T]], i32 [[CHANGED]])
  %pair = cmpxchg ptr %data, i32 0, i32 1 seq_cst seq_cst, align 4, !warpsan.cuda !0
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %barrier, label %lock
barrier:
; CHECK: [[G:%.*]] = call i32 @__warpsan_named_arrive(ptr %{{.*}}, i32 1, i32 64)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK-NEXT: call void @__warpsan_named_wait(ptr %{{.*}}, i32 1, i32 [[G]])
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK: [[N:%.*]] = call i32 @__warpsan_named_arrive(ptr %{{.*}}, i32 2, i32 %n)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 %n)
; CHECK-NOT: named_wait
; CHECK: ret void
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 %n)
  ret void
}

; Nor does a reduction of inline PTX look at what was there.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_reduction(
define ptx_kernel void @reduction(ptr %flag) {
; CHECK: call void @__warpsan_strong_write(ptr %{{.*}}, ptr %flag, i32 3, i32 0)
; CHECK-NEXT: asm sideeffect "red.
; CHECK-NOT: strong_read
; CHECK: asm sideeffect "atom.
; CHECK: call void @__warpsan_strong_read(ptr %{{.*}}, ptr %flag, i32 3, i32 0)
  call void asm sideeffect "red.relaxed.gpu.add.u32 [$0], 1;", "l,~{memory}"(ptr %flag)
  %old = call i32 asm sideeffect "atom.relaxed.gpu.add.u32 $0, [$1], 1;", "=r,l,~{memory}"(ptr %flag)
  call void @llvm.nvvm.membar.gl()
  ret void
}

; An exchange in a loop takes a lock if the word is written later, and consumes a
; flag if it is not. A compare-and-swap takes one, whatever its scope.
; CHECK-LABEL: define {{.*}}@__warpsan_twin_exchange(
define ptx_kernel void @exchange(ptr %flag, ptr %lock, ptr %other, i1 %produces) {
  call void @llvm.nvvm.membar.gl()
  br i1 %produces, label %produce, label %consume
produce:
  %unused = atomicrmw add ptr %flag, i32 1 monotonic, align 4, !warpsan.cuda !0
  ret void
consume:
; CHECK: %full = atomicrmw xchg ptr %flag, i32 0
; CHECK: icmp ne i32 {{.*}}%full
; LENIENT: call void @__warpsan_exchange_end(ptr %{{.*}}, ptr %flag, i32 3, i32 12, i32 %{{.*}}, i32 %{{.*}})
; STRICT: call void @__warpsan_exchange_end(ptr %{{.*}}, ptr %flag, i32 3, i32 72, i32 %{{.*}}, i32 %{{.*}})
  %full = atomicrmw xchg ptr %flag, i32 0 monotonic, align 4, !warpsan.cuda !0
  %empty = icmp eq i32 %full, 0
  br i1 %empty, label %consume, label %take
take:
; CHECK: atomicrmw xchg ptr %lock, i32 1
; CHECK: call void @__warpsan_exchange_end(ptr %{{.*}}, ptr %lock, i32 3, i32 8, i32 %{{.*}}, i32 %{{.*}})
  %held = atomicrmw xchg ptr %lock, i32 1 monotonic, align 4, !warpsan.cuda !0
  %free = icmp eq i32 %held, 0
  br i1 %free, label %swap, label %take
swap:
; CHECK: call i32 @__warpsan_exchange_begin(ptr %{{.*}}, ptr %other, i32 1, i32 24)
; CHECK-NEXT: call i32 @llvm.nvvm.atomic.cas
; CHECK: call void @__warpsan_exchange_end(ptr %{{.*}}, ptr %other, i32 1, i32 24, i32 %{{.*}}, i32 %{{.*}})
  %old = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %other, i32 0, i32 1)
  %swapped = icmp eq i32 %old, 0
  br i1 %swapped, label %give, label %swap
give:
; Nobody looks at what was there.
; CHECK: call void @__warpsan_strong_write(ptr %{{.*}}, ptr %lock, i32 3, i32 8)
; CHECK-NEXT: atomicrmw xchg ptr %lock, i32 0
; CHECK-NOT: call void @__warpsan_exchange_end
; CHECK: }
  %given = atomicrmw xchg ptr %lock, i32 0 monotonic, align 4, !warpsan.cuda !0
  ret void
}
!0 = !{}
