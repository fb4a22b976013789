// libcu++ works on the aligned word around a small atomic; the checks are of
// the bytes the program means, so neighbours raise no alarm.
// RUN: %clang_device -std=c++17 -O0 %s -o %t.O0.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O0.ll 2>&1 | FileCheck %s
// RUN: %clang_device -std=c++17 -O2 %s -o %t.O2.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.O2.ll 2>&1 | FileCheck %s
#include <cuda/atomic>
__global__ void kernel(unsigned char *c, unsigned short *s) {
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device> byte(c[1]);
  byte.fetch_add(1, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<unsigned short, cuda::thread_scope_device> half(s[1]);
  half.fetch_add(1, cuda::std::memory_order_relaxed);
}
// CHECK-DAG: checked atomic-load scope=device size=1
// CHECK-DAG: checked atomic-rmw scope=device size=1
// CHECK-DAG: checked atomic-load scope=device size=2
// CHECK-DAG: checked atomic-rmw scope=device size=2
// CHECK-NOT: size=4
