// The program shapes of the LD paper: breadth-first search by levels. Who tells its neighbours that
// they are next may tell one that another vertex tells, too; and who says only then that it was
// visited itself, while others look. Clean: each vertex asks its neighbours, and says so later.
// RUN: %check_twins O2 --mode ld %s
// RUN: %check_run --exit 66 --options ld_fallback=fsm %t.twins/bfs-*-O2-racy-ld 2>&1 | FileCheck %s
// EXPECT: a write, b read
// EXPECT: c write, c write
// EXPECT: d write, d write, same-value
// CHECK-DAG: of size 1 {{.*}}by thread (15,0,0) of block (0,0,0) [warp 0, lane 15]
// CHECK-DAG: of size 1 {{.*}}by thread (1,0,0) of block (1,0,0) [warp 0, lane 1]
// CHECK: Memory: {{.*}} 608 bytes, byte {{591|593$}}
// CHECK-DAG: rite of size 4 {{.*}}by thread (15,0,0) of block (0,0,0) [warp 0, lane 15]
// CHECK-DAG: rite of size 4 {{.*}}by thread (1,0,0) of block (1,0,0) [warp 0, lane 1]
// CHECK: Memory: {{.*}} 608 bytes, byte 448 (
// CHECK-DAG: rite of size 1 {{.*}}by thread (15,0,0) of block (0,0,0) [warp 0, lane 15]
// CHECK-DAG: rite of size 1 {{.*}}by thread (1,0,0) of block (1,0,0) [warp 0, lane 1]
// CHECK: Memory: {{.*}} 608 bytes, byte 560{{$}}
// CHECK: racing_grids=1 grids_given_up=0 {{.*}}racing_regions=0 given_up=0
#include "../Inputs/done.h"

// A ring, both ways around which meet in the last level; the two before it are neighbours as well.
constexpr int Threads = 16, Blocks = 2, Vertices = Threads * Blocks, Levels = Vertices / 2;

struct Search {
  int edges[Vertices][3];
  int cost[Vertices];
  bool mask[Vertices], next[Vertices], visited[Vertices];
};

__global__ void expand(Search *search, int level) {
  const int t = blockIdx.x * Threads + threadIdx.x;
#ifdef RACY
  if (search->mask[t])
    search->visited[t] = true; // [a]
#endif
  for (int other : search->edges[t]) {
#ifdef RACY
    const int from = t, to = other;
#else
    const int from = other, to = t;
#endif
    if (search->mask[from] && !search->visited[to]) { // [b]
      search->cost[to] = level;                       // [c]
      search->next[to] = true;                        // [d]
    }
  }
}

__global__ void advance(Search *search) {
  const int t = blockIdx.x * Threads + threadIdx.x;
  search->mask[t] = search->next[t];
#ifndef RACY
  search->visited[t] = search->visited[t] || search->next[t];
#endif
  search->next[t] = false;
}

int main() {
  static Search search;
  for (int i = 0; i < Vertices; ++i) {
    search.edges[i][0] = (i + 1) % Vertices;
    search.edges[i][1] = (i + Vertices - 1) % Vertices;
    search.edges[i][2] = i;
  }
  search.edges[Levels - 1][2] = Levels + 1;
  search.edges[Levels + 1][2] = Levels - 1;
  search.mask[0] = search.visited[0] = true;
  Search *onDevice = zeroed<Search>(1);
  cudaMemcpy(onDevice, &search, sizeof search, cudaMemcpyHostToDevice);
  for (int level = 1; level <= Levels; ++level) {
    expand<<<Blocks, Threads>>>(onDevice, level);
    advance<<<Blocks, Threads>>>(onDevice);
  }
  cudaMemcpy(&search, onDevice, sizeof search, cudaMemcpyDeviceToHost);
#ifndef RACY
  for (int i = 0; i < Vertices; ++i)
    if (search.cost[i] != (i < Levels ? i : Vertices - i))
      return 1;
#endif
  return done();
}
