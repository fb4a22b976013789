// Races of two random threads of a block of 960, one pair in each block: what rounds of mode ld
// with few copies find (bench/rounds.py). With ld_lanes=1 a thread is what a warp is without.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr int Members = 960;

struct Pair {
  int writer, reader;
};

__global__ void race(const Pair *pairs, int *out) {
  __shared__ int word;
  const int member = threadIdx.x;
  const Pair pair = pairs[blockIdx.x];
  if (member == 0)
    word = 1;
  __syncthreads();
  if (member == pair.writer)
    word = 2;
  // Orders nothing, but reads come behind the write: a reader with the same copy sees it in both
  // passes, and the race shows in other rounds only.
  const int zero = __shfl_sync(~0u, pair.writer / Members, 0);
  if (member == pair.reader)
    out[blockIdx.x] = word + zero;
}

std::vector<Pair> randomPairs(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> any(0, Members - 1), other(1, Members - 1);
  std::vector<Pair> pairs(count);
  for (Pair &pair : pairs) {
    pair.writer = any(random);
    pair.reader = (pair.writer + other(random)) % Members;
  }
  return pairs;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: rounds PAIRS SEED\n");
    return 1;
  }
  const std::vector<Pair> pairs = randomPairs(std::atoi(arguments[1]), std::atoi(arguments[2]));
  Pair *onDevice;
  int *out;
  if (cudaMalloc(&onDevice, pairs.size() * sizeof(Pair)) ||
      cudaMalloc(&out, pairs.size() * sizeof(int)))
    return 1;
  cudaMemcpy(onDevice, pairs.data(), pairs.size() * sizeof(Pair), cudaMemcpyHostToDevice);
  race<<<pairs.size(), Members>>>(onDevice, out);
  return cudaDeviceSynchronize();
}
