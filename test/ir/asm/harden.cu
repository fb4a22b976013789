// The CUDA headers write cache-hinted loads as assembly without side effects;
// two of them must not become one across a barrier.
// RUN: %clang_device -O2 %s -mllvm -warpsan-mode=off -o - | FileCheck %s --check-prefix=OFF
// RUN: %clang_device -O2 %s -o - | FileCheck %s
__global__ void kernel(int *p, int *out) {
  int before = __ldcg(p);
  __syncthreads();
  int after = __ldcg(p);
  *out = after - before;
}
// OFF: store i32 0
// CHECK-LABEL: define {{.*}}void @_Z6kernelPiS_(
// CHECK-COUNT-2: call {{.*}}asm sideeffect "ld.global.cg.s32 $0, [$1];", "=r,l,~{memory}"
// CHECK: ret void
