// Rule 110: a row of cells that each look at their neighbours. Threads of a block meet
// at its barrier; cells at the border of two blocks are handed over by a fence and a
// count of steps, which the neighbour polls.
// RUN: %check_twins O2 %s --run-time
// EXPECT EarlyCount: border write, neighbour read, between-blocks
// EXPECT NoFence: border write, neighbour read, fence
// EXPECT NarrowFence: border write, neighbour read, narrow-fence
// EXPECT NarrowCount NarrowPoll: border write, neighbour read, narrow-scope
// EXPECT NarrowCount NarrowPoll: count atomic, poll atomic, narrow-scope
// EXPECT NoStepBarrier: step write, look read, block-barrier
#define FAULTS NoFence, NarrowFence, NarrowCount, NarrowPoll, EarlyCount, NoStepBarrier
#include "../../Inputs/faults.h"

constexpr int Threads = 64, Steps = 6;
enum Side { Left, Right };

/// Borders have a place for each step: nobody has to wait until one has been read.
struct Row {
  int *cells;
  int *borders; ///< [step][block][side]
  int *counts;  ///< [block][side]: steps for which the border is there
};

__host__ __device__ int next(int left, int self, int right) {
  return 110 >> (left * 4 + self * 2 + right) & 1;
}

__device__ int borderOf(int block, Side side) { return block * 2 + side; }

template <Fault F>
__device__ void countStep(int *count) {
  if (F == NarrowFence)
    __threadfence_block();
  else if (F != NoFence)
    __threadfence();
  F == NarrowCount ? atomicAdd_block(count, 1) : atomicAdd(count, 1); // [count]
}

template <Fault F>
__device__ void publish(Row row, int step, Side side, int cell) {
  const int border = borderOf(blockIdx.x, side);
  if (F == EarlyCount)
    countStep<F>(&row.counts[border]);
  row.borders[step * gridDim.x * 2 + border] = cell; // [border]
  if (F != EarlyCount)
    countStep<F>(&row.counts[border]);
}

template <Fault F>
__device__ int take(Row row, int step, int block, Side side) {
  if (block < 0 || block == gridDim.x)
    return 0;
  const int border = borderOf(block, side);
  int *count = &row.counts[border];
  while ((F == NarrowPoll ? atomicAdd_block(count, 0) : atomicAdd(count, 0)) <= step) { // [poll]
  }
  __threadfence();
  return row.borders[step * gridDim.x * 2 + border]; // [neighbour]
}

template <Fault F>
__global__ void play(Row row) {
  __shared__ int segment[2][Threads]; // in turns: one barrier a step is enough
  const int thread = threadIdx.x, place = blockIdx.x * Threads + thread;
  int cell = row.cells[place];
  for (int step = 0; step < Steps; ++step) {
    int *cells = segment[step % 2];
    cells[thread] = cell; // [step]
    if (thread == 0)
      publish<F>(row, step, Left, cell);
    if (thread == Threads - 1)
      publish<F>(row, step, Right, cell);
    if (F != NoStepBarrier)
      __syncthreads();
    int around[2];
    for (int side = 0; side < 2; ++side) {
      const int other = side ? thread + 1 : thread - 1;
      if (other < 0 || other == Threads)
        around[side] = take<F>(row, step, blockIdx.x + (side ? 1 : -1), side ? Left : Right);
      else
        around[side] = cells[other]; // [look]
    }
    cell = next(around[0], cell, around[1]);
  }
  row.cells[place] = cell;
}

static std::vector<int> firstCells(int count) {
  std::vector<int> cells(count);
  for (int i = 0; i < count; ++i)
    cells[i] = mixed(i) & 1;
  return cells;
}

static std::vector<int> played(std::vector<int> cells) {
  const int count = cells.size();
  for (int step = 0; step < Steps; ++step) {
    const std::vector<int> old = cells;
    for (int i = 0; i < count; ++i)
      cells[i] = next(i ? old[i - 1] : 0, old[i], i + 1 < count ? old[i + 1] : 0);
  }
  return cells;
}

/// Blocks wait for their neighbours: all have to fit on the device at once.
template <Fault F>
int run(int blocks) {
  const std::vector<int> cells = firstCells(blocks * Threads);
  const Row row{onDevice(cells), zeroed<int>(Steps * blocks * 2), zeroed<int>(blocks * 2)};
  play<F><<<blocks, Threads>>>(row);
  return doneWith(onHost(row.cells, cells.size()) == played(cells));
}

int main(int argc, char **argv) { return runArguments(argc, argv, 4); }
