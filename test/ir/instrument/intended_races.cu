// Sites of functions that are meant to race carry the reason, and so do those of what was
// inlined in them; their checks stand for no other access, nor others for them.
// RUN: %clang_device -O2 -g -D__WARPSAN__ -I%S/../../../include %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=GONE < %t.ll
// RUN: %clang_device -O2 -g -D__WARPSAN__ -mllvm -warpsan-when=late -I%S/../../../include %s -o %t.late.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.late.ll 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: %clang_device -O0 -D__WARPSAN__ -I%S/../../../include %s -o %t.bare.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.bare.ll 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: %clang_device -O2 -g -I%S/../../../include %s -o %t.off.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.off.ll 2>&1 | FileCheck %s --check-prefix=OFF
// GONE-NOT: @llvm.global.annotations
// OFF: site 0
// OFF-NOT: intended=
#include <warpsan/annotations.h>

static __device__ void put(int *p, int value) { *p = value; }
WARPSAN_INTENDED("by design")
static __device__ void publish(int *p, int value) { put(p, value); }

// The store of the word that is meant to race does not cover the other one.
__global__ void kernel(int *out) {
  publish(out, threadIdx.x);
  put(out, 1);
  publish(out + 4, 2);
  out[1] = WARPSAN_INTENDED_RACE("any of them", out[2]);
}
// CHECK-DAG: checked write {{.*}} intended="by design" at put(int*, int):[[#@LINE-11]]:{{.*}} from publish(int*, int)
// CHECK-DAG: checked write {{.*}}ordinal=1 constant-value 1 at put(int*, int):[[#@LINE-12]]:{{[0-9]+}} from kernel(int*)
// CHECK-DAG: checked read {{.*}} intended="any of them" at kernel
// LATE-DAG: checked write {{.*}} intended="by design" at put
// LATE-DAG: checked read {{.*}} intended="any of them" at
// BARE: read {{.*}} intended="any of them"
