// Colours of a graph, such that neighbours differ. In each round the vertices that come
// before all neighbours without a colour take the first that is free. Blocks steal
// vertices from each other.
// RUN: %check_twins O2 %s --run-time
// EXPECT NarrowOwn NarrowTheft: own atomic, theft atomic, narrow-scope
// EXPECT NarrowTheft: theft atomic, theft atomic, narrow-scope
// EXPECT NoChunkBarrier: handOut write, lookUp read, block-barrier
// EXPECT InPlace: colour write, look read, between-blocks
// EXPECT PlainCount: count, count, between-blocks
#define FAULTS NarrowOwn, NarrowTheft, NoChunkBarrier, InPlace, PlainCount
#include "Inputs/chunks.h"

constexpr int Degree = 4, NoColour = -1;

/// Neighbours in the parts of two other blocks, and in one's own.
__host__ __device__ int neighbour(int vertex, int number, int count) {
  const int distances[Degree] = {Part, count - Part, 1, count - 1};
  return (vertex + distances[number]) % count;
}

/// The first vertex comes first, so that something happens at the start of a part.
__host__ __device__ bool comesBefore(int one, int other) {
  const unsigned first = one ? mixed(one) | 1 : 0, second = other ? mixed(other) | 1 : 0;
  return first < second || (first == second && one < other);
}

/// NoColour: it is not this vertex's turn.
__host__ __device__ int choose(const int *colours, int vertex, int count) {
  unsigned used = 0;
  for (int i = 0; i < Degree; ++i) {
    const int other = neighbour(vertex, i, count);
    const int colour = colours[other]; // [look]
    if (colour != NoColour)
      used |= 1u << colour;
    else if (comesBefore(other, vertex))
      return NoColour;
  }
  int colour = 0;
  while (used >> colour & 1)
    ++colour;
  return colour;
}

template <Fault F>
__device__ void countOne(int *counter) {
  if (F == PlainCount)
    *counter += 1; // [count]
  else
    atomicAdd(counter, 1);
}

template <Fault F>
__global__ void colourRound(const int *before, int *after, int count, int *left, int *taken) {
  forEachItem<F>(taken, [=](int vertex) {
    int colour = before[vertex];
    if (colour == NoColour)
      colour = choose(before, vertex, count);
    if (colour == NoColour)
      countOne<F>(left);
    after[vertex] = colour; // [colour]
  });
}

static std::vector<int> colouring(int count) {
  std::vector<int> colours(count, NoColour), before;
  do {
    before = colours;
    for (int vertex = 0; vertex < count; ++vertex)
      if (before[vertex] == NoColour)
        colours[vertex] = choose(before.data(), vertex, count);
  } while (colours != before);
  return colours;
}

template <Fault F>
int run(int blocks) {
  const int count = blocks * Part;
  int *before = onDevice(std::vector<int>(count, NoColour)), *after = zeroed<int>(count);
  int *left = zeroed<int>(1), *taken = zeroed<int>(blocks);
  do {
    cudaMemset(left, 0, sizeof(int));
    cudaMemset(taken, 0, blocks * sizeof(int));
    colourRound<F><<<blocks, Threads>>>(before, F == InPlace ? before : after, count, left, taken);
    if (F != InPlace)
      std::swap(before, after);
  } while (F == None && onHost(left, 1)[0] != 0);
  return doneWith(onHost(before, count) == colouring(count));
}

int main(int argc, char **argv) { return runArguments(argc, argv, 4); }
