// Inclusive prefix sums of a block.
#pragma once

namespace scan {

template <typename T>
struct Sum {
  __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T, typename Operation>
__device__ T scanWarp(T *values, int lane, Operation op) {
  for (int step = 1; step < 32; step *= 2)
    if (lane >= step)
      values[lane] = op(values[lane - step], values[lane]);
  return values[lane];
}

template <typename T, typename Operation>
__global__ void inclusive(T *data, int count, Operation op) {
  __shared__ T tile[128];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  tile[t] = data[blockIdx.x * blockDim.x + t];
  scanWarp(&tile[warp * 32], lane, op);
  if (warp > 0)
    data[blockIdx.x * blockDim.x + t] = op(tile[warp * 32 - 1], tile[t]);
}

} // namespace scan
