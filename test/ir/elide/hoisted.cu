// In a loop without synchronisation an access of the same bytes in each round, which the
// first one surely makes, is checked in front of the loop. Each kernel but the first of a
// kind lacks one of these.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %opt -passes='warpsan-instrument,verify' -warpsan-elide=no-covered -S %t.ll | FileCheck %s
// RUN: %opt -passes='warpsan-instrument' -warpsan-elide=no-hoisted -pass-remarks=warpsan -S %t.ll 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: one in front of the loop
// OFF-LABEL: define {{.*}}@__warpsan_twin_bound(
// OFF: br label %[[HEADER:.*]], !dbg
// OFF: [[HEADER]]:
// OFF: call void @__warpsan_access({{.*}}, i64 4,
#define KERNEL extern "C" __global__ void

// A bound in memory is read first of all.
// REMARK: hoisted.cu:[[#@LINE+8]]:{{.*}}: access needs no check: one in front of the loop stands for all rounds
// CHECK-LABEL: define {{.*}}@__warpsan_twin_bound(
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
// CHECK: br label %[[HEADER:[^,]*]], !dbg
// CHECK: [[HEADER]]:
// CHECK-NOT: call void @__warpsan_access({{.*}}, i64 4,
// CHECK: call void @__warpsan_access({{.*}}, i64 1,
KERNEL bound(const int *bounds, int row, char *out) {
  for (int k = 0; k < bounds[row]; ++k)
    out[k] = 1;
}
// Of two loops, as the first round is there for sure.
// REMARK: hoisted.cu:[[#@LINE+10]]:{{.*}}: access needs no check: one in front of the loop stands for all rounds
// CHECK-LABEL: define {{.*}}@__warpsan_twin_nested(
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
// CHECK: br label
// CHECK-NOT: call void @__warpsan_access({{.*}}, i64 4,
// CHECK: ret void
KERNEL nested(const int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k)
    for (int i = 0; i < 4; ++i)
      sum += *p;
  *out = sum;
}
// The store of an update has another value in each round, and stands for its read.
// REMARK: hoisted.cu:[[#@LINE+8]]:{{.*}}: access needs no check: one in front of the loop stands for all rounds
// CHECK-LABEL: define {{.*}}@__warpsan_twin_stored(
// CHECK: call void @__warpsan_access({{.*}}, i64 4, i32 [[#]], i32 1, i64 7,
// CHECK: br label
// CHECK-NOT: call void @__warpsan_access({{.*}}, i64 4,
// CHECK: ret void
KERNEL stored(int *p) {
  for (int k = 0; k < 8; ++k)
    *p = 7;
}
// The loop may have no round.
// REMARK-NOT: hoisted.cu:[[#@LINE+7]]:
// CHECK-LABEL: define {{.*}}@__warpsan_twin_maybeNone(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL maybeNone(const int *p, int n, char *out) {
  char sum = 0;
  for (int k = 0; k < n; ++k)
    sum += *p;
  *out = sum;
}
// The first round may not make the access.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_maybeLater(
// CHECK: br i1
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL maybeLater(const int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k)
    if (k > 5)
      sum += *p;
  *out = sum;
}
// What runs before it may not end.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_behindWait(
// CHECK: call void @__warpsan_access({{.*}}, i64 2,
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL behindWait(const int *p, const short *flag, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k) {
    while (*flag == k)
      ;
    sum += *p;
  }
  *out = sum;
}
// CHECK-LABEL: define {{.*}}@__warpsan_twin_behindTrap(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL behindTrap(const int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (sum > 9)
      __trap();
    sum += *p;
  }
  *out = sum;
}
// Another place in each round.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_moving(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL moving(const int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += p[k];
  *out = sum;
}
// Each round is ordered with others.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_withBarrier(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL withBarrier(const int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += *p;
    __syncthreads();
  }
  *out = sum;
}
// CHECK-LABEL: define {{.*}}@__warpsan_twin_withAtomic(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL withAtomic(const int *p, unsigned long long *count, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += *p;
    atomicAdd(count, 1ull);
  }
  *out = sum;
}
// Volatile accesses are what they are, each.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_isVolatile(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL isVolatile(const volatile int *p, char *out) {
  char sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += *p;
  *out = sum;
}
// Of stores of several values one may be the same as another thread's.
// CHECK-LABEL: define {{.*}}@__warpsan_twin_storesValues(
// CHECK: br i1
// CHECK: call void @__warpsan_access({{.*}}, i64 4,
KERNEL storesValues(int *p) {
  for (int k = 0; k < 8; ++k)
    *p = k;
}
