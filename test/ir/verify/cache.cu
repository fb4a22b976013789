// Outcomes are kept by what they follow from: the code, but not its lines, and the question.
// RUN: rm -rf %t && mkdir %t && echo > %t/moved.cu && cat %s >> %t/moved.cu
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s
// RUN: ls %t/new/cache | count 2
// The same again, a line further down.
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 %t/moved.cu 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: ls %t/new/cache | count 2
// Another question, other code.
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=32 %s
// RUN: ls %t/new/cache | count 4
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 -DSIZE=65 %s
// RUN: ls %t/new/cache | count 6
// Names of parameters are told, so they count.
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 -DNAME=mask %s 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: ls %t/new/cache | count 8
// NAMED: in a grid of (1,1,1), mask=
// What the file says is taken; what is no outcome is not.
// RUN: sed -i 's/"reason":""/"reason":"as kept"/' %t/new/cache/*
// RUN: %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 -DONE %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: sed -i 's/.*/{"pairs":1}/' %t/new/cache/*
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/new/cache -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s
// A folder that cannot be made is none.
// RUN: not %verify -mllvm -warpsan-proof-cache=%t/moved.cu/cache -mllvm -warpsan-block=64 %s 2>&1 | FileCheck %s
#ifndef SIZE
#define SIZE 64
#endif
#ifndef NAME
#define NAME value
#endif

// CHECK: kernel clean(int): verdict=proved
// KEPT: kernel is not understood: as kept
// KEPT: kernel clean(int): verdict=unknown
// ONE: kernel clean(int): verdict=unknown
__global__ void clean(int NAME) {
  __shared__ int tile[SIZE];
  tile[threadIdx.x] = NAME;
}

#ifndef ONE
// CHECK: cache.cu:[[@LINE+8]]:{{[0-9]+}}: error: warpsan: data race: write and write
// MOVED: moved.cu:[[@LINE+8]]:{{[0-9]+}}: error: warpsan: data race: write and write
// CHECK-SAME: with blocks of (64,1,1) in a grid of (1,1,1), value={{[0-9]+$}}
// CHECK: kernel racy(int): verdict=refuted
// MOVED: kernel racy(int): verdict=refuted
// KEPT: kernel racy(int): verdict=refuted
__global__ void racy(int NAME) {
  __shared__ int tile[SIZE];
  tile[threadIdx.x & NAME] = threadIdx.x;
}
#endif
