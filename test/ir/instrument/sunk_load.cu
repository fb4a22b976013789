// The check of the load of `total` stays before the barrier, wherever the
// optimiser takes the load itself.
// RUN: %clang_device -O2 %s -Xclang -disable-llvm-passes -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes=warpsan-instrument -S %t.ll | opt -passes='default<O2>' -S | FileCheck %s
__global__ void blockTotal(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 31)
    total = in[0];
  int all = total;
  __syncthreads();
  out[threadIdx.x] = all;
}

// CHECK-LABEL: @__warpsan_twin__Z10blockTotalPKiPi(
// CHECK: call void @__warpsan_access({{.*}}ptr addrspacecast (ptr addrspace(3) {{.*}}, i64 4, i32 [[#]], i32 1,
// CHECK: call void @__warpsan_access({{.*}}ptr addrspacecast (ptr addrspace(3) {{.*}}, i64 4, i32 [[#]], i32 0,
// CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
