// The program shapes of the LD paper: expectation maximization. Each warp sums up the weights of
// its points; sums of different warps in one place are a race of writes.
// RUN: %check_twins O2 --mode ld --run ld_fallback=fsm:ld_memory=1800 %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/expectation-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, a write
// CHECK-DAG: Write of size 4 {{.*}}[warp {{[0-3]}}, lane 0]
// CHECK-DAG: Earlier write of size 4 {{.*}}[warp {{[0-3]}}, lane 0]
// CHECK: Memory: shared variable '{{.*}}sums', {{.*}}byte 0 (element 0 of size 4)
// CHECK: Seen: 3 times
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 128, Warps = Threads / 32;

__global__ void expect(const float *points, float *out) {
  __shared__ float weights[Threads];
  __shared__ float sums[Warps];
  const int t = threadIdx.x;
  weights[t] = expf(-points[t] * points[t]);
  __syncthreads();
  if (t % 32 == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += weights[t + i];
#ifdef RACY
    const int place = t % 32;
#else
    const int place = t / 32;
#endif
    sums[place] = sum; // [a]
  }
  __syncthreads();
  if (t < Warps)
    out[t] = sums[t];
}

int main() {
  float points[Threads];
  for (int i = 0; i < Threads; ++i)
    points[i] = float(i) / Threads;
  float *onDevice = zeroed<float>(Threads), *out = zeroed<float>(Warps);
  cudaMemcpy(onDevice, points, sizeof points, cudaMemcpyHostToDevice);
  expect<<<1, Threads>>>(onDevice, out);
  return done();
}
