// A check that is inlined, of an access that is proved if it stays within its array: its flags are
// one of two, and the thread's context becomes registers all the same.
// RUN: %clang_device -O2 -Xclang -disable-llvm-passes %s -o - | %opt -passes='warpsan-instrument,warpsan-lower,verify' -S | FileCheck %s

// CHECK-LABEL: define {{.*}}@__warpsan_twin_tree(
// CHECK-NOT: alloca
// CHECK-NOT: observeAccess
// CHECK: call {{.*}}checkFully
// CHECK: ret void

// What runs where the launch proves the rest asks for the end of the array, and no more.
// CHECK-LABEL: define {{.*}}@__warpsan_proved_tree(
// CHECK-NOT: checkFully
// CHECK-NOT: raceKnown
// CHECK: call {{.*}}raise
// CHECK-NOT: checkFully
// CHECK: ret void
extern "C" __global__ void tree(int distance, int *out) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t % distance == 0)
    part[t] = part[t + distance / 2];
  __syncthreads();
  out[t] = part[t];
}
