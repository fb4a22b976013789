// Regions run twice, what they do to global memory happens once: updates, structures that
// are copied as a whole, memset, and loads of what was stored before, in parts too.
// RUN: %check_twins O0 --mode ld %s
// RUN: %check_twins O2 --mode ld %s
// EXPECT: a write, b read
#include "../Inputs/done.h"
#include <cstring>

constexpr int Threads = 64;

struct Row {
  int values[5];
  char name[3];
};

__global__ void update(int *counts, Row *rows, unsigned char *bytes) {
  __shared__ Row shared[Threads];
  const int t = threadIdx.x;
  counts[t] += 1;
  counts[t] += counts[t];
  shared[t] = rows[t]; // [a]
  shared[t].values[0] += counts[t];
#ifndef RACY
  __syncthreads();
#endif
  const Row other = shared[(t + 32) % Threads]; // [b]
  __syncthreads();
  rows[t] = other;
  rows[t].values[1] += other.values[0];
  memset(bytes + 8 * t, 0x11, 8);
  bytes[8 * t + 1] = 0x22;
  const unsigned word = *reinterpret_cast<unsigned *>(bytes + 8 * t);
  counts[t] += int(word >> 8 & 0xff);
}

int main() {
  int counts[Threads];
  Row rows[Threads] = {};
  for (int t = 0; t < Threads; ++t) {
    counts[t] = t;
    rows[t].values[1] = 1000 * t;
    rows[t].name[2] = char(t);
  }
  int *onDevice = zeroed<int>(Threads);
  Row *table = zeroed<Row>(Threads);
  unsigned char *bytes = zeroed<unsigned char>(8 * Threads);
  cudaMemcpy(onDevice, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
  update<<<1, Threads>>>(onDevice, table, bytes);
  cudaMemcpy(counts, onDevice, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(rows, table, sizeof rows, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int t = 0; t < Threads; ++t) {
    const int other = (t + 32) % Threads, own = 2 * (other + 1);
    if (counts[t] != 2 * (t + 1) + 0x22 || rows[t].values[0] != own ||
        rows[t].values[1] != 1000 * other + own || rows[t].name[2] != char(other))
      return 1;
  }
#endif
  return done();
}
