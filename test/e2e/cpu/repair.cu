// warpsan-repair makes the accesses that raced atomic until no run shows another one, suggests a
// patch, and the patched source is silent. What needs a barrier stays a race.
// RUN: rm -rf %t && mkdir %t && cp %s %t/program.cu && cd %t
// RUN: not %warpsan_repair --cpu -O1 program.cu --patch=barrier.diff -DBARRIER 2> errors | FileCheck %s --check-prefix=LEFT
// RUN: %warpsan_repair --cpu -O1 program.cu --patch=all.diff --keep=kept -o repaired -- 4 2> errors | FileCheck %s
// RUN: FileCheck %s --check-prefix=PATCH --input-file=all.diff
// RUN: ls kept/races.json kept/repaired-checked && ./repaired 4
//
// RUN: patch -s -p0 < all.diff
// RUN: %warpsan_repair --cpu program.cu -- 4 2> errors | FileCheck %s --check-prefix=NOTHING
// RUN: FileCheck %s --check-prefix=SILENT --input-file=errors
//
// A run that analysed nothing, or too little, proves nothing. Speed is compared on demand.
// RUN: not env WARPSAN_OPTIONS=kernels=none:resolve=0 %warpsan_repair --cpu program.cu -- 4 2> errors | FileCheck %s --check-prefix=BLIND
// RUN: not env WARPSAN_OPTIONS=blocks=2:resolve=0 %warpsan_repair --cpu program.cu -- 9 2> errors | FileCheck %s --check-prefix=BLIND
// RUN: %warpsan_repair --cpu program.cu -DTIMED --ab=%ab -- 4 2> errors | FileCheck %s --check-prefix=TIMED
//
// Bad input.
// RUN: not %warpsan_repair --cpu none.cu 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %warpsan_repair --cpu program.cu 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: not %warpsan_repair 2>&1 | FileCheck %s --check-prefix=USAGE
// CHECK: as it is: {{[1-9]}} races
// CHECK: round {{[1-9]}}: {{[1-9][0-9]*}} accesses repaired, 0 races left
// CHECK-DAG: repaired: program.cu:{{[0-9:]*}}: write is a relaxed atomic of device scope now
// CHECK-DAG: repaired: program.cu:{{[0-9:]*}}: write is one atomic update of device scope now
// CHECK-NOT: still a race
// CHECK-NOT: by hand
// PATCH: +#include <cuda/atomic>
// PATCH: relaxed<cuda::thread_scope_device>(parent[i % 7]).store(
// PATCH: relaxed<cuda::thread_scope_device>(*state).store(1, cuda::memory_order_relaxed)
// PATCH: relaxed<cuda::thread_scope_device>(pairs[0]).store(
// PATCH: relaxed<cuda::thread_scope_device>(count[i % 2]).fetch_add(
// PATCH-NOT: +{{.*}}clean
// SILENT: verdict=none races=0
// NOTHING: as it is: 0 races
// LEFT: left: program.cu:{{.*}} not repaired: atomics order nothing, and this is a missing block barrier
// LEFT: still a race: missing block barrier: {{.*}} at program.cu
// BLIND: as it is: 0 races
// BLIND: not analysed: {{[1-9][0-9]*}} accesses, which may race
// TIMED: {{^}}(no input) {{.*}} 1.000
// NONE: warpsan-repair: error: the program does not compile:
// ENDED: warpsan-repair: error: the program ended with 3
// USAGE: error: no file to compile
#include <cstdio>

struct alignas(8) Pair {
  int a, b;
};

__global__ void work(int *parent, volatile char *state, Pair *pairs, int *count, int *clean) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  parent[i % 7] = parent[(i + 1) % 7];
  if (i % 2 == 0)
    *state = 1;
  pairs[0] = pairs[1 + i % 3];
  count[i % 2] += 2;
  clean[i] = i;
}

__global__ void reversed(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

int main(int argc, char **words) {
  char *memory;
  cudaMallocManaged(&memory, 5 << 16);
  const auto at = [&](int k) { return memory + (k << 16); };
#ifdef BARRIER
  reversed<<<1, 64>>>(reinterpret_cast<int *>(memory));
#else
  if (argc != 2)
    return 3;
  work<<<words[1][0] - '0', 64>>>(reinterpret_cast<int *>(at(0)), at(1),
                                  reinterpret_cast<Pair *>(at(2)), reinterpret_cast<int *>(at(3)),
                                  reinterpret_cast<int *>(at(4)));
#endif
#ifdef TIMED
  std::printf("kernel_ms: %d\n", 2);
#endif
  return cudaDeviceSynchronize();
}
