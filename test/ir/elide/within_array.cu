// Accesses that no other thread meets, if they stay within their array, which nothing shows:
// they do not need their checks as long as they do. A check that has a shape for such an
// access gets that flag when it happens. Others keep flags that are numbers.
// RUN: %clang_device -O2 -Xclang -disable-llvm-passes %s -o %t.ll
// RUN: %opt -passes='warpsan-instrument' -S %t.ll | FileCheck %s
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=SITES
// RUN: %opt -passes='warpsan-instrument' -warpsan-elide=no-barrier-interval -S %t.ll | FileCheck %s --check-prefix=OFF
// OFF-NOT: ptrtoint
#define KERNEL extern "C" __global__ void

// No need of cells, but of the check: nothing is proved for all.
// SITES: kernel level {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
// CHECK-LABEL: define {{.*}} @__warpsan_twin_level(
KERNEL level(int distance) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  // CHECK: call void @__warpsan_access({{.*}}, i64 4, {{.*}}, i32 29)
  part[t] = t;
  __syncthreads();
  // CHECK: [[OFFSET:%.*]] = sub i64 {{%.*}}, ptrtoint (ptr addrspacecast (ptr addrspace(3) @{{.*}}part{{.*}} to ptr) to i64)
  // CHECK-NEXT: [[WITHIN:%.*]] = icmp ule i64 [[OFFSET]], 508
  // CHECK-NEXT: [[SHAPED:%.*]] = select i1 [[WITHIN]], i32 16, i32 0
  // CHECK-NEXT: [[FLAGS:%.*]] = or i32 9, [[SHAPED]]
  // CHECK-NEXT: call void @__warpsan_access({{.*}}, i64 4, {{.*}}, i32 [[FLAGS]])
  // CHECK: call void @__warpsan_access({{.*}}, i64 4, {{.*}}, i32 29)
  if (t % distance == 0)
    part[t] = part[t + distance / 2];
}
// The element may be another thread's.
// SITES: kernel levelTooFar {{.*}}flags: block-barrier shared unrooted-checks {{.*}}shape=128x1x1{{ *$}}
// CHECK-LABEL: define {{.*}} @__warpsan_twin_levelTooFar(
// CHECK-NOT: ptrtoint
// CHECK: ret void
KERNEL levelTooFar(int distance) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t % distance == 0)
    part[t] = part[t + distance];
}
// Whatever is in the array: the size of the access is not known to be less.
// CHECK-LABEL: define {{.*}} @__warpsan_twin_tooWide(
// CHECK-NOT: ptrtoint
// CHECK: ret void
KERNEL tooWide() {
  __shared__ int word;
  if (threadIdx.x == 0)
    *(long long *)&word = 1;
}
// One array or another.
// CHECK-LABEL: define {{.*}} @__warpsan_twin_eitherArray(
// CHECK-NOT: ptrtoint
// CHECK: ret void
KERNEL eitherArray(int distance, bool choice) {
  __shared__ int one[128], other[128];
  int *part = choice ? one : other;
  const int t = threadIdx.x;
  if (t % distance == 0 && part[t + distance / 2])
    part[t] = 1;
}
