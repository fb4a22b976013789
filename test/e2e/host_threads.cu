// Host threads that launch at the same time, each on memory of its own: on the
// legacy default stream, on streams of their own, and on the default streams of
// a program built for one per thread. Launches that may overlap are counted and
// the others checked; a race within a kernel is found either way.
// RUN: %warpsanxx_target -O2 -g %s -o %t.one
// RUN: %check_run %t.one | FileCheck %s --check-prefix ONE
// RUN: %warpsanxx_target -O2 -g -DOWN_STREAMS %s -o %t.own
// RUN: %check_run %t.own | FileCheck %s --check-prefix SEVERAL
// RUN: %warpsanxx_target -O2 -g -fgpu-default-stream=per-thread %s -o %t.each
// RUN: %check_run %t.each | FileCheck %s --check-prefix SEVERAL
// ONE: wrong: 0
// ONE: WarpSan: verdict=none races=0 kernels=2/2 {{.*}} not_analysed=0
// SEVERAL: wrong: 0
// SEVERAL-NOT: data race
// SEVERAL: WarpSan: verdict={{none|unanalysed}} races=0 kernels={{[12]}}/2
// SEVERAL-NOT: reason={{[^O]}}
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t.one.racy
// RUN: %check_run --exit 66 %t.one.racy | FileCheck %s --check-prefix RACY
// RUN: %warpsanxx_target -O2 -g -DRACY -DOWN_STREAMS %s -o %t.own.racy
// RUN: %check_run --exit 66 %t.own.racy | FileCheck %s --check-prefix RACY
// RUN: %warpsanxx_target -O2 -g -DRACY -fgpu-default-stream=per-thread %s -o %t.each.racy
// RUN: %check_run --exit 66 %t.each.racy | FileCheck %s --check-prefix RACY
// RACY: DONE
// RACY: data race (missing block barrier)
// RACY: WarpSan: verdict=races races=1
#include "Inputs/done.h"
#include <atomic>
#include <thread>
#include <vector>

__global__ void start(int *word) { *word = 1; }

/// Each value to its mirror image, by way of shared memory.
__global__ void mirror(int *memory, int round) {
  __shared__ int staged[64];
  const int t = threadIdx.x, base = blockIdx.x * 64;
  staged[t] = memory[base + t];
#ifndef RACY
  __syncthreads();
#endif
  memory[base + t] = staged[63 - t] + round;
}

constexpr int Threads = 4, Rounds = 20, Size = 256;
std::atomic<int> wrong = 0;

void work() {
  cudaStream_t stream = nullptr;
#ifdef OWN_STREAMS
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
  int *memory = zeroed<int>(Size);
  cudaDeviceSynchronize(); // streams of our own do not wait for the memset
  for (int round = 0; round < Rounds; ++round)
    mirror<<<Size / 64, 64, 0, stream>>>(memory, round);
  int values[Size];
  cudaMemcpyAsync(values, memory, sizeof values, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
#ifndef RACY
  for (int value : values)
    wrong += value != Rounds * (Rounds - 1) / 2;
#endif
  cudaFree(memory);
}

int main() {
  start<<<1, 1>>>(zeroed<int>(1));
  cudaDeviceSynchronize();
  std::vector<std::thread> threads;
  for (int i = 0; i < Threads; ++i)
    threads.emplace_back(work);
  for (std::thread &each : threads)
    each.join();
  std::printf("wrong: %d\n", wrong.load());
  return done();
}
