// Annotations order what the program synchronises in ways of its own. Here it is volatile
// flags without fences, which order nothing without them.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "Inputs/done.h"
#include <warpsan/annotations.h>

#ifdef RACY
#undef WARPSAN_RELEASE
#undef WARPSAN_ACQUIRE
#define WARPSAN_RELEASE(address)
#define WARPSAN_ACQUIRE(address)
#endif

__global__ void handOver(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42; // [a]
    WARPSAN_RELEASE(flag);
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    WARPSAN_ACQUIRE(flag);
    *out = *data; // [b]
  }
}

// Between threads of a block; the address only names the two.
__global__ void passOn(int *data, volatile int *flags, int *out) {
  const int t = threadIdx.x;
  data[t] = t; // [c]
  WARPSAN_RELEASE(data + t);
  flags[t] = 1;
  if (t == 0)
    return;
  while (flags[t - 1] == 0) {
  }
  WARPSAN_ACQUIRE(data + t - 1);
  out[t] = data[t - 1]; // [d]
}

int main() {
  handOver<<<2, 1>>>(zeroed<int>(1), zeroed<int>(1), zeroed<int>(1));
  passOn<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64), zeroed<int>(64));
  return done();
}
