// Kernels that may write what their roots do not tell (open-stores), and those that
// look so and do not.
// RUN: %clang_device -O2 %s -o %t.ll
// RUN: %opt -passes='print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
#include <cassert>
#include <cstdio>

// CHECK-LABEL: kernel _Z9storesFarPPiS_ {{.*}} open-stores unrooted-checks reasons
__global__ void storesFar(int **p, int *q) {
  p[0][threadIdx.x] = 1;
  q[threadIdx.x] = 2;
}

// What is read through an unknown pointer may be what is written.
// CHECK-LABEL: kernel _Z8readsFarPPiS_
// CHECK-NOT: open-stores
// CHECK-SAME: unrooted-checks reasons
// CHECK-NEXT: root 0 arg0
// CHECK-NEXT: root 1 arg1
// CHECK-NEXT: form root 0 read of 8 at 0
// CHECK-NEXT: form root 1 write of 4 at (4 * zext64(tid.x))
// CHECK-NEXT: form root 1 read of 0 at any
// CHECK-NOT: form
__global__ void readsFar(int **p, int *q) { q[threadIdx.x] = p[0][threadIdx.x]; }

// The forms of a function that is not inlined are not those of one kernel.
__device__ static int sumFrom(const int *p, int n) { return n ? *p + sumFrom(p + n, n - 1) : 0; }
__device__ static void fill(int *p, int n) {
  if (!n)
    return;
  *p = n;
  fill(p + n, n - 1);
}
// CHECK-LABEL: kernel _Z9recursivePiPKi
// CHECK-NOT: open-stores
// CHECK-SAME: unrooted-checks reasons
// CHECK: form root 0 write of 4 at (4 * zext64(tid.x))
// CHECK-NEXT: form root 0 read of 0 at any
__global__ void recursive(int *to, const int *from) { to[threadIdx.x] = sumFrom(from, 5); }
// CHECK-LABEL: kernel _Z5fillsPi {{.*}} open-stores unrooted-checks reasons
__global__ void fills(int *to) { fill(to, 5); }

// CHECK-LABEL: kernel _Z4heapPi {{.*}} open-stores unrooted-checks reasons
__global__ void heap(int *to) {
  if (int *own = static_cast<int *>(malloc(sizeof(int)))) {
    *own = to[threadIdx.x];
    free(own);
  }
}

// libdevice stores the results: two known accesses.
// CHECK-LABEL: kernel _Z10sincosIntoPff
// CHECK-NOT: open-stores
// CHECK-SAME: reasons
// CHECK: form root 0 write of 4 at 0
// CHECK: form root 0 write of 4 at 4
__global__ void sincosInto(float *to, float x) { sincosf(x, to, to + 1); }

// Those that convert addresses store nothing.
// CHECK-LABEL: kernel _Z9convertedPi
// CHECK-NOT: {{open-stores|unrooted-checks}}
// CHECK-SAME: reasons
__global__ void converted(int *to) {
  to[threadIdx.x] = int(__cvta_generic_to_global(to + threadIdx.x));
}

// CHECK-LABEL: kernel _Z7surfacey {{.*}} open-stores
__global__ void surface(cudaSurfaceObject_t to) { surf1Dwrite<float>(1, to, threadIdx.x * 4); }

// CHECK-LABEL: kernel _Z8harmlessPfi
// CHECK-NOT: {{open-stores|unrooted-checks}}
// CHECK-SAME: reasons
// CHECK-NEXT: root 0 arg0
__global__ void harmless(float *to, int n) {
  float sine, cosine;
  assert(n > 0);
  if (n == 7)
    asm("exit;");
  sincosf(n, &sine, &cosine);
  to[threadIdx.x] = sine + powf(cosine, 3.f);
  printf("%d %f\n", n, sine);
}

// CHECK-LABEL: kernel _Z7texturePfy
// CHECK-NOT: {{open-stores|unrooted-checks}}
// CHECK-SAME: reasons
// CHECK-NEXT: root 0 arg0
__global__ void texture(float *to, cudaTextureObject_t from) {
  to[threadIdx.x] = tex1Dfetch<float>(from, threadIdx.x);
}

// CHECK-LABEL: kernel _Z10sharedOnlyi
// CHECK-NOT: {{open-stores}}
// CHECK-SAME: unrooted-checks reasons
// CHECK-NOT: root
// CHECK: {{^}}site
__global__ void sharedOnly(int x) {
  __shared__ int tile[64];
  tile[x] = x;
}
