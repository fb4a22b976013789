// printf of device code, and its order with that of the host.
// RUN: %clang_cpu -O2 %s -o %t && %t | FileCheck %s
// RUN: %clang_cpu -O0 %s -o %t.0 && %t.0 | FileCheck %s
// CHECK: before
// CHECK-NEXT: 3 text 1.50 c 1099511627776 |  2.5|7   | 100%
// CHECK-NEXT: 1 0x1234 12345678 +7 003
// CHECK-NEXT: plain
// CHECK-NEXT: after
#include <cstdio>

__global__ void print() {
  if (threadIdx.x == 3)
    printf("%d %s %.2f %c %lld |%5.1f|%-4d| 100%%\n", threadIdx.x, "text", 1.5, 'c', 1ll << 40,
           2.5f, 7);
  __syncthreads();
  if (threadIdx.x == 1) {
    printf("%u %p %zu %+d %0*d\n", threadIdx.x, reinterpret_cast<void *>(0x1234),
           static_cast<size_t>(12345678), 7, 3, 3);
    printf("plain\n");
  }
}

int main() {
  printf("before\n");
  print<<<1, 4>>>();
  cudaDeviceSynchronize();
  printf("after\n");
}
