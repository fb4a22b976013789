// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bisection for the eigenvalues of a matrix, and n-body.
#include "shapes.h"
#include <cmath>

constexpr int Order = 512, Halvings = 16;

struct Interval {
  float low, high;
  int first, last; ///< numbers of the eigenvalues in it, from `first` to before `last`
};

/// How many eigenvalues are less than x (Sturm).
__device__ int countBelow(const float *diagonal, const float *squares, float x) {
  int count = 0;
  float pivot = 1;
  for (int i = 0; i < Order; ++i) {
    pivot = diagonal[i] - x - squares[i] / pivot;
    count += pivot < 0;
  }
  return count;
}

/// Eigenvalues of a tridiagonal matrix for each block. An interval lies at the number of its first
/// eigenvalue; if there are some in both halves, it becomes two.
__global__ void bisectionKernel(const float *diagonals, const float *beside, float *eigenvalues) {
  __shared__ float diagonal[Order], squares[Order];
  __shared__ Interval intervals[Order];
  const int t = threadIdx.x, i = blockIdx.x * Order + t;
  diagonal[t] = diagonals[i];
  squares[t] = t ? beside[i] * beside[i] : 0;
  intervals[t] = {0, 4, 0, t ? 0 : Order};
  for (int round = 0; round < Halvings; ++round) {
    __syncthreads();
    const Interval mine = intervals[t];
    __syncthreads();
    if (mine.first == mine.last)
      continue;
    const float middle = (mine.low + mine.high) / 2;
    const int count = min(max(countBelow(diagonal, squares, middle), mine.first), mine.last);
    if (count > mine.first)
      intervals[mine.first] = {mine.low, middle, mine.first, count};
    if (count < mine.last)
      intervals[count] = {middle, mine.high, count, mine.last};
  }
  __syncthreads();
  // Eigenvalues that no halving has parted share the interval of the first.
  for (int first = t;; --first)
    if (intervals[first].last > t) {
      eigenvalues[i] = intervals[first].low;
      return;
    }
}

/// The matrix of a vibrating string, whose eigenvalues are known.
static void bisection(benchmark::State &state) {
  const size_t n = size_t(blocksOf(state)) * Order;
  DeviceArray<float> diagonals(std::vector<float>(n, 2)), beside(std::vector<float>(n, -1)), out(n);
  timeKernel(state, [&] {
    bisectionKernel<<<blocksOf(state), Order>>>(diagonals.data, beside.data, out.data);
  });
  for (const int k : {100, Order - 1})
    if (!isNear(out.at(n - Order + k), 2 - 2 * std::cos((k + 1) * M_PI / (Order + 1))))
      state.SkipWithError("wrong eigenvalue");
}

constexpr int NbodyThreads = 256, Tiles = 60, Bodies = Tiles * NbodyThreads;

/// What the same bodies do to a particle of each thread.
__global__ void nbodyKernel(const float4 *particles, const float4 *bodies, float4 *forces) {
  __shared__ float4 tile[NbodyThreads];
  const int t = threadIdx.x, i = blockIdx.x * NbodyThreads + t;
  const float4 mine = particles[i];
  float4 force = {};
  for (int first = 0; first < Bodies; first += NbodyThreads) {
    tile[t] = bodies[first + t];
    __syncthreads();
    for (const float4 &other : tile) {
      const float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1);
      const float pull = other.w * inverse * inverse * inverse;
      force.x += pull * dx;
      force.y += pull * dy;
      force.z += pull * dz;
    }
    __syncthreads();
  }
  forces[i] = force;
}

static std::vector<float4> someBodies(size_t n) {
  std::vector<float4> bodies(n);
  for (size_t i = 0; i < n; ++i)
    bodies[i] = {float(10 + i % 17), float(20 + i % 23), float(30 + i % 29), float(1 + i % 5)};
  return bodies;
}

static double expectedForce(const std::vector<float4> &bodies) {
  double force = 0;
  for (const float4 &body : bodies) {
    const double x = body.x, y = body.y, z = body.z;
    force += body.w * x / std::pow(x * x + y * y + z * z + 1, 1.5);
  }
  return force;
}

/// Particles at rest at the origin.
static void nbody(benchmark::State &state) {
  const size_t n = size_t(blocksOf(state)) * NbodyThreads;
  const std::vector<float4> bodies = someBodies(Bodies);
  DeviceArray<float4> particles(std::vector<float4>(n, float4{})), onDevice(bodies), forces(n);
  timeKernel(state, [&] {
    nbodyKernel<<<blocksOf(state), NbodyThreads>>>(particles.data, onDevice.data, forces.data);
  });
  if (!isNear(forces.at(n - 1).x, expectedForce(bodies)))
    state.SkipWithError("wrong force");
}

void addNumerics(const BlockCounts &counts) {
  addShape("bisection", bisection, 256, counts);
  addShape("nbody", nbody, 256, counts);
}
