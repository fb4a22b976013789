; Only lanes that have a line check one: it starts the lane's number times the
; stride behind the base. No branch where all have.
; RUN: %opt -passes=warpsan-instrument -S %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: ptx_kernel void @__warpsan_twin_kernel(
; CHECK: [[LANE:%.*]] = call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[HAS:%.*]] = icmp ult i32 [[LANE]], 16
; CHECK: br i1 [[HAS]], label %[[CHECK:.*]], label %[[ACCESS:.*]]
; CHECK: [[CHECK]]:
; CHECK-DAG: [[WIDE:%.*]] = zext i32 %ldm to i64
; CHECK-DAG: [[STRIDE:%.*]] = mul i64 [[WIDE]], 4
; CHECK-DAG: [[NUMBER:%.*]] = zext i32 [[LANE]] to i64
; CHECK: [[OFFSET:%.*]] = mul i64 [[NUMBER]], [[STRIDE]]
; CHECK: [[LINE:%.*]] = getelementptr i8, ptr %p, i64 [[OFFSET]]
; CHECK: call void @__warpsan_access(ptr {{.*}}, ptr [[LINE]], i64 64,
; CHECK: br label %[[ACCESS]]
; CHECK: [[ACCESS]]:
; CHECK: call {{.*}} @llvm.nvvm.wmma.m16n16k16.load.c
; CHECK-NOT: br i1
; CHECK: [[ROW:%.*]] = addrspacecast ptr addrspace(3) %s to ptr
; CHECK: call void @__warpsan_access(ptr {{.*}}, ptr [[ROW]], i64 16,
; CHECK: call {{.*}} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16
; CHECK: ret void
define ptx_kernel void @kernel(ptr %p, ptr addrspace(3) %s, i32 %ldm, ptr %out) {
  %a = call { float, float, float, float, float, float, float, float } @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0(ptr %p, i32 %ldm)
  %first = extractvalue { float, float, float, float, float, float, float, float } %a, 0
  store float %first, ptr %out
  %b = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %s)
  ret void
}
