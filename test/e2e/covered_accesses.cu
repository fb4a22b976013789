// Accesses that others of their thread stand for are not checked: the races with them show
// at those. The clean form has the barrier, behind which the same accesses count again.
// RUN: %check_twins O0 %s
// RUN: %check_twins O2 %s
// EXPECT: read read, write write
// EXPECT: stored write, reader read
// EXPECT: update write, other read
// EXPECT: late read, early write
#include "Inputs/done.h"

constexpr int Threads = 64;

#ifdef RACY
#define BARRIER()
#else
#define BARRIER() __syncthreads()
#endif

/// Two reads: the first stands for the second.
__global__ void twoReads(int *data, int *out) {
  const int next = (threadIdx.x + 1) % Threads;
  const int first = data[next]; // [read]
  out[threadIdx.x] = first + data[next];
  BARRIER();
  data[threadIdx.x] = first; // [write]
}

/// A store stands for the read behind it.
__global__ void readBack(int *data, int *out) {
  data[threadIdx.x] = threadIdx.x; // [stored]
  out[threadIdx.x] = data[threadIdx.x];
  BARRIER();
  out[threadIdx.x] += data[(threadIdx.x + 1) % Threads]; // [reader]
}

/// The store of an update stands for its read.
__global__ void update(int *data, int *out) {
  data[threadIdx.x] += 1; // [update]
  BARRIER();
  out[threadIdx.x] = data[(threadIdx.x + 1) % Threads]; // [other]
}

/// What is read behind the barrier is not what was read before it.
__global__ void acrossBarrier(int *data, int *out) {
  const int next = (threadIdx.x + 1) % Threads;
  out[threadIdx.x] = data[next];
  __syncthreads();
  data[threadIdx.x] = 1; // [early]
  BARRIER();
  out[threadIdx.x] += data[next]; // [late]
}

int main() {
  int *data = zeroed<int>(Threads), *out = zeroed<int>(Threads);
  twoReads<<<1, Threads>>>(data, out);
  readBack<<<1, Threads>>>(data, out);
  update<<<1, Threads>>>(data, out);
  acrossBarrier<<<1, Threads>>>(data, out);
  return done();
}
