// shadow=cached: 16 words share a cell. As long as those that are used do not, it
// is a full check; where they do, races close in time are found, no other
// report is made, and a run without one is no full check and says so.
// RUN: %warpsanxx_target -O2 -g %s -o %t
// RUN: %warpsanxx_target -O2 -g -DRACY %s -o %t.racy
// RUN: %check_run --options resolve=0:shadow=cached:counters=1 %t 2 | FileCheck %s --check-prefixes CLEAN,SMALL
// RUN: %check_run --options resolve=0:shadow=full:counters=1 %t 2 | FileCheck %s --check-prefix FULL
// RUN: %check_run --options resolve=0:shadow=cached %t 32 | FileCheck %s --check-prefix LOSSY
// RUN: %check_run --exit 68 --options resolve=0:shadow=cached:fail_on_unanalysed=1 %t 32 | FileCheck %s --check-prefix LOSSY
// RUN: %check_run --exit 66 --options resolve=0:shadow=cached %t.racy 2 | FileCheck %s --check-prefixes RACY,HIT
// RUN: %check_run --exit 66 --options resolve=0:shadow=cached %t.racy 32 | FileCheck %s --check-prefixes RACY,MISS
//
// Bytes.
// RUN: %warpsanxx_target -O2 -g -DTYPE=char %s -o %t.bytes
// RUN: %warpsanxx_target -O2 -g -DTYPE=char -DRACY %s -o %t.racybytes
// RUN: %check_run --options resolve=0:shadow=cached %t.bytes 2 | FileCheck %s --check-prefix CLEAN
// RUN: %check_run --options resolve=0:shadow=cached %t.bytes 32 | FileCheck %s --check-prefix LOSSYBYTES
// RUN: %check_run --exit 66 --options resolve=0:shadow=cached %t.racybytes 2 | FileCheck %s --check-prefixes RACY,HIT
// RUN: %check_run --exit 66 --options resolve=0:shadow=cached %t.racybytes 32 | FileCheck %s --check-prefix RACY
//
// CLEAN: DONE
// CLEAN: WarpSan: verdict=none races=0 kernels=1/1 sites=3 checked=3 proved=0 not_analysed=0 {{.*}} cache_misses=0 target=
// CLEAN-NOT: reason=
// A cell of 8 bytes for 64: an eighth of the memory, where a cell for each word takes twice as much.
// SMALL: shadow_bytes=2048
// FULL: DONE
// FULL: WarpSan: verdict=none races=0 {{.*}} lost=0 {{.*}}target=
// FULL: shadow_bytes=32768
// Each word but the first 256 takes the cell of another one, once.
// LOSSY: DONE
// LOSSY-NOT: data race
// LOSSY: WarpSan: verdict=unanalysed races=0 kernels=0/1 sites=3 checked=0 proved=0 not_analysed=3 {{.*}} cache_misses=3840 target=
// LOSSY-NEXT: not_analysed reason=CacheMiss sites=3 kernels=1
// LOSSYBYTES: DONE
// LOSSYBYTES-NOT: data race
// LOSSYBYTES: WarpSan: verdict=unanalysed races=0 {{.*}} cache_misses={{[1-9]}}
// RACY: DONE
// RACY: data race (missing block barrier)
// RACY: shadow_cached.cu:[[#@LINE+21]]
// RACY: shadow_cached.cu:[[#@LINE+16]]
// RACY-NOT: data race
// HIT: WarpSan: verdict=races races=1 {{.*}} cache_misses=0 target=
// MISS: WarpSan: verdict=races races=1 {{.*}} cache_misses=3840 target=
#include "Inputs/done.h"
#include <cstdlib>

#ifndef TYPE
#define TYPE int
#endif

constexpr int Threads = 64, Piece = 2 * Threads, Pieces = 32;

__global__ void mirror(TYPE *memory, int pieces) {
  const int t = threadIdx.x;
  for (int i = 0; i < pieces; ++i, memory += Piece) {
    memory[t] = TYPE(t);
#ifndef RACY
    __syncthreads();
#endif
    memory[Threads + t] = memory[Threads - 1 - t];
    __syncthreads();
  }
}

int main(int, char **arguments) {
  mirror<<<1, Threads>>>(zeroed<TYPE>(Pieces * Piece), std::atoi(arguments[1]));
  return done();
}
