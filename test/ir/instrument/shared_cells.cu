// What the checks of shared memory cost on a GPU: cells that lie in shared memory are
// cleared and met at once, and a check is a load and, if its cell changes, a
// compare-and-swap, both in the instructions of that space. Twins only.
// RUN: %clang_device -O2 %s -o - | llc -mcpu=sm_80 -mattr=+ptx88 | FileCheck %s
// RUN: %clang_device -O2 -mllvm -warpsan-target=cpu %s -o - | FileCheck %s --check-prefix CPU

__global__ void kernel(int *out, const int *order) {
  __shared__ int tile[64];
  tile[order[0]] = 1;
  __syncthreads();
  *out = tile[order[1]];
}
// CHECK-LABEL: .entry _Z6kernelPiPKi(
// CHECK: bar.sync
// CHECK-NOT: bar.sync
// CHECK-LABEL: .entry __warpsan_twin__Z6kernelPiPKi(
// CHECK: st.shared.b64 [%rd{{[0-9]+}}], 0;
// CHECK: bar.sync 0;
// CHECK-DAG: bar.sync 0;
// CHECK-DAG: ld.relaxed.sys.shared.b64
// CHECK-DAG: atom.relaxed.sys.shared.cas.b64
// CHECK: // -- End function

// The CPU target knows whether there is something to clear.
// CPU: declare {{.*}}i1 @__warpsan_starts_cleared()
