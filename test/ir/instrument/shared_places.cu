// Twins say at their start where shared variables lie, if the module has several and shared memory
// is checked: those that the kernel names, or what it calls.
// RUN: %clang_device -O1 -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %opt -passes='warpsan-instrument' -warpsan-elide=none -S %t.ll | FileCheck %s
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=none -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=SITES
// RUN: %opt -passes='warpsan-instrument' -warpsan-elide=none -warpsan-mode=det -S %t.ll | FileCheck %s --check-prefix=NONE
// RUN: %clang_device -O1 -Xclang -disable-llvm-passes -DONE %s -o %t.one.ll
// RUN: %opt -passes='warpsan-instrument' -warpsan-elide=none -S %t.one.ll | FileCheck %s --check-prefix=NONE
// NONE-NOT: call void @__warpsan_shared_place(
__device__ __noinline__ int inner() {
  __shared__ int box[8];
  box[threadIdx.x] = threadIdx.x;
  return box[0];
}

#ifndef ONE
extern __shared__ int dynamic[];

// CHECK-LABEL: define {{.*}} @__warpsan_twin_several(
// CHECK: call void @__warpsan_kernel_enter(
// CHECK-NEXT: call void @__warpsan_shared_place(ptr [[CONTEXT:.*]], ptr addrspacecast {{.*}}box to ptr), i32 0)
// CHECK-NEXT: call void @__warpsan_shared_place(ptr [[CONTEXT]], ptr addrspacecast {{.*}}a to ptr), i32 1)
// CHECK-NEXT: call void @__warpsan_shared_place(ptr [[CONTEXT]], ptr addrspacecast {{.*}}@dynamic to ptr), i32 2)
// CHECK-NOT: __warpsan_shared_place
// SITES: kernel several
// SITES-NEXT: place 0 of {{.*}}box
// SITES-NEXT: place 1 of {{.*}}a
// SITES-NEXT: place 2 of dynamic
// SITES: kernel global
// SITES-NOT: place
// SITES: kernel one
// SITES-NEXT: place 0 of {{.*}}box
extern "C" __global__ void several(int *out) {
  __shared__ int a[32];
  a[threadIdx.x] = threadIdx.x;
  dynamic[threadIdx.x] = a[0];
  out[threadIdx.x] = inner();
}

// CHECK-LABEL: define {{.*}} @__warpsan_twin_global(
// CHECK-NOT: call void @__warpsan_shared_place(
// CHECK: ret void
extern "C" __global__ void global(int *out) { out[0] = threadIdx.x; }
#endif

extern "C" __global__ void one(int *out) { out[threadIdx.x] = inner(); }
