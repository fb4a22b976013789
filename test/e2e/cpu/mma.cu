// mma.m16n8k* with the fragment layouts of the PTX ISA, as ldmatrix fills them.
// RUN: %clang_cpu -O2 --cuda-gpu-arch=sm_80 %s -o %t && %t | FileCheck %s
// CHECK: half: 128 of 128
// CHECK: tf32: 128 of 128
// CHECK: signed: 128 of 128
#include <cstdio>
#include <cuda_fp16.h>

__device__ unsigned window(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// A is stored by rows, B by columns: both have the values of k side by side.
template <typename T, int K>
struct Tiles {
  __align__(16) T a[16 * K];
  __align__(16) T b[8 * K];
};

template <typename T, int K>
__device__ void load(Tiles<T, K> &tiles, unsigned (&a)[4], unsigned (&b)[2]) {
  constexpr int half = 16 / sizeof(T); // elements of a row of ldmatrix
  const int lane = threadIdx.x;
  for (int i = lane; i < 16 * K; i += 32)
    tiles.a[i] = T(float(i * 7 % 5 - 2));
  for (int i = lane; i < 8 * K; i += 32)
    tiles.b[i] = T(float(i * 3 % 5 - 2));
  __syncwarp();
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(window(tiles.a + lane % 16 * K + lane / 16 * half)));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(b[0]), "=r"(b[1])
               : "r"(window(tiles.b + lane % 8 * K + lane / 8 % 2 * half)));
}

template <typename Sum, typename T, int K>
__device__ void compare(const Tiles<T, K> &tiles, const Sum (&sums)[4], int *right) {
  for (int i = 0; i < 4; ++i) {
    const int row = threadIdx.x / 4 + i / 2 * 8, column = threadIdx.x % 4 * 2 + i % 2;
    float sum = 1;
    for (int k = 0; k < K; ++k)
      sum += float(tiles.a[row * K + k]) * float(tiles.b[column * K + k]);
    atomicAdd(right, float(sums[i]) == sum);
  }
}

__global__ void halves(int *right) {
  __shared__ Tiles<half, 16> tiles;
  unsigned a[4], b[2];
  float d[4];
  load(tiles, a, b);
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%10, %10, %10, %10};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(1.0f));
  compare(tiles, d, right);
}

__global__ void tf32(int *right) {
  __shared__ Tiles<float, 8> tiles;
  unsigned a[4], b[2];
  float d[4];
  load(tiles, a, b);
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%10, %10, %10, %10};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(1.0f));
  compare(tiles, d, right);
}

__global__ void bytes(int *right) {
  __shared__ Tiles<signed char, 32> tiles;
  unsigned a[4], b[2];
  int d[4];
  load(tiles, a, b);
  asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(1));
  compare(tiles, d, right);
}

void show(const char *name, void (*kernel)(int *)) {
  int *right;
  cudaMallocManaged(&right, sizeof *right);
  *right = 0;
  kernel<<<1, 32>>>(right);
  cudaDeviceSynchronize();
  std::printf("%s: %d of 128\n", name, *right);
}

int main() {
  show("half", halves);
  show("tf32", tf32);
  show("signed", bytes);
}
