// Questions without solution are SMT-LIB that any solver reads.
// RUN: rm -rf %t && mkdir %t
// RUN: %verify -mllvm -warpsan-proof-dump=%t -mllvm -warpsan-block=96 %s 2>&1 | FileCheck %s
// RUN: cat %t/*.smt2 | FileCheck %s --check-prefix=DUMP
// CHECK: kernel spread(int): verdict=proved
// DUMP: (set-logic QF_UFBV)
// DUMP-NOT: {{bv[us](div|rem|mod)_}}
// DUMP: (bvsdiv
// DUMP: (check-sat)
__global__ void spread(int base) {
  __shared__ int tile[192];
  const int t = threadIdx.x;
  if (base > 0)
    tile[t + t / base] = t;
}
