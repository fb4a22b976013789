// Threads whose number is a multiple of one that all threads share are that far apart:
// trees whose levels are guarded by a remainder, and indices that are a product. No global
// memory: each site is one of a shared array.
// (Launch bounds become required sizes, which no CUDA attribute asks for.)
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' > %t.ll
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='warpsan-instrument,print<warpsan-sites>' -warpsan-elide=no-barrier-interval -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: barrier-interval
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=toLast ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=toLast ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=toLast ordinal=4
KERNEL toLast() {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  for (int i = 2; i <= 128; i = 2 * i) {
    if ((t + 1) % i == 0)
      part[t] = part[t] + part[t - i / 2];
    __syncthreads();
  }
}
// As far away as the next thread that writes.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=toLastTooFar ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=toLastTooFar ordinal=4
KERNEL toLastTooFar() {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t + 128] = 1;
  __syncthreads();
  for (int i = 2; i <= 128; i = 2 * i) {
    if ((t + 1) % i == 0)
      part[t + 128] = part[t + 128] + part[t + 128 - i];
    __syncthreads();
  }
}
// Twice as many threads as there may be.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=toLastTooMany ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=toLastTooMany ordinal=4
KERNEL toLastTooMany() {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t + 128] = 1;
  __syncthreads();
  for (int i = 2; i <= 128; i = 2 * i) {
    if ((t + 1) % (i / 2) == 0)
      part[t + 128] = part[t + 128] + part[t + 128 - i / 2];
    __syncthreads();
  }
}
// Any remainder does. Threads that have one need not be apart from those that have another.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=thirds ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=thirds ordinal=4
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=twoRemainders ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=twoRemainders ordinal=4
KERNEL thirds() {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  for (int i = 3; i <= 81; i = 3 * i) {
    if (t % i == 1)
      part[t] = part[t] + part[t + i / 3];
    __syncthreads();
  }
}
KERNEL twoRemainders() {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  for (int i = 4; i <= 64; i = 2 * i) {
    if (t % i == 1 || t % i == 3)
      part[t] = part[t] + part[t + 2];
    __syncthreads();
  }
}
// Threads are in different rounds.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=toLastAtOnce ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=toLastAtOnce ordinal=4
KERNEL toLastAtOnce() {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  for (int i = 2; i <= 128; i = 2 * i)
    if ((t + 1) % i == 0)
      part[t] = part[t] + part[t - i / 2];
}

// Steps that the condition of the loop keeps from wrapping.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=toFirst ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=toFirst ordinal=4
KERNEL toFirst() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=toFirstOfAll ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=toFirstOfAll ordinal=4
KERNEL toFirstOfAll() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % step == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
}
// No condition: after 32 rounds the step is 0.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=toFirstWrapping ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=toFirstWrapping ordinal=4
KERNEL toFirstWrapping(int rounds) {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  unsigned step = 1;
  for (int i = 0; i < rounds; ++i, step *= 2) {
    if (threadIdx.x % (2 * step) == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[(threadIdx.x + step / 2 + 1) % 256];
    __syncthreads();
  }
}

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=products ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=products ordinal=4
KERNEL products() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const unsigned index = 2 * step * threadIdx.x;
    if (index < blockDim.x)
      part[index] = part[index] + part[index + step];
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=productsOfAll ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=productsOfAll ordinal=4
KERNEL productsOfAll() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const unsigned index = step * threadIdx.x;
    if (index < blockDim.x)
      part[index] = part[index] + part[index + step];
    __syncthreads();
  }
}

// A remainder of a power of two by its bits.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=masked ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=masked ordinal=4
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=maskedTooFew ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=maskedTooFew ordinal=4
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=maskedByThirds ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=maskedByThirds ordinal=4
KERNEL masked() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if ((threadIdx.x & (2 * step - 1)) == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
}
KERNEL maskedTooFew() {
  __shared__ int part[256];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if ((threadIdx.x & (step - 1)) == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
}
KERNEL maskedByThirds() {
  __shared__ int part[384];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 3) {
    if ((threadIdx.x & (2 * step - 1)) == 0)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
}

// Pairs of a butterfly are in one group, each in one pair.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=butterflies ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=butterflies ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=butterflies ordinal=5
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=butterflies ordinal=6
KERNEL butterflies() {
  __shared__ int row[384];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int half = 1; half < 129; half *= 2) {
    const int low = t / half * 2 * half + t % half;
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=shifted ordinal=3
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=shifted ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=shifted ordinal=5
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=shifted ordinal=6
KERNEL shifted() {
  __shared__ int row[384];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    const int half = 1 << k, low = ((t >> k) << (k + 1)) + (t & (half - 1));
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// The last group ends where the array does: numbers of threads are a power of two, too.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=butterfliesFit ordinal=4
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=butterfliesFit ordinal=6
KERNEL butterfliesFit() {
  __shared__ int row[256];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int half = 1; half < 129; half *= 2) {
    const int low = t / half * 2 * half + t % half;
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=butterfliesOfThirds ordinal=4
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=butterfliesOfThirds ordinal=6
KERNEL butterfliesOfThirds() {
  __shared__ int row[256];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int half = 1; half < 129; half *= 3) {
    const int low = t / half * 2 * half + t % half;
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=butterfliesTooShort ordinal=4
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=butterfliesTooShort ordinal=6
KERNEL butterfliesTooShort() {
  __shared__ int row[255];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 127] = 2;
  __syncthreads();
  for (int half = 1; half < 129; half *= 2) {
    const int low = t / half * 2 * half + t % half;
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// A group too few.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=shiftedTooLittle ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=shiftedTooLittle ordinal=6
KERNEL shiftedTooLittle() {
  __shared__ int row[384];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    const int half = 1 << k, low = ((t >> k) << k) + (t & (half - 1));
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}
// The shift may be one by more bits than there are, or by none.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=shiftedAnyhow ordinal=3
KERNEL shiftedAnyhow(int k) {
  __shared__ int row[384];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  row[(t << k) & 127] = 3;
}
// Groups overlap by half.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=butterfliesOverlap ordinal=3
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=butterfliesOverlap ordinal=6
KERNEL butterfliesOverlap() {
  __shared__ int row[384];
  const int t = threadIdx.x;
  row[t] = 1;
  row[t + 128] = 2;
  __syncthreads();
  for (int half = 1; half < 129; half *= 2) {
    const int low = t / half * half + t % half;
    const int a = row[low], b = row[low + half];
    row[low] = a + b;
    row[low + half] = a - b;
    __syncthreads();
  }
}

// A number that all threads share, whatever it is.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=anyDivisor ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=anyDivisor ordinal=3
KERNEL anyDivisor(int n) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  const int half = n / 2;
  if (t % n == 0 && half >= 0 && half < 128)
    part[t] = part[t + half];
}
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=anyDivisorTooFar ordinal=2
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=anyDivisorTooFar ordinal=3
KERNEL anyDivisorTooFar(int n) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  if (t % n == 0 && n >= 0 && n < 128)
    part[t] = part[t + n];
}
// Each thread has its own.
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=ownDivisor ordinal=2
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=ownDivisor ordinal=3
KERNEL ownDivisor(int n) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = 1;
  __syncthreads();
  const int own = n + t, half = own / 2;
  if (t % own == 0 && half >= 0 && half < 128)
    part[t] = part[t + half];
}
