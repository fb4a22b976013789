// A second pass sees what the first one never does: a bound that another warp has set, with a
// step of zero, and an index that leads nowhere. It ends all the same, and that is the race.
// RUN: %check_twins O0 --mode ld %s --faults=BOUND,INDEX,LOCAL
// RUN: %check_twins O2 --mode ld %s --faults=BOUND,INDEX,LOCAL
// EXPECT BOUND: a write, b read
// EXPECT INDEX: c write, d read
// EXPECT LOCAL: e write, f read
#include "../Inputs/done.h"

constexpr int Threads = 64;

__global__ void walk(int *out, int step) {
  __shared__ int bound, index, place;
  __shared__ int line[Threads];
  const int t = threadIdx.x;
  if (t == 0)
    bound = index = place = 0;
  line[t] = t;
  __syncthreads();
#ifdef BOUND
  if (t == 40)
    bound = 5; // [a]
#endif
#ifdef INDEX
  if (t == 41)
    index = 1 << 29; // [c]
#endif
#ifdef LOCAL
  if (t == 42)
    place = 1 << 20; // [e]
#endif
  int sum = 0;
  if (t == 1)
    for (int i = 0; i < bound; i += step) // [b]
      out[1] = ++sum;
  if (t == 2)
    out[index] = t; // [d]
  if (t == 3)
    sum = line[place]; // [f]
  __syncthreads();
  out[t] += sum + line[Threads - 1 - t];
}

int main() {
  int *out = zeroed<int>(Threads);
  walk<<<1, Threads>>>(out, 0);
  return done();
}
