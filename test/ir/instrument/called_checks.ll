; Checks that are too many to be inlined are calls with few arguments: what is known of
; an access is one word (packAccess). A size that is not known leaves the call as it is.
; Kernels that never run with LaunchOrdered call forms without what such launches need.
; The quick path has a form for each kind of access, which calls nothing.
; RUN: %opt -passes='warpsan-instrument,warpsan-lower,verify' -S %s -o %t
; RUN: FileCheck %s < %t
; RUN: FileCheck --check-prefix=QUICK %s < %t
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}@__warpsan_twin_many(
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %__warpsan_called_access.exit
; CHECK: call {{.*}}i1 @__warpsan_quick_access.51004(ptr {{.*}}%warpsan.context, ptr {{.*}}, i64 noundef [[FACTS:-?[0-9]+]])
; CHECK: call void @__warpsan_undecided_access.plain(ptr {{.*}}%warpsan.context, ptr {{.*}}, i64 noundef [[FACTS]], i64 {{.*}}%{{.*}})
; CHECK: call void @__warpsan_access.plain(ptr {{.*}}, i64 %bytes,
; CHECK: ret void
define ptx_kernel void @many(ptr %p, ptr %q, i32 %n, i64 %bytes) #0 {
  %p0 = getelementptr i32, ptr %p, i32 %n
  store i32 %n, ptr %p0, align 4
  %n0 = mul i32 %n, 3
  %p1 = getelementptr i32, ptr %p, i32 %n0
  store i32 %n, ptr %p1, align 4
  %n1 = mul i32 %n0, 3
  %p2 = getelementptr i32, ptr %p, i32 %n1
  store i32 %n, ptr %p2, align 4
  %n2 = mul i32 %n1, 3
  %p3 = getelementptr i32, ptr %p, i32 %n2
  store i32 %n, ptr %p3, align 4
  %n3 = mul i32 %n2, 3
  %p4 = getelementptr i32, ptr %p, i32 %n3
  store i32 %n, ptr %p4, align 4
  %n4 = mul i32 %n3, 3
  %p5 = getelementptr i32, ptr %p, i32 %n4
  store i32 %n, ptr %p5, align 4
  %n5 = mul i32 %n4, 3
  %p6 = getelementptr i32, ptr %p, i32 %n5
  store i32 %n, ptr %p6, align 4
  %n6 = mul i32 %n5, 3
  %p7 = getelementptr i32, ptr %p, i32 %n6
  store i32 %n, ptr %p7, align 4
  %n7 = mul i32 %n6, 3
  %p8 = getelementptr i32, ptr %p, i32 %n7
  store i32 %n, ptr %p8, align 4
  %n8 = mul i32 %n7, 3
  %p9 = getelementptr i32, ptr %p, i32 %n8
  store i32 %n, ptr %p9, align 4
  %n9 = mul i32 %n8, 3
  %p10 = getelementptr i32, ptr %p, i32 %n9
  store i32 %n, ptr %p10, align 4
  %n10 = mul i32 %n9, 3
  %p11 = getelementptr i32, ptr %p, i32 %n10
  store i32 %n, ptr %p11, align 4
  %n11 = mul i32 %n10, 3
  %p12 = getelementptr i32, ptr %p, i32 %n11
  store i32 %n, ptr %p12, align 4
  %n12 = mul i32 %n11, 3
  %p13 = getelementptr i32, ptr %p, i32 %n12
  store i32 %n, ptr %p13, align 4
  %n13 = mul i32 %n12, 3
  %p14 = getelementptr i32, ptr %p, i32 %n13
  store i32 %n, ptr %p14, align 4
  %n14 = mul i32 %n13, 3
  %p15 = getelementptr i32, ptr %p, i32 %n14
  store i32 %n, ptr %p15, align 4
  %n15 = mul i32 %n14, 3
  %p16 = getelementptr i32, ptr %p, i32 %n15
  store i32 %n, ptr %p16, align 4
  %n16 = mul i32 %n15, 3
  %p17 = getelementptr i32, ptr %p, i32 %n16
  store i32 %n, ptr %p17, align 4
  %n17 = mul i32 %n16, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %bytes, i1 false)
  ret void
}

; CHECK-LABEL: define {{.*}}@__warpsan_twin_ordering(
; CHECK: call void @__warpsan_undecided_access(
; CHECK: ret void
define ptx_kernel void @ordering(ptr %p, i32 %n) #0 {
  store i32 %n, ptr %p, align 4
  call void @llvm.nvvm.membar.gl()
  ret void
}

; CHECK-LABEL: define internal void @__warpsan_undecided_access(
; CHECK: observeAccess
; CHECK: ret void
; CHECK-LABEL: define internal void @__warpsan_undecided_access.plain(
; CHECK-NOT: observeAccess
; CHECK-NOT: __warpsan_may_order
; CHECK: ret void
; QUICK-LABEL: define internal {{.*}}i1 @__warpsan_quick_access.51004(
; QUICK-NOT: call {{.*}}@_ZN7warpsan
; QUICK-NOT: call void @__warpsan
; QUICK: }
attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx88,+sm_80" }
