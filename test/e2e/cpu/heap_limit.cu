// malloc of device code ends with cudaLimitMallocHeapSize, which is fixed once a
// kernel has used it, until the device is reset. Trials of other schedules leave the
// heap as it was. Shadow that is too large for a limit is counted.
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run %t | FileCheck %s
// RUN: %check_run --options schedule=random:seed=5:runs=4 %t | FileCheck %s
// RUN: %check_run --options max_shadow_mb=1 %t | FileCheck %s --check-prefix SHADOW
// RUN: %warpsanxx_cpu -O2 -g -mllvm -warpsan-mode=off %s -o %t.off
// RUN: %t.off | FileCheck %s --check-prefix PLAIN
// CHECK: initially 8388608
// CHECK-NEXT: set 0
// CHECK-NEXT: pieces 4, again 4, all 1
// CHECK-NEXT: set later 1
// CHECK-NEXT: set after reset 0
// CHECK-NEXT: pieces 8, again 8, all 1
// CHECK-NEXT: DONE
// CHECK: verdict=none races=0 {{.*}} not_analysed=0
// SHADOW: pieces 4, again 4, all 1
// SHADOW: pieces 8, again 8, all 1
// SHADOW: verdict=unanalysed races=0
// SHADOW-NEXT: not_analysed reason=ShadowMemory sites=
// PLAIN: pieces 4, again 4, all 1
// PLAIN: pieces 8, again 8, all 1
// PLAIN: DONE
#include "../Inputs/done.h"

constexpr size_t Piece = 200000;

struct Answer {
  int pieces, again, all;
};

__device__ int fill(int **pieces) {
  int count = 0;
  while (int *each = static_cast<int *>(malloc(Piece))) {
    *each = count;
    pieces[count++] = each;
  }
  return count;
}

__device__ void release(int **pieces, int count) {
  for (int i = 0; i < count; ++i)
    free(pieces[(i * 3 + 1) % count]);
}

__global__ void use(Answer *answer, int **pieces, int expected) {
  answer->pieces = fill(pieces);
  release(pieces, answer->pieces);
  answer->again = fill(pieces);
  release(pieces, answer->again);
  void *all = malloc(expected * Piece);
  answer->all = all != nullptr;
  free(all);
}

static void useAll(int expected) {
  Answer *answer = zeroed<Answer>(1);
  use<<<1, 1>>>(answer, zeroed<int *>(64), expected);
  Answer found;
  cudaMemcpy(&found, answer, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("pieces %d, again %d, all %d\n", found.pieces, found.again, found.all);
}

int main() {
  size_t bytes = 0;
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  std::printf("initially %zu\n", bytes);
  std::printf("set %d\n", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 5 * Piece));
  useAll(4);
  std::printf("set later %d\n", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 9 * Piece));
  cudaGetLastError();
  cudaDeviceReset();
  std::printf("set after reset %d\n", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 9 * Piece));
  useAll(8);
  return done();
}
