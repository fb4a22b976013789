// Nothing is left of annotations of order, wherever the twins are made, or nowhere.
// RUN: %clang_device -O2 -D__WARPSAN__ -I%S/../../../include %s -o - | FileCheck %s
// RUN: %clang_device -O2 -D__WARPSAN__ -mllvm -warpsan-when=late -I%S/../../../include %s -o - | FileCheck %s
// RUN: %clang_device -O2 -D__WARPSAN__ -mllvm -warpsan-mode=off -I%S/../../../include %s -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: warpsan_device_
#include <warpsan/annotations.h>
__global__ void kernel(int *data, volatile int *flag) {
  *data = 1;
  WARPSAN_RELEASE(flag);
  *flag = 1;
  WARPSAN_ACQUIRE(flag);
}
// CHECK-NOT: warpsan_device_
