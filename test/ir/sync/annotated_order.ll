; Annotations of order are a write that releases and a read that acquires, without an access;
; the kernel itself loses them.
; RUN: %opt -passes='warpsan-instrument,verify' -S %s | FileCheck %s
; RUN: %opt -passes='print<warpsan-sync-effects>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EFFECTS
target triple = "nvptx64-nvidia-cuda"

; Scope: 4 system. Flags: 1 release, 2 acquire.
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NOT: call
; CHECK-LABEL: define {{.*}}@__warpsan_twin_kernel(
; CHECK: call void @__warpsan_strong_write(ptr %{{.*}}, ptr %flag, i32 4, i32 1)
; CHECK: call void @__warpsan_strong_read(ptr %{{.*}}, ptr %flag, i32 4, i32 2)
; CHECK-NOT: @warpsan_device_
; EFFECTS: event=release flags: fence strong reasons: |
; EFFECTS: event=acquire flags: fence strong reasons: |
define ptx_kernel void @kernel(ptr %data, ptr %flag) {
  store i32 1, ptr %data, align 4
  call void @warpsan_device_release(ptr %flag)
  call void @warpsan_device_acquire(ptr %flag)
  store i32 2, ptr %data, align 4
  ret void
}
declare void @warpsan_device_release(ptr)
declare void @warpsan_device_acquire(ptr)
