// Races that the source marks as meant are told and suppressed; they are no errors. Others still are.
// RUN: rm -f %t.json
// RUN: %verify -D__WARPSAN__ -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 -mllvm -warpsan-proof-report=%t.json %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix REPORT --input-file %t.json
// RUN: not %verify -D__WARPSAN__ -DUNMARKED -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 %s 2>&1 | FileCheck %s --check-prefix UNMARKED
// Without the marks, to a compiler without WarpSan.
// RUN: not %verify -mllvm -warpsan-block=64 -mllvm -warpsan-grid=2 %s 2>&1 | FileCheck %s --check-prefix NONE
#include <warpsan/annotations.h>

// CHECK-NOT: {{error|warning}}
// CHECK: WarpSan: suppressed write at {{.*}}: data race: write and read at {{.*}}intended.cu:[[#@LINE+9]]:{{.*}} (a stale neighbour does)
// CHECK-NEXT: WarpSan: kernel relax(int*, int*): verdict=proved pairs={{[1-9].*}} open=0 suppressed=1
// CHECK: WarpSan: suppressed {{.*}}intended.cu:[[#]]:{{.*}} (the last one wins)
// CHECK-NEXT: WarpSan: kernel keepLast(int*): verdict=proved {{.*}} suppressed=1
// CHECK-NOT: {{error|warning}}
// REPORT: "intended":"a stale neighbour does"{{.*}}"verdict":"refuted"{{.*}}"verdict":"proved"
// REPORT: "intended":"the last one wins"
// NONE-COUNT-2: error: warpsan: data race

__device__ int load(const int *cell) { return *cell; }
// What is inlined, too.
WARPSAN_INTENDED("a stale neighbour does")
__device__ int neighbour(const int *cells) { return load(cells + (63 - threadIdx.x)); }

__global__ void relax(int *cells, int *out) {
  cells[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = neighbour(cells + blockIdx.x * 64);
#ifdef UNMARKED
  // UNMARKED: intended.cu:[[#@LINE-3]]:{{.*}} error: warpsan: data race: write and read at {{.*}}intended.cu:[[#@LINE-9]]
  // UNMARKED: WarpSan: kernel relax(int*, int*): verdict=refuted {{.*}} open=1 suppressed=1
  out[blockIdx.x * 64 + threadIdx.x] += load(cells + blockIdx.x * 64 + (63 - threadIdx.x));
#endif
}

__global__ void keepLast(int *best) {
  WARPSAN_INTENDED_RACE("the last one wins", *best = int(threadIdx.x));
}
