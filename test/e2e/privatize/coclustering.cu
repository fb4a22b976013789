// The program shapes of the LD paper: co-clustering. Threads sum up rows and columns of a matrix
// by turns: what they subtract from an element are sums of the other warps.
// RUN: %check_twins O2 --mode ld --run ld_fallback=fsm:ld_memory=3500 %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/coclustering-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, b read
// CHECK-DAG: {{W|Earlier w}}rite of size 4 {{.*}}by thread ([[#ROW:]],{{.*}}[warp [[#WARP:]], lane
// CHECK-DAG: {{R|Earlier r}}ead of size 4 {{.*}},[[#15-ROW]],0) {{.*}}[warp [[#7-WARP]], lane
// CHECK: Memory: shared variable '{{.*}}rowSums', {{.*}}(element [[#ROW]] of size 4)
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Side = 16;

__global__ void center(const float *matrix, float *out) {
  __shared__ float values[Side][Side];
  __shared__ float rowSums[Side];
  const int x = threadIdx.x, y = threadIdx.y;
  values[y][x] = matrix[y * Side + x];
  __syncthreads();
  if (x == y) {
    float sum = 0;
    for (int i = 0; i < Side; ++i)
      sum += values[y][i];
    rowSums[y] = sum; // [a]
  }
#ifdef RACY
  __syncwarp();
#else
  __syncthreads();
#endif
  // Warps have two rows.
  out[y * Side + x] = values[y][x] - rowSums[Side - 1 - y] / Side; // [b]
}

int main() {
  float matrix[Side * Side];
  for (int i = 0; i < Side * Side; ++i)
    matrix[i] = float(i % 37);
  float *onDevice = zeroed<float>(Side * Side), *out = zeroed<float>(Side * Side);
  cudaMemcpy(onDevice, matrix, sizeof matrix, cudaMemcpyHostToDevice);
  center<<<1, dim3(Side, Side)>>>(onDevice, out);
  return done();
}
