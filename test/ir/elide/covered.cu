// An access that another one of its thread stands for: of the same bytes, at least as
// strong, on every way to it, and nothing orders the thread in between. Each kernel but
// the first of a kind lacks one of these.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -mllvm -warpsan-mode=off -o %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='warpsan-instrument' -pass-remarks=warpsan -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-covered -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=OFF
// REMARK: access needs no check: another check of the thread stands for it, and nothing orders the thread in between
// OFF-NOT: proved covered
// OFF-NOT: stands-for-more
#define KERNEL extern "C" __global__ void

// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=twice ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=twice ordinal=2
KERNEL twice(const int *p, int i, int *out) {
  int first = p[i];
  int second = p[i];
  out[i] = first + second;
}
// On both ways, and behind a loop that orders nothing.
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=later ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=later ordinal=4
KERNEL later(int *p, int i, int *out) {
  int sum = p[i];
  for (int k = 0; k < i; ++k)
    sum += out[k];
  if (i > 5)
    sum += p[i];
  out[i] = sum + p[i];
}
// What a round reads it reads again, not in the next round.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=rounds ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=rounds ordinal=2
KERNEL rounds(const int *p, int n, int *out) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += p[k];
    sum ^= p[k];
  }
  out[n] = sum;
}
// Behind the loop the index is another one.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=afterRounds ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=afterRounds ordinal=2
KERNEL afterRounds(const int *p, int n, int *out) {
  int k = 0, sum = 0;
  do {
    sum += p[k];
    if (sum > 100)
      break;
    ++k;
  } while (k < n);
  out[n] = sum + p[k];
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=other ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=other ordinal=2
KERNEL other(const int *p, int i, int *out) {
  int first = p[i];
  int second = p[i + 1];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} size=1 {{.*}} function=narrowerLast ordinal=2
KERNEL narrowerLast(const int *p, int i, int *out) {
  int first = p[i];
  int second = *reinterpret_cast<const char *>(p + i);
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=narrowerFirst ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=narrowerFirst ordinal=2
KERNEL narrowerFirst(const int *p, int i, int *out) {
  int first = *reinterpret_cast<const char *>(p + i);
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=weakerFirst ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=weakerFirst ordinal=2
KERNEL weakerFirst(int *p, int i) {
  int first = p[i];
  p[i] = first / 2;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=onOneWay ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=onOneWay ordinal=2
KERNEL onOneWay(const int *p, int i, int *out) {
  int sum = 0;
  if (i > 5)
    sum += p[i];
  out[i] = sum + p[i];
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossBarrier ordinal=2
KERNEL acrossBarrier(const int *p, int i, int *out) {
  int first = p[i];
  __syncthreads();
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossWarpBarrier ordinal=2
KERNEL acrossWarpBarrier(const int *p, int i, int *out) {
  int first = p[i];
  __syncwarp();
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossNamedBarrier ordinal=2
KERNEL acrossNamedBarrier(const int *p, int i, int *out) {
  int first = p[i];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  int second = p[i];
  out[i] = first + second;
}
// A barrier on one of the ways, and one in the next round of a loop.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossSomeBarrier ordinal=2
KERNEL acrossSomeBarrier(const int *p, int i, int n, int *out) {
  int first = p[i];
  if (n > 5)
    __syncwarp();
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossBarrierOfRound ordinal=2
KERNEL acrossBarrierOfRound(const int *p, int i, int n, int *out) {
  int sum = p[i];
  for (int k = 0; k < n; ++k) {
    sum += p[i];
    __syncthreads();
  }
  out[i] = sum;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossFence ordinal=2
KERNEL acrossFence(const int *p, int i, int *out) {
  int first = p[i];
  __threadfence();
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossAtomic ordinal=2
KERNEL acrossAtomic(const int *p, int i, int *out) {
  int first = p[i];
  atomicAdd(out, 1);
  int second = p[i];
  out[i] = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossVolatile ordinal=3
KERNEL acrossVolatile(const int *p, int i, volatile int *out) {
  int first = p[i];
  *out = first;
  int second = p[i];
  *out = first + second;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossAssembly ordinal=3
KERNEL acrossAssembly(const int *p, int i, int *out) {
  int first = p[i];
  asm volatile("frobnicate.sync;" ::: "memory");
  int second = p[i];
  out[i] = first + second;
}
// A function that stays a call.
__device__ int descend(int depth) {
  return depth < 1 ? 0 : descend(depth / 2) + descend(depth - 1);
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=acrossCall ordinal=2
KERNEL acrossCall(const int *p, int i, int *out) {
  int first = p[i];
  int depth = descend(i);
  int second = p[i];
  out[i] = first + second + depth;
}
// Lanes that vote wait for each other and order nothing.
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=acrossVote ordinal=2
KERNEL acrossVote(const int *p, int i, int *out) {
  int first = p[i];
  int all = __all_sync(~0u, first);
  int second = p[i];
  out[i] = all + second;
}
// Neither an atomic nor a volatile access stands for a plain one, nor the other way round.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=behindVolatile ordinal=2
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=behindVolatile ordinal=3
KERNEL behindVolatile(int *p, int i, int *out) {
  int first = *static_cast<volatile int *>(p);
  int second = *p;
  int third = *static_cast<volatile int *>(p);
  out[i] = first + second + third;
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=behindAtomic ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked atomic-rmw {{.*}} from behindAtomic:
KERNEL behindAtomic(int *p, int i, int *out) {
  atomicAdd(p, 1);
  out[i] = *p;
}
// The read-only path is a fault of its own.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=nonCoherent ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} non-coherent {{.*}} from nonCoherent:
KERNEL nonCoherent(int *p, int i, int *out) {
  int first = *p;
  int second = __ldg(p);
  out[i] = first + second;
}
// A poll reads again what it has read, and waits all the same.
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=poll ordinal=3
KERNEL poll(int *p, int *out) {
  *out = *p;
  while (*p == 0)
    ;
}

// Stores: of the same value.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeTwice ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved covered write {{.*}} function=storeTwice ordinal=2
KERNEL storeTwice(float *p, int i, float value) {
  p[i] = value;
  if (i > 5)
    p[i] = value;
}
// Of another one: what races with both may be no race of the same value.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeOthers ordinal=1 constant-value
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeOthers ordinal=2 constant-value
KERNEL storeOthers(int *p, int i) {
  p[i] = 1;
  if (i > 5)
    p[i] = 2;
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=loadStored ordinal=1 constant-value
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=loadStored ordinal=2
KERNEL loadStored(int *p, int i, int *out) {
  p[i] = 1;
  if (i > 5)
    out[i] = p[i];
}
// If it surely follows, the race is more than two stores: the first store says so, and
// stands for all that follows.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=loadStoredSurely ordinal=1 constant-value stands-for-more
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=loadStoredSurely ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved covered write {{.*}} function=loadStoredSurely ordinal=4
KERNEL loadStoredSurely(int *p, int i, int *out) {
  p[i] = 1;
  out[i] = p[i];
  if (i > 5)
    p[i] = 2;
}

// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeOthersSurely ordinal=1 constant-value stands-for-more
// CHECK-DAG: site {{[0-9]+}} proved covered write {{.*}} function=storeOthersSurely ordinal=2
KERNEL storeOthersSurely(int *p, int i) {
  p[i] = 1;
  p[i] = 2;
}
// Two values may be one.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeValues ordinal=1 at
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=storeValues ordinal=2 at
KERNEL storeValues(int *p, int i, int first, int second) {
  p[i] = first;
  p[i] = second;
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} size=4 {{.*}} function=storeParts ordinal=1 constant-value 0
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} size=1 {{.*}} function=storeParts ordinal=2 constant-value 1
KERNEL storeParts(int *p, int i) {
  p[i] = 0;
  *reinterpret_cast<char *>(p + i) = 1;
}

// An update is its store.
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=update ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=update ordinal=2 update stands-for-more
// CHECK-DAG: site {{[0-9]+}} proved covered read {{.*}} function=update ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved covered write {{.*}} function=update ordinal=4
KERNEL update(int *p, int i, int value) {
  p[i] += value;
  if (i > 5)
    p[i] += value;
}
// At two places in the source both are named.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=slowUpdate ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=slowUpdate ordinal=2
KERNEL slowUpdate(int *p, int i, int value) {
  int old = p[i];
  p[i] = old + value;
}
