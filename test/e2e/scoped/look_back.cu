// Decoupled look-back: each block adds up what the blocks before it have published.
// State and value are two words with a fence between them, or one word that is
// written and read at once and needs no fence.
// RUN: %check_twins O0 %s --faults=NO_FENCE,BLOCK_FENCE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE
// RUN: %check_twins O2 %s --faults=NO_FENCE,BLOCK_FENCE --flag=-DVOLATILE_STATE
// EXPECT: a write, b read
// EXPECT: c write, d read
#include "../Inputs/done.h"

constexpr int Blocks = 12, Threads = 32;
enum State { Empty, Aggregate, Prefix };

struct Tiles {
  int state[Blocks], aggregate[Blocks], prefix[Blocks];
  unsigned long long packed[Blocks];
};

__device__ void fence() {
#ifdef BLOCK_FENCE
  __threadfence_block();
#elif !defined(NO_FENCE)
  __threadfence();
#endif
}

__device__ void setState(Tiles *tiles, int tile, int state) {
#ifdef VOLATILE_STATE
  *static_cast<volatile int *>(&tiles->state[tile]) = state;
#else
  atomicExch(&tiles->state[tile], state);
#endif
}

__device__ int waitForState(Tiles *tiles, int tile) {
  int state = Empty;
  while (state == Empty)
#ifdef VOLATILE_STATE
    state = *static_cast<volatile int *>(&tiles->state[tile]);
#else
    state = atomicAdd(&tiles->state[tile], 0);
#endif
  __threadfence();
  return state;
}

__device__ int lookBack(Tiles *tiles, int tile) {
  int sum = 0;
  while (--tile >= 0) {
    if (waitForState(tiles, tile) == Prefix)
      return sum + tiles->prefix[tile]; // [b]
    sum += tiles->aggregate[tile];      // [d]
  }
  return sum;
}

/// The first tile has its prefix at once, and odd ones publish none: so both kinds
/// are read, whatever the schedule.
__global__ void scanWithFences(Tiles *tiles, int *out) {
  const int tile = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  if (tile != 0) {
    tiles->aggregate[tile] = tile; // [c]
    fence();
    setState(tiles, tile, Aggregate);
  }
  const int before = lookBack(tiles, tile);
  out[tile] = before;
  if (tile % 2 != 0)
    return;
  tiles->prefix[tile] = before + tile; // [a]
  fence();
  setState(tiles, tile, Prefix);
}

__device__ unsigned long long pack(int state, int value) {
  return static_cast<unsigned long long>(state) << 32 | unsigned(value);
}

__global__ void scanPacked(Tiles *tiles, int *out) {
  const int tile = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  atomicExch(&tiles->packed[tile], pack(Aggregate, tile));
  int sum = 0;
  for (int other = tile - 1; other >= 0; --other) {
    unsigned long long word = 0;
    while (word >> 32 == Empty)
      word = atomicAdd(&tiles->packed[other], 0);
    sum += int(word);
    if (word >> 32 == Prefix)
      break;
  }
  atomicExch(&tiles->packed[tile], pack(Prefix, sum + tile));
  out[tile] = sum;
}

int main() {
  scanWithFences<<<Blocks, Threads>>>(zeroed<Tiles>(1), zeroed<int>(Blocks));
  scanPacked<<<Blocks, Threads>>>(zeroed<Tiles>(1), zeroed<int>(Blocks));
  return done();
}
