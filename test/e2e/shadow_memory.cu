// Device memory for shadow is what docs/performance.md says, in bytes for each byte of the
// program: cells of words, of bytes too, histories, and cells that words share. Memory of
// odd sizes counts as whole words.
// RUN: %warpsanxx_target -O2 %s -o %t
// RUN: %check_run --options counters=1 %t words | FileCheck %s --check-prefixes CHECK,WORDS
// RUN: %check_run --options counters=1 %t bytes | FileCheck %s --check-prefixes CHECK,BYTES
// RUN: %check_run --options counters=1 %t order | FileCheck %s --check-prefixes CHECK,ORDER
// RUN: %check_run --options counters=1 %t proved | FileCheck %s --check-prefixes CHECK,NONE
// RUN: %check_run --options counters=1:shadow=cached %t words | FileCheck %s --check-prefix SHARED
// RUN: %check_run --options counters=1:shadow=cached %t bytes | FileCheck %s --check-prefix SHAREDBYTES
// RUN: FileCheck %s --check-prefix DOC < %S/../../docs/performance.md
//
// CHECK: WarpSan: verdict=none
// WORDS: WarpSan: memory tracked_bytes=131075 shadow_bytes=262152 shadow_per_byte=2.00
// BYTES: WarpSan: memory tracked_bytes=131075 shadow_bytes=1310760 shadow_per_byte=10.00
// ORDER: WarpSan: memory tracked_bytes=131079 shadow_bytes=2097280 shadow_per_byte=16.00
// NONE: WarpSan: memory tracked_bytes=0 shadow_bytes=0 shared_shadow_bytes=0
// SHARED: WarpSan: memory {{.*}} shadow_per_byte=0.1{{[23]}}
// SHAREDBYTES: WarpSan: memory {{.*}} shadow_per_byte=0.6{{[23]}}
// DOC: | a cell for each word | 2 |
// DOC-NEXT: | cells for its bytes, too | 10 |
// DOC-NEXT: | a history for each word | 16 |
// DOC-NEXT: | `shadow=cached`: a cell for 16 words | 0.125 |
// DOC-NEXT: | `shadow=cached`, with bytes | 0.625 |
#include "Inputs/done.h"
#include <string_view>

constexpr int Threads = 256, Blocks = 64, Count = Threads * Blocks;

/// The data decides what is written.
template <typename Value>
__global__ void place(const int *index, Value *values) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  values[i ^ index[i]] = Value(i);
}

/// What is behind a flag needs more than cells.
__global__ void publish(const int *index, int *values, unsigned *flag) {
  const int i = blockIdx.x * Threads + threadIdx.x;
  values[i ^ index[i]] = i;
  __threadfence();
  atomicAdd(flag, 1);
}

__global__ void fill(int *values) { values[blockIdx.x * Threads + threadIdx.x] = 1; }

int main(int, char **arguments) {
  const std::string_view what = arguments[1];
  int *index = zeroed<int>(Count), *values = zeroed<int>(Count);
  zeroed<char>(3); // a word of cells for three bytes
  if (what == "words")
    place<<<Blocks, Threads>>>(index, values);
  if (what == "bytes")
    place<<<Blocks, Threads>>>(index, reinterpret_cast<char *>(values));
  if (what == "order")
    publish<<<Blocks, Threads>>>(index, values, zeroed<unsigned>(1));
  if (what == "proved")
    fill<<<Blocks, Threads>>>(values);
  return done();
}
