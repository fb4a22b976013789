// Questions without solution are SMT-LIB that any solver reads.
// RUN: rm -rf %t && mkdir %t
// RUN: %verify -mllvm -warpsan-proof-dump=%t -mllvm -warpsan-block=96 %s 2>&1 | FileCheck %s
// RUN: cat %t/*.smt2 | FileCheck %s --check-prefix=DUMP
// CHECK: kernel digits(int): verdict=proved
// DUMP: (set-logic QF_UFBV)
// DUMP-NOT: {{bv[us](div|rem|mod)_}}
// DUMP: (bvsrem
// DUMP: (check-sat)
__global__ void digits(int base) {
  __shared__ int tile[96];
  const int t = threadIdx.x;
  if (base > 0)
    tile[(t / base) * base + t % base] = t;
}
