// Loads and stores with cache operators, through the read-only path and of
// constant memory.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: ldg write, ldg read
// EXPECT: ldg4 write, ldg4 read
// EXPECT: ldcg write, ldcg read
// EXPECT: ldcs write, ldcs read
#include "Inputs/done.h"

#ifdef RACY
#define BARRIER
#else
#define BARRIER __syncthreads()
#endif

__constant__ int steps[2] = {1, 62};

#define EXCHANGE(Name, Type, Write, Read)                                                          \
  __global__ void Name(Type *cells, Type *out) {                                                   \
    const int t = threadIdx.x;                                                                     \
    Type *other = cells + (63 - t) % (steps[0] + steps[1] + 1);                                    \
    Write;                                                                                         \
    BARRIER;                                                                                       \
    Read;                                                                                          \
  }

EXCHANGE(throughLdg, int, cells[t] = t, out[t] = __ldg(other))                       // [ldg]
EXCHANGE(throughLdg4, int4, cells[t] = make_int4(t, t, t, t), out[t] = __ldg(other)) // [ldg4]
EXCHANGE(throughLdcg, int, cells[t] = t, out[t] = __ldcg(other))                     // [ldcg]
EXCHANGE(throughLdcs, int, cells[t] = t, out[t] = __ldcs(other))                     // [ldcs]

int main() {
  throughLdg<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  throughLdg4<<<1, 64>>>(zeroed<int4>(64), zeroed<int4>(64));
  throughLdcg<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  throughLdcs<<<1, 64>>>(zeroed<int>(64), zeroed<int>(64));
  return done();
}
