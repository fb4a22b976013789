// The program shapes of the LD paper: n-body. Threads look at all bodies, a tile in shared memory
// after the other; a tile must not be replaced while other warps read it. The race that the paper
// has for it is one of writes in global memory: here forces of two warps that go to one place.
// RUN: %check_twins O2 --mode ld --faults=RACY,ONE_PLACE --run ld_fallback=fsm:ld_memory=4800 %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/nbody-*-O2-racy-ld 2>&1 | FileCheck %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/nbody-*-O2-one_place-ld 2>&1 | FileCheck %s --check-prefix=PLACE
// EXPECT RACY: a write, b read
// EXPECT ONE_PLACE: c write, c write
// CHECK-DAG: {{R|Earlier r}}ead of size 12 {{by another thread of this block|.*warp [0-3], lane}}
// CHECK-DAG: {{W|Earlier w}}rite of size 12 {{.*}}by thread ([[#WRITER:]],0,0) {{.*}}[warp {{[0-3]}}, lane
// CHECK: Memory: shared variable '{{.*}}::tile', 1536 bytes, {{.*}}(element [[#WRITER]] of size 12)
// CHECK: racing_regions=3 given_up=0
// PLACE-DAG: rite of size 4 {{.*}}by thread ([[#LOW:]],0,0) {{.*}}[warp {{[01]}}, lane
// PLACE-DAG: rite of size 4 {{.*}}by thread ([[#LOW+64]],0,0) {{.*}}[warp {{[23]}}, lane
// PLACE: Memory: allocation by cudaMalloc {{.*}}(element [[#LOW]] of size 4)
// PLACE: Seen: 64 times
// PLACE: racing_regions=1 given_up=0
#include "../Inputs/done.h"

constexpr int Threads = 128, Bodies = 4 * Threads;

struct Body {
  float x, y, mass;
};

__global__ void pull(const Body *bodies, float *forces) {
  __shared__ Body tile[Threads];
  const int t = threadIdx.x;
  const Body mine = bodies[t];
  float force = 0;
  for (int first = 0; first < Bodies; first += Threads) {
    tile[t] = bodies[first + t]; // [a]
    __syncthreads();
    for (int i = 0; i < Threads; ++i) {
      const Body other = tile[i]; // [b]
      const float dx = other.x - mine.x, dy = other.y - mine.y;
      force += other.mass * dx / (dx * dx + dy * dy + 1);
    }
#ifdef RACY
    __syncwarp();
#else
    __syncthreads();
#endif
  }
#ifdef ONE_PLACE
  forces[t % (Threads / 2)] = force; // [c]
#else
  forces[t] = force;
#endif
}

int main() {
  Body bodies[Bodies];
  for (int i = 0; i < Bodies; ++i)
    bodies[i] = {float(i % 17), float(i % 23), float(1 + i % 5)};
  Body *onDevice = zeroed<Body>(Bodies);
  float *forces = zeroed<float>(Threads);
  cudaMemcpy(onDevice, bodies, sizeof bodies, cudaMemcpyHostToDevice);
  pull<<<1, Threads>>>(onDevice, forces);
  return done();
}
