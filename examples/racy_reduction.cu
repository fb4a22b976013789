// Sum of an array, one block at a time, with a race: after the last barrier the
// first warp adds up the rest without __syncwarp() between its steps. On most
// GPUs the result is right, until it is not.
#include <cstdio>
#include <vector>

constexpr int Threads = 128, Blocks = 8;

__global__ void blockSums(const int *in, int *sums) {
  __shared__ int partial[Threads];
  const int t = threadIdx.x;
  partial[t] = in[blockIdx.x * Threads + t];
  __syncthreads();
  if (t < Threads / 2)
    partial[t] += partial[t + Threads / 2];
  __syncthreads();
  if (t < 32) {
    for (int step = 32; step > 0; step /= 2) {
      const int other = partial[t + step];
      partial[t] += other;
    }
    if (t == 0)
      sums[blockIdx.x] = partial[0];
  }
}

int main() {
  std::vector<int> numbers(Threads * Blocks, 1);
  std::vector<int> results(Blocks);
  const size_t bytes = numbers.size() * sizeof(int);
  int *in = nullptr, *sums = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&sums, Blocks * sizeof(int));
  cudaMemcpy(in, numbers.data(), bytes, cudaMemcpyHostToDevice);
  blockSums<<<Blocks, Threads>>>(in, sums);
  cudaMemcpy(results.data(), sums, Blocks * sizeof(int), cudaMemcpyDeviceToHost);

  int total = 0;
  for (int sum : results)
    total += sum;
  std::printf("sum %d, expected %d\n", total, Threads * Blocks);
  return 0;
}
