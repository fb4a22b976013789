// Indices that are kept within an array by minima, maxima and conditions of several parts,
// and rows by triangular loops; twins in which one of those is wrong. Kernels without
// checks have no flag but that of the barrier.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' > %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// Neighbours, or the thread itself at the ends.
// CHECK-DAG: kernel clamped {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL clamped() {
  __shared__ int a[128];
  const int t = threadIdx.x;
  a[t] = 1;
  __syncthreads();
  if (a[max(t - 1, 0)] + a[min(t + 1, 127)] > 2)
    __trap();
}
// The end is one too far: such an access keeps its check, for when it leaves the array, and
// the kernel has a shape for the other ones (within_array.cu).
// CHECK-DAG: kernel clampedLow {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL clampedLow() {
  __shared__ int a[128];
  const int t = threadIdx.x;
  a[t] = 1;
  __syncthreads();
  if (a[max(t - 1, -1)] + a[min(t + 1, 127)] > 2)
    __trap();
}
// CHECK-DAG: kernel clampedHigh {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL clampedHigh() {
  __shared__ int a[128];
  const int t = threadIdx.x;
  a[t] = 1;
  __syncthreads();
  if (a[max(t - 1, 0)] + a[min(t + 1, 128)] > 2)
    __trap();
}
// CHECK-DAG: kernel clampedAtOnce {{.*}}flags: shared unrooted-checks reasons:{{ *$}}
KERNEL clampedAtOnce() {
  __shared__ int a[128];
  const int t = threadIdx.x;
  a[t] = 1;
  if (a[max(t - 1, 0)] + a[min(t + 1, 127)] > 2)
    __trap();
}
// A strip that gets narrower, and ends where the data does.
// CHECK-DAG: kernel strip {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL strip(int columns, int border, int rounds) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  const int first = 100 * blockIdx.x - border, last = first + 127;
  const int least = first < 0 ? -first : 0;
  const int most = last > columns - 1 ? 127 - (last - columns + 1) : 127;
  int west = t - 1, east = t + 1;
  west = west < least ? least : west;
  east = east > most ? most : east;
  const bool isInside = t >= least && t <= most;
  a[t] = 1;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    bool isComputed = false;
    if (t >= i + 1 && t <= 126 - i && isInside) {
      isComputed = true;
      b[t] = a[west] + a[t] + a[east];
    }
    __syncthreads();
    if (isComputed)
      a[t] = b[t];
    __syncthreads();
  }
}
// CHECK-DAG: kernel stripOutside {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL stripOutside(int columns, int border, int rounds) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  const int first = 100 * blockIdx.x - border, last = first + 127;
  const int least = first < 0 ? -first : 0;
  const int most = last > columns - 1 ? 127 - (last - columns + 1) : 127;
  int west = t - 1, east = t + 1;
  west = west < least ? least : west;
  east = east > most ? most : east;
  const bool isInside = t >= least || t <= most;
  a[t] = 1;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    bool isComputed = false;
    if (t >= i + 1 && t <= 126 - i && isInside) {
      isComputed = true;
      b[t] = a[west] + a[t] + a[east];
    }
    __syncthreads();
    if (isComputed)
      a[t] = b[t];
    __syncthreads();
  }
}
// CHECK-DAG: kernel stripAtOnce {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL stripAtOnce(int columns, int border, int rounds) {
  __shared__ int a[128], b[128];
  const int t = threadIdx.x;
  const int first = 100 * blockIdx.x - border, last = first + 127;
  const int least = first < 0 ? -first : 0;
  const int most = last > columns - 1 ? 127 - (last - columns + 1) : 127;
  int west = t - 1, east = t + 1;
  west = west < least ? least : west;
  east = east > most ? most : east;
  const bool isInside = t >= least && t <= most;
  a[t] = 1;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    bool isComputed = false;
    if (t >= i + 1 && t <= 126 - i && isInside) {
      isComputed = true;
      b[t] = a[west] + a[t] + a[east];
    }
    if (isComputed)
      a[t] = b[t];
    __syncthreads();
  }
}
// Rows that other rounds name are far apart for threads of different columns.
// CHECK-DAG: kernel columns {{.*}}flags: reasons:{{ *$}}
KERNEL columns() {
  __shared__ int tile[16][16];
  const int t = threadIdx.x;
  if (t < 16)
    for (int i = 1; i < 16; ++i)
      for (int j = 0; j < i; ++j)
        tile[i][t] -= tile[j][t];
}
// CHECK-DAG: kernel columnsTooMany {{.*}}flags: shared unrooted-checks reasons:{{ *$}}
KERNEL columnsTooMany() {
  __shared__ int tile[16][16];
  const int t = threadIdx.x;
  if (t < 17)
    for (int i = 1; i < 16; ++i)
      for (int j = 0; j < i; ++j)
        tile[i][t] -= tile[j][t];
}
// CHECK-DAG: kernel columnsCrossed {{.*}}flags: shared unrooted-checks reasons:{{ *$}}
KERNEL columnsCrossed() {
  __shared__ int tile[16][16];
  const int t = threadIdx.x;
  if (t < 16)
    for (int i = 1; i < 16; ++i)
      for (int j = 0; j < i; ++j)
        tile[i][t] -= tile[j][15 - t];
}
// Below a row, and the row.
// CHECK-DAG: kernel rowsBelow {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL rowsBelow() {
  __shared__ int tile[128][2];
  const int t = threadIdx.x;
  for (int i = 0; i < 127; ++i) {
    if (t > i)
      tile[t][0] -= tile[i][0];
    __syncthreads();
  }
}
// CHECK-DAG: kernel rowsFrom {{.*}}flags: block-barrier shared unrooted-checks reasons:{{ *$}}
KERNEL rowsFrom() {
  __shared__ int tile[128][2];
  const int t = threadIdx.x;
  for (int i = 0; i < 127; ++i) {
    if (t >= i)
      tile[t][0] -= tile[i][0];
    __syncthreads();
  }
}
// A condition of two parts, one of which is about the thread.
// CHECK-DAG: kernel bothHold {{.*}}flags: reasons:{{ *$}}
KERNEL bothHold(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = t < 127 && flag;
  if (isIn)
    a[126 - t] = 1;
}
// CHECK-DAG: kernel oneHolds {{.*}}flags: shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL oneHolds(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = t < 127 || flag;
  if (isIn)
    a[126 - t] = 1;
}
// CHECK-DAG: kernel noneHolds {{.*}}flags: reasons:{{ *$}}
KERNEL noneHolds(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = t >= 127 || flag;
  if (!isIn)
    a[126 - t] = 1;
}
// CHECK-DAG: kernel notBothHold {{.*}}flags: shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL notBothHold(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = t >= 127 && flag;
  if (!isIn)
    a[126 - t] = 1;
}
// The thread's part is the second one.
// CHECK-DAG: kernel bothHoldLater {{.*}}flags: block-barrier reasons:{{ *$}}
KERNEL bothHoldLater(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = flag && t < 127;
  __syncthreads(); // keeps the condition in a variable
  if (isIn)
    a[126 - t] = 1;
}
// CHECK-DAG: kernel oneHoldsLater {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL oneHoldsLater(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isIn = flag || t < 127;
  __syncthreads(); // keeps the condition in a variable
  if (isIn)
    a[126 - t] = 1;
}
// CHECK-DAG: kernel notBothHoldLater {{.*}}flags: block-barrier shared within-checks reasons: shape=128x1x1{{ *$}}
KERNEL notBothHoldLater(bool flag) {
  __shared__ int a[127];
  const int t = threadIdx.x;
  bool isOut = flag && t >= 127;
  __syncthreads();
  if (!isOut)
    a[126 - t] = 1;
}
