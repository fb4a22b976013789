// Races between blocks wherever a pointer comes from: a __device__ variable, a pointer in a
// structure by value, one that a device function gets, one that lies in memory.
// RUN: %check_twins O0 --mode ld --faults=VARIABLE,FIELD,FUNCTION,MEMORY %s
// RUN: %check_twins O2 --mode ld --faults=VARIABLE,FIELD,FUNCTION,MEMORY %s
// EXPECT VARIABLE: a write, b read
// EXPECT FIELD: c write, d read
// EXPECT FUNCTION: e write, f read
// EXPECT MEMORY: g write, h read
#include "../Inputs/done.h"

constexpr int Threads = 32, Blocks = 3, All = Threads * Blocks;

#ifdef VARIABLE
constexpr int Variable = 1;
#else
constexpr int Variable = 0;
#endif
#ifdef FIELD
constexpr int Field = 1;
#else
constexpr int Field = 0;
#endif
#ifdef FUNCTION
constexpr int Function = 1;
#else
constexpr int Function = 0;
#endif
#ifdef MEMORY
constexpr int Memory = 1;
#else
constexpr int Memory = 0;
#endif

struct Arrays {
  int length;
  int *values;
  int *results;
};

__device__ int table[All];

__device__ void put(int *to, int i, int value) {
  to[i] = value; // [e]
}

__device__ int get(const int *from, int i) {
  return from[i]; // [f]
}

__global__ void each(Arrays arrays, int *plain, int **listed, int shift) {
  const int i = blockIdx.x * Threads + threadIdx.x, other = (i + shift * Threads) % All;
  int sum = 0;
  table[i] = i + 1;                        // [a]
  sum += table[Variable ? other : i];      // [b]
  arrays.values[i] = i + 2;                // [c]
  sum += arrays.values[Field ? other : i]; // [d]
  put(plain, i, i + 3);
  sum += get(plain, Function ? other : i);
  listed[1][i] = i + 4;                 // [g]
  sum += listed[1][Memory ? other : i]; // [h]
  arrays.results[i] = sum;
}

int main() {
  static int results[All];
  int *lists[2] = {nullptr, zeroed<int>(All)};
  int **listed = zeroed<int *>(2);
  cudaMemcpy(listed, lists, sizeof lists, cudaMemcpyHostToDevice);
  const Arrays arrays{All, zeroed<int>(All), zeroed<int>(All)};
  each<<<Blocks, Threads>>>(arrays, zeroed<int>(All), listed, 1);
  cudaMemcpy(results, arrays.results, sizeof results, cudaMemcpyDeviceToHost);
  if (Variable + Field + Function + Memory == 0)
    for (int i = 0; i < All; ++i)
      if (results[i] != 4 * i + 10)
        return 1;
  return done();
}
