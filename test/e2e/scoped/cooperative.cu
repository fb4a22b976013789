// Groups of cooperative groups: the grid, tiles, coalesced lanes; reductions.
// RUN: %check_twins O0 %s --faults=NO_GRID_SYNC,NO_TILE_SYNC,NO_GROUP_SYNC
// RUN: %check_twins O2 %s --faults=NO_GRID_SYNC,NO_TILE_SYNC,NO_GROUP_SYNC
// EXPECT NO_GRID_SYNC: a write, b read
// EXPECT NO_TILE_SYNC: c write, d read
// EXPECT NO_GROUP_SYNC: e write, f read
#include "../Inputs/done.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr int Blocks = 4, Threads = 64;

__global__ void acrossGrid(int *data, int *out) {
  cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank();
  data[i] = i; // [a]
#ifndef NO_GRID_SYNC
  grid.sync();
#endif
  out[i] = data[Blocks * Threads - 1 - i]; // [b]
}

__global__ void withinTiles(int *out) {
  __shared__ int cells[Threads];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  cells[t] = t; // [c]
#ifndef NO_TILE_SYNC
  tile.sync();
#endif
  const int next = cells[t / 8 * 8 + (t + 1) % 8]; // [d]
  out[t] = cg::reduce(tile, next, cg::plus<int>());
}

__global__ void withinGroup(int *cells, int *out) {
  const int t = threadIdx.x;
  if (t % 2)
    return;
  cg::coalesced_group even = cg::coalesced_threads();
  cells[t] = t; // [e]
#ifndef NO_GROUP_SYNC
  even.sync();
#endif
  out[t] = cg::reduce(even, cells[(t + 2) % 32], cg::plus<int>()); // [f]
}

int main() {
  int *data = zeroed<int>(Blocks * Threads), *out = zeroed<int>(Blocks * Threads);
  void *arguments[] = {&data, &out};
  cudaLaunchCooperativeKernel(acrossGrid, dim3(Blocks), dim3(Threads), arguments, 0, nullptr);
  withinTiles<<<1, Threads>>>(out);
  withinGroup<<<1, 32>>>(data, out);
  return done();
}
