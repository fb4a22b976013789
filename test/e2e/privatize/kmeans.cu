// The program shapes of the LD paper: k-means. All threads look for the center that is nearest to
// their point; then the first threads move the centers, for which all must have looked.
// RUN: %check_twins O2 --mode ld --run ld_fallback=fsm:ld_memory=1800 %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/kmeans-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a read, b write
// CHECK-DAG: {{R|Earlier r}}ead of size 4 {{by another thread of this block|.*warp [1-3], lane}}
// CHECK-DAG: {{W|Earlier w}}rite of size 4 {{.*}}by thread ([[#CENTER:]],0,0) {{.*}}[warp 0, lane
// CHECK: Memory: shared variable '{{.*}}centers', 16 bytes, byte {{0|4|8|12}} (element [[#CENTER]] of size 4)
// CHECK: racing_regions=3 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 128, Centers = 4, Rounds = 3;

__global__ void cluster(const float *points, float *out) {
  __shared__ float centers[Centers];
  __shared__ int nearest[Threads];
  const int t = threadIdx.x;
  if (t < Centers)
    centers[t] = points[t];
  __syncthreads();
  for (int round = 0; round < Rounds; ++round) {
    int best = 0;
    float distance = 1e9f;
    for (int c = 0; c < Centers; ++c) {
      const float other = fabsf(centers[c] - points[t]); // [a]
      best = other < distance ? c : best;
      distance = fminf(distance, other);
    }
    float sum = 0, count = 0;
    if (t < Centers)
      for (int i = 0; i < Threads; ++i)
        if (round == 0 ? i % Centers == t : nearest[i] == t) {
          sum += points[i];
          count += 1;
        }
#ifdef RACY
    __syncwarp();
#else
    __syncthreads();
#endif
    if (t < Centers && count > 0)
      centers[t] = sum / count; // [b]
    __syncthreads();
    nearest[t] = best;
    __syncthreads();
  }
  if (t < Centers)
    out[t] = centers[t];
}

int main() {
  float points[Threads];
  for (int i = 0; i < Threads; ++i)
    points[i] = float(i * 29 % Threads);
  float *onDevice = zeroed<float>(Threads), *centers = zeroed<float>(Centers);
  cudaMemcpy(onDevice, points, sizeof points, cudaMemcpyHostToDevice);
  cluster<<<1, Threads>>>(onDevice, centers);
  return done();
}
