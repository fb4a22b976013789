// Bitonic sorts: who flips a bit of its number is flipped to by the thread of that number,
// so one of both has the smaller number. Twins in which both act, or in which rounds of
// the two loops meet.
// (Launch bounds become required sizes, which no CUDA attribute asks for.)
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' | %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output 2>&1 | FileCheck %s
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=sort ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=sort ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=sort ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=sort ordinal=5
KERNEL sort() {
  __shared__ int row[512];
  const int t = threadIdx.x;
  row[t] = 128 - t;
  __syncthreads();
  for (int size = 2; size <= 128; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t && other < 512) {
        const int a = row[t], b = row[other];
        row[t] = min(a, b);
        row[other] = max(a, b);
      }
      __syncthreads();
    }
}
// The other number has no more bits than that of the thread.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=sortFit ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=sortFit ordinal=5
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=sortTooShort ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=sortTooShort ordinal=5
KERNEL sortFit() {
  __shared__ int row[128];
  const int t = threadIdx.x;
  row[t] = 128 - t;
  __syncthreads();
  for (int size = 2; size <= 128; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t) {
        const int a = row[t], b = row[other];
        row[t] = min(a, b);
        row[other] = max(a, b);
      }
      __syncthreads();
    }
}
KERNEL sortTooShort() {
  __shared__ int row[128];
  const int t = threadIdx.x;
  row[t] = 128 - t;
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t) {
        const int a = row[t], b = row[other];
        row[t] = min(a, b);
        row[other] = max(a, b);
      }
      __syncthreads();
    }
}
// Both threads of a pair swap.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=sortTwice ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=sortTwice ordinal=4
KERNEL sortTwice() {
  __shared__ int row[512];
  const int t = threadIdx.x;
  row[t] = 128 - t;
  __syncthreads();
  for (int size = 2; size <= 128; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other >= 0 && other < 512) {
        const int a = row[t], b = row[other];
        row[t] = min(a, b);
        row[other] = max(a, b);
      }
      __syncthreads();
    }
}
// Steps of one round are not the same for all threads.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=sortInRounds ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=sortInRounds ordinal=4
KERNEL sortInRounds() {
  __shared__ int row[512];
  const int t = threadIdx.x;
  row[t] = 128 - t;
  __syncthreads();
  for (int size = 2; size <= 128; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = t ^ step;
      if (other > t && other < 512) {
        const int a = row[t], b = row[other];
        row[t] = min(a, b);
        row[other] = max(a, b);
      }
    }
    __syncthreads();
  }
}
// Each thread flips bits of its own choice.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=ownFlip ordinal=2
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=ownFlip ordinal=3
KERNEL ownFlip() {
  __shared__ int row[512];
  const int t = threadIdx.x;
  row[t] = 1;
  __syncthreads();
  const int other = t ^ (t / 3);
  if (other > t && other < 512)
    row[t] = row[other];
}
// No two threads flip to one number.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=permute ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=permuteWider ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=permuteWider ordinal=2
KERNEL permute(int mask) {
  __shared__ int row[128];
  const int other = threadIdx.x ^ mask;
  if (other >= 0 && other < 128)
    row[other] = 1;
}
KERNEL permuteWider(int mask) {
  __shared__ int row[129];
  const int other = threadIdx.x ^ mask;
  if (other >= 0 && other < 128) {
    row[other] = 1;
    row[other + 1] = 2;
  }
}
