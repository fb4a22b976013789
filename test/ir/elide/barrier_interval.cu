// Shared accesses of which no two by different threads meet between two barriers, and
// twins of which two may. No global memory: each site is one of a shared array.
// (Launch bounds become required sizes, which no CUDA attribute asks for.)
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' > %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-barrier-interval -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=OFF
// REMARK: access needs no check: no other thread touches the same bytes of the shared array between the same two barriers
// OFF-NOT: barrier-interval
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=reverse ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=reverse ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved thread-private write {{.*}} function=reverse ordinal=3
KERNEL reverse() {
  __shared__ int from[128], to[128];
  from[threadIdx.x] = 1;
  __syncthreads();
  to[threadIdx.x] = from[127 - threadIdx.x];
}
// No barrier. What is written afterwards is nobody else's anyway.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseAtOnce ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseAtOnce ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved thread-private write {{.*}} function=reverseAtOnce ordinal=3
KERNEL reverseAtOnce() {
  __shared__ int from[128], to[128];
  from[threadIdx.x] = 1;
  to[threadIdx.x] = from[127 - threadIdx.x];
}
// A warp barrier is none of the block.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseInWarp ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseInWarp ordinal=2
KERNEL reverseInWarp() {
  __shared__ int from[128];
  from[threadIdx.x] = 1;
  __syncwarp();
  if (from[127 - threadIdx.x])
    __trap();
}
// Not all threads come to the barrier, or the warps come to different ones.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseByHalf ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseByHalf ordinal=2
KERNEL reverseByHalf() {
  __shared__ int from[128];
  from[threadIdx.x] = 1;
  if (threadIdx.x < 64)
    __syncthreads();
  if (from[127 - threadIdx.x])
    __trap();
}
// The same for every lane of a warp is not the same for every warp.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseByWarp ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseByWarp ordinal=2
KERNEL reverseByWarp() {
  __shared__ int from[128];
  from[threadIdx.x] = 1;
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  if (warp)
    __syncthreads();
  if (from[127 - threadIdx.x])
    __trap();
}
// Who has gone does not wait.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseOrLeave ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseOrLeave ordinal=2
KERNEL reverseOrLeave(int count) {
  __shared__ int from[128];
  from[threadIdx.x] = 1;
  if (threadIdx.x >= count)
    return;
  __syncthreads();
  if (from[127 - threadIdx.x])
    __trap();
}
// Another barrier of the kernel joins a part of the block: threads may be anywhere.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reverseNamed ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reverseNamed ordinal=2
KERNEL reverseNamed(int count) {
  __shared__ int from[128];
  from[threadIdx.x] = 1;
  __syncthreads();
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");
  if (from[127 - threadIdx.x])
    __trap();
}

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=reduce ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=reduce ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=reduce ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=reduce ordinal=1
KERNEL reduce() {
  __shared__ int part[128];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
}
// Without the guard the upper half is written as well.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reduceAll ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=reduceAll ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reduceAll ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=reduceAll ordinal=1
KERNEL reduceAll() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
}
// Without the barrier threads are in different rounds.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=reduceFast ordinal=2
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=reduceFast ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=reduceFast ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=reduceFast ordinal=1
KERNEL reduceFast() {
  __shared__ int part[128];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1)
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
}
// The write of a round and the read of the next one are not apart.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=shift ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=shift ordinal=2
KERNEL shift(int rounds) {
  __shared__ int row[128];
  for (int i = 0; i < rounds; ++i) {
    row[threadIdx.x] = i;
    __syncthreads();
    if (row[(threadIdx.x + 1) % 128] < 0)
      __trap();
  }
}
// Which rows are one thread's in a round are another's in the next.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=rows ordinal=1
KERNEL rows(int rounds) {
  __shared__ int row[256];
  for (int i = 0; i < 128; ++i) {
    row[threadIdx.x + i] = i;
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=rowsAtOnce ordinal=1
KERNEL rowsAtOnce(int rounds) {
  __shared__ int row[256];
  for (int i = 0; i < 128; ++i)
    row[threadIdx.x + i] = i;
}
// A stride of the block, and one that is less.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=fill ordinal=1
KERNEL fill() {
  __shared__ int row[1000];
  for (int i = threadIdx.x; i < 1000; i += blockDim.x)
    row[i] = 1;
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=fillTwice ordinal=1
KERNEL fillTwice() {
  __shared__ int row[1000];
  for (int i = threadIdx.x; i < 1000; i += 64)
    row[i] = 1;
}
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=halo ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=halo ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=halo ordinal=3
KERNEL halo() {
  __shared__ int row[130];
  row[threadIdx.x + 1] = 1;
  if (threadIdx.x == 0)
    row[0] = 1;
  if (threadIdx.x == 127)
    row[129] = 1;
}
// The end of the row is written twice.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=haloTooNear ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=haloTooNear ordinal=2
KERNEL haloTooNear() {
  __shared__ int row[130];
  row[threadIdx.x + 1] = 1;
  if (threadIdx.x == 0)
    row[128] = 1;
}
// Bytes, not elements: a wider access reaches into the next one.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} size=8 {{.*}} function=wide ordinal=1
KERNEL wide() {
  __shared__ int row[130];
  *reinterpret_cast<long long *>(&row[threadIdx.x]) = 1;
}
// What may lie outside of the array may lie in another one.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=tooShort ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=tooShort ordinal=2
KERNEL tooShort() {
  __shared__ int row[127], next[128];
  row[127 - threadIdx.x] = 1;
  next[127 - threadIdx.x] = 1;
}
// Warps leave sums, and one of them adds those up.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=warpSums ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=warpSums ordinal=2
KERNEL warpSums() {
  __shared__ int sums[4];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = 1;
  __syncthreads();
  if (threadIdx.x < 4 && sums[threadIdx.x])
    __trap();
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=warpSumsOfAll ordinal=1
KERNEL warpSumsOfAll() {
  __shared__ int sums[4];
  sums[threadIdx.x / 32] = 1;
}
// Atomics meet atomics.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=count ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval atomic-rmw {{.*}} from count:
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=count ordinal=2
// CHECK-DAG: kernel count {{.*}} flags: block-barrier strong shared {{.*}}reasons:
KERNEL count(int bin) {
  __shared__ int bins[128];
  if (threadIdx.x < 128)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[bin & 127], 1);
  __syncthreads();
  if (bins[threadIdx.x] < 0)
    __trap();
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=countAtOnce ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked atomic-rmw {{.*}} from countAtOnce:
KERNEL countAtOnce(int bin) {
  __shared__ int bins[128];
  bins[threadIdx.x] = 0;
  atomicAdd(&bins[bin & 127], 1);
}
// Two names for the same memory.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=overlaid ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=overlaid ordinal=2
extern __shared__ int words[];
extern __shared__ float reals[];
KERNEL overlaid() {
  words[127 - threadIdx.x] = 1;
  reals[threadIdx.x + 1] = 1;
}
// How many there are shows at launch.
// CHECK-DAG: kernel dynamic {{.*}} shape=128x1x1 for all
KERNEL dynamic() { words[127 - threadIdx.x] = 1; }
// One array or another.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=either ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=either ordinal=2
KERNEL either(bool which) {
  __shared__ int a[128], b[128];
  a[127 - threadIdx.x] = 1;
  int *one = which ? a : b;
  one[threadIdx.x] = 2;
}
// An address that others know.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=told ordinal=1
KERNEL told(int **place) {
  __shared__ int a[128];
  a[127 - threadIdx.x] = 1;
  *place = a;
}
// Functions that stay calls make accesses of their own.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=recursive ordinal=1
__device__ int descend(int depth) {
  return depth < 1 ? 0 : descend(depth / 2) + descend(depth - 1);
}
KERNEL recursive(int depth) {
  __shared__ int a[128];
  a[127 - threadIdx.x] = 1;
  if (descend(depth))
    __trap();
}
// So many bytes.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=bulk ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} bulk {{.*}} from bulk:
KERNEL bulk(int bytes) {
  __shared__ int a[128];
  a[127 - threadIdx.x] = 1;
  memset(&a[127 - threadIdx.x], 0, bytes);
}
// Volatile accesses are as good or bad as others.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=volatiles ordinal=1 volatile
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=volatiles ordinal=2 volatile
KERNEL volatiles() {
  __shared__ volatile int a[128];
  a[threadIdx.x] = 1;
  if (a[127 - threadIdx.x] > 1)
    __trap();
}
// A condition in a variable.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=flagged ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=flagged ordinal=1
KERNEL flagged() {
  __shared__ int row[129];
  row[threadIdx.x + 1] = 1;
  bool isFirst = threadIdx.x == 0;
  if (isFirst)
    row[0] = 1;
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=flaggedElse ordinal=2
KERNEL flaggedElse() {
  __shared__ int row[129];
  row[threadIdx.x + 1] = 1;
  bool isFirst = threadIdx.x == 0;
  if (!isFirst)
    row[0] = 1;
}
