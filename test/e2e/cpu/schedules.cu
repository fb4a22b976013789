// A seed gives the same interleaving in every run; different seeds give
// different ones. The program prints the order in which threads came.
// RUN: %clang_cpu -O2 %s -o %t
// RUN: %t > %t.a && %t > %t.b && diff %t.a %t.b
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=7 %t > %t.c
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=7 %t > %t.d && diff %t.c %t.d
// RUN: env WARPSAN_OPTIONS=schedule=random:seed=8 %t > %t.e && not diff %t.c %t.e
// RUN: not env WARPSAN_OPTIONS=schedule=fast %t 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: bad value 'fast' of option 'schedule'
#include <cstdio>

constexpr int Blocks = 3, Threads = 40;

__global__ void draw(int *next, int *order) {
  for (int round = 0; round < 4; ++round)
    order[atomicAdd(next, 1)] = blockIdx.x * Threads + threadIdx.x;
}

int main() {
  int *memory;
  cudaMallocManaged(&memory, (4 * Blocks * Threads + 1) * sizeof(int));
  draw<<<Blocks, Threads>>>(memory, memory + 1);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4 * Blocks * Threads; ++i)
    printf("%d\n", memory[i + 1]);
}
