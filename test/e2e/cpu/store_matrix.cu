// stmatrix writes what ldmatrix reads, also transposed; every row is a write of
// the lane that gives its address.
// RUN: %warpsanxx_cpu -O2 -g --cuda-gpu-arch=sm_90 %s -o %t
// RUN: %check_run %t | FileCheck %s --check-prefix=CLEAN
// RUN: %warpsanxx_cpu -O0 -g --cuda-gpu-arch=sm_90 -DRACY %s -o %t.racy
// RUN: %check_run --exit 66 %t.racy | FileCheck %s --check-prefix=RACY
// CLEAN: plain: 256 of 256
// CLEAN: transposed: 256 of 256
// CLEAN: races=0 {{.*}}not_analysed=0
// RACY: Read of size 2 at {{.*}} by thread
// RACY-NEXT: store_matrix.cu:[[#@LINE+26]]:
// RACY-NEXT: Earlier matrix write of size 16 by thread
// RACY-NEXT: store_matrix.cu:[[#@LINE+17]]:
// RACY: races=1 {{.*}}not_analysed=0
#include <cstdio>

__device__ unsigned window(const void *shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

// Registers as ldmatrix fills them.
__device__ unsigned pair(int matrix, int lane) {
  const unsigned first = (8 * matrix + lane / 4) * 8 + lane % 4 * 2;
  return first | (first + 1) << 16;
}

__global__ void plain(unsigned short *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const int lane = threadIdx.x;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                   window(tile + lane * 8)),
               "r"(pair(0, lane)), "r"(pair(1, lane)), "r"(pair(2, lane)), "r"(pair(3, lane)));
#ifndef RACY
  __syncwarp();
#endif
  for (int i = lane; i < 32 * 8; i += 32)
    out[i] = tile[i];
}

__global__ void transposed(unsigned short *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const int lane = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(
                     window(tile + i * 64 + lane % 8 * 8)),
                 "r"(pair(i, lane)));
  __syncwarp();
  for (int i = lane; i < 32 * 8; i += 32)
    out[i] = tile[i];
}

int count(const unsigned short *out, bool transposed) {
  int right = 0;
  for (int i = 0; i < 256; ++i) {
    const int row = i / 8 % 8, column = i % 8;
    right += out[i] == (transposed ? i / 64 * 64 + column * 8 + row : i);
  }
  return right;
}

int main() {
  unsigned short *out;
  cudaMallocManaged(&out, 512);
  plain<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("plain: %d of 256\n", count(out, false));
  transposed<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("transposed: %d of 256\n", count(out, true));
}
