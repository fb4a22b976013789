// Shared memory of all kinds, whose cells lie behind it: which words, and how many.
// Elements come from memory, since what is proved has no cells.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// RUN: %warpsanxx_cpu -O2 -g %s -o %t
// RUN: %check_run --options verbosity=2 %t | FileCheck %s
// EXPECT: fixedW write, fixedR read
// EXPECT: sizedW write, sizedR read
// EXPECT: bothW write, bothR read
// EXPECT: bytesW write, bytesR read
// EXPECT: endW write, endR read
// EXPECT: largeW write, largeR read
// EXPECT: mostW write, mostR read
// EXPECT: mixedW write, mixedR read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

constexpr int Threads = 96;
constexpr int LargeBytes = 52 * 1024 + 4; // more than a launch has without being asked
constexpr int MostWords = 48 * 1024 / 4;  // as much as there is of static memory

extern __shared__ int dynamic[];

__global__ void fixed(const int *order, int *out) {
  __shared__ int tile[Threads];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  tile[mine] = mine; // [fixedW]
  BARRIER;
  out[threadIdx.x] = tile[other]; // [fixedR]
}

__global__ void sized(const int *order, int *out) {
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  dynamic[mine] = mine; // [sizedW]
  BARRIER;
  out[threadIdx.x] = dynamic[other]; // [sizedR]
}

/// The first half of the threads in static memory, the other in dynamic.
__global__ void both(const int *order, int *out) {
  __shared__ int tile[5];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  if (mine < 5)
    tile[mine] = mine;
  dynamic[mine] = mine; // [bothW]
  __syncwarp();
  BARRIER;
  out[threadIdx.x] = dynamic[other] + (mine < 5 ? tile[mine] : 0); // [bothR]
}

__global__ void bytes(const int *order, int *out) {
  __shared__ char tile[Threads + 1];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  tile[1 + mine] = char(mine); // [bytesW]
  BARRIER;
  out[threadIdx.x] = tile[1 + other]; // [bytesR]
}

/// The last byte that the launch asks for is the last one that has a cell.
__global__ void end(const int *order, int *out) {
  __shared__ short odd[3];
  auto *tile = reinterpret_cast<char *>(dynamic);
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  if (mine < 3)
    odd[mine] = short(mine);
  tile[mine + 1] = char(mine); // [endW]
  __syncwarp();
  BARRIER;
  out[threadIdx.x] = tile[other + 1] + (mine < 3 ? odd[mine] : 0); // [endR]
}

__global__ void large(const int *order, int *out) {
  constexpr int Last = LargeBytes / 4 - 1;
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  dynamic[Last - mine] = mine; // [largeW]
  BARRIER;
  out[threadIdx.x] = dynamic[Last - other]; // [largeR]
}

__global__ void most(const int *order, int *out) {
  __shared__ int tile[MostWords];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  tile[MostWords - 1 - mine] = mine; // [mostW]
  BARRIER;
  out[threadIdx.x] = tile[MostWords - 1 - other]; // [mostR]
}

/// With cells of bytes there is no room on any GPU.
__global__ void mixed(const int *order, int *out) {
  __shared__ char tile[MostWords * 4];
  const int mine = order[threadIdx.x], other = order[Threads - 1 - threadIdx.x];
  tile[MostWords * 4 - 1 - mine] = char(mine); // [mixedW]
  BARRIER;
  out[threadIdx.x] = tile[MostWords * 4 - 1 - other]; // [mixedR]
}

// CHECK: DONE
// CHECK: launch 1: {{.*}}fixed{{.*}} checked, cells in shared memory
// CHECK: launch 2: {{.*}}sized{{.*}} checked, cells in shared memory
// CHECK: launch 3: {{.*}}both{{.*}} checked, cells in shared memory
// CHECK: launch 4: {{.*}}bytes{{.*}} checked, cells in shared memory
// CHECK: launch 5: {{.*}}end{{.*}} checked, cells in shared memory
// CHECK: launch 6: {{.*}}large{{.*}} checked, cells in shared memory
// CHECK: launch 7: {{.*}}most{{.*}} checked, cells in shared memory
// CHECK: launch 8: {{.*}}mixed{{.*}} checked{{$}}

int main() {
  int numbers[Threads];
  for (int i = 0; i < Threads; ++i)
    numbers[i] = i;
  int *order = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  cudaMemcpy(order, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, LargeBytes);
  fixed<<<1, Threads>>>(order, out);
  sized<<<1, Threads, Threads * sizeof(int)>>>(order, out);
  both<<<1, Threads, Threads * sizeof(int)>>>(order, out);
  bytes<<<1, Threads>>>(order, out);
  end<<<1, Threads, Threads + 1>>>(order, out);
  large<<<1, Threads, LargeBytes>>>(order, out);
  most<<<1, Threads>>>(order, out);
  mixed<<<1, Threads>>>(order, out);
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads; ++i)
    if (numbers[i] != Threads - 1 - i)
      return std::puts("wrong result"), 4;
#endif
  return done();
}
