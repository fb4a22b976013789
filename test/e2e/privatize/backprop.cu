// The program shapes of the LD paper: back-propagation. Forwards, each block sums up the inputs of
// its rows for all outputs; backwards, it adjusts the weights of its rows, and one of them the bias.
// Sums in one place, and a bias that all blocks adjust, are races of writes.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/backprop-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, a write
// EXPECT: b write, b write
// CHECK-DAG: rite of size 4 {{.*}}by thread ([[#X:]],0,0) of block (0,0,0) [warp 0, lane
// CHECK-DAG: rite of size 4 {{.*}}by thread ([[#X]],0,0) of block (1,0,0) [warp 0, lane [[#X]]]
// CHECK: Memory: {{.*}} 128 bytes, byte [[#mul(4,X)]] (
// CHECK: Detector: ld
// CHECK: Seen: 16 times
// CHECK-DAG: rite of size 4 {{.*}}by thread ([[#Y:]],3,0) of block (0,0,0) [warp 1, lane
// CHECK-DAG: rite of size 4 {{.*}}by thread ([[#Y]],3,0) of block (1,0,0) [warp 1, lane [[#Y+16]]]
// CHECK: Memory: {{.*}} 576 bytes, byte {{[0-9]+}} (element [[#Y+128]] of size 4)
// CHECK: Detector: ld
// CHECK: Seen: 16 times
// CHECK: racing_grids=2 grids_given_up=0 {{.*}}racing_regions=0 given_up=0
#include "../Inputs/done.h"

constexpr int Outputs = 16, Rows = 4, Blocks = 2, Inputs = Rows * Blocks;

__global__ void forward(const float *inputs, const float *weights, float *sums) {
  __shared__ float products[Rows][Outputs];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * Rows + y;
  products[y][x] = inputs[row] * weights[row * Outputs + x];
  __syncthreads();
  if (y != 0)
    return;
  float sum = 0;
  for (int i = 0; i < Rows; ++i)
    sum += products[i][x];
#ifdef RACY
  sums[x] = sum; // [a]
#else
  sums[blockIdx.x * Outputs + x] = sum;
#endif
}

/// Row `Inputs` of the weights is the bias.
__global__ void adjust(const float *inputs, const float *deltas, const float *weights,
                       float *adjusted) {
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * Rows + y;
  adjusted[row * Outputs + x] = weights[row * Outputs + x] + deltas[x] * inputs[row];
#ifdef RACY
  const bool isLast = y == Rows - 1;
#else
  const bool isLast = row == Inputs - 1;
#endif
  if (isLast)
    adjusted[Inputs * Outputs + x] = weights[Inputs * Outputs + x] + deltas[x]; // [b]
}

int main() {
  constexpr int Weights = (Inputs + 1) * Outputs;
  float inputs[Inputs], deltas[Outputs], weights[Weights], sums[Blocks * Outputs];
  for (int i = 0; i < Inputs; ++i)
    inputs[i] = float(i + 1);
  for (int i = 0; i < Outputs; ++i)
    deltas[i] = float(i + 1);
  for (int i = 0; i < Weights; ++i)
    weights[i] = float(i % 7 + 1);
  float *inputsThere = zeroed<float>(Inputs), *deltasThere = zeroed<float>(Outputs);
  float *weightsThere = zeroed<float>(Weights), *adjusted = zeroed<float>(Weights);
  float *sumsThere = zeroed<float>(Blocks * Outputs);
  cudaMemcpy(inputsThere, inputs, sizeof inputs, cudaMemcpyHostToDevice);
  cudaMemcpy(deltasThere, deltas, sizeof deltas, cudaMemcpyHostToDevice);
  cudaMemcpy(weightsThere, weights, sizeof weights, cudaMemcpyHostToDevice);
  forward<<<Blocks, dim3(Outputs, Rows)>>>(inputsThere, weightsThere, sumsThere);
  adjust<<<Blocks, dim3(Outputs, Rows)>>>(inputsThere, deltasThere, weightsThere, adjusted);
  return done();
}
