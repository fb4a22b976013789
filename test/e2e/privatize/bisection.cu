// The program shapes of the LD paper: bisection. In each round a thread halves an interval, and
// the halves take the places of two. The lower ones are those of other threads, which must have
// read them: in the last round, of another warp.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/bisection-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a read, b write
// EXPECT: a read, c write
// CHECK-DAG: {{W|Earlier w}}rite of size 8 {{.*}}by thread ([[#LOW:]],0,0) {{.*}}[warp 0, lane
// CHECK-DAG: {{R|Earlier r}}ead of size 8 {{.*}}by thread ([[#mul(2,LOW)]],0,0) {{.*}}[warp 1, lane
// CHECK: Memory: shared variable 'bisect(float*)::intervals', 1024 bytes, {{.*}}(element [[#mul(2,LOW)]] of size 8)
// CHECK: Seen: 16 times
// CHECK-DAG: {{W|Earlier w}}rite of size 8 {{.*}}by thread ([[#HIGH:]],0,0) {{.*}}[warp 0, lane
// CHECK-DAG: {{R|Earlier r}}ead of size 8 {{.*}}by thread ([[#add(mul(2,HIGH),1)]],0,0) {{.*}}[warp 1, lane
// CHECK: Memory: shared variable 'bisect(float*)::intervals', 1024 bytes, {{.*}}(element [[#add(mul(2,HIGH),1)]] of size 8)
// CHECK: Seen: 16 times
// CHECK: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 64, Intervals = 2 * Threads;

struct Interval {
  float low, high;
};

__global__ void bisect(float *out) {
  __shared__ Interval intervals[Intervals];
  const int t = threadIdx.x;
  if (t == 0)
    intervals[0] = {0, Intervals};
  __syncthreads();
  for (int count = 1; count < Intervals; count *= 2) {
    Interval mine{};
    if (t < count)
      mine = intervals[t]; // [a]
#ifdef RACY
    __syncwarp();
#else
    __syncthreads();
#endif
    if (t < count) {
      const float middle = (mine.low + mine.high) / 2;
      intervals[2 * t] = {mine.low, middle};      // [b]
      intervals[2 * t + 1] = {middle, mine.high}; // [c]
    }
    __syncthreads();
  }
  out[t] = intervals[t].low;
}

int main() {
  float *out = zeroed<float>(Threads), lows[Threads];
  bisect<<<1, Threads>>>(out);
  cudaMemcpy(lows, out, sizeof lows, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Threads; ++i)
    if (lows[i] != float(i))
      return 1;
#endif
  return done();
}
