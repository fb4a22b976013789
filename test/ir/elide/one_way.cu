// What the two sides of a branch do that all threads of the block take alike never meets
// between two barriers.
// RUN: %clang_device -O2 -gline-tables-only -Xclang -disable-llvm-passes %s -o - | sed 's/nvvm.maxntid/nvvm.reqntid/' | %opt -passes='warpsan-instrument,print<warpsan-sites>' -disable-output 2>&1 | FileCheck %s
#define KERNEL extern "C" __global__ __launch_bounds__(128) void

// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=eitherSide ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=eitherSide ordinal=2
KERNEL eitherSide(float x) {
  __shared__ int row[129];
  if (x > 0)
    row[threadIdx.x] = 1;
  else if (row[threadIdx.x + 1])
    __trap();
}
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=oneOfThree ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=oneOfThree ordinal=2
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=oneOfThree ordinal=3
KERNEL oneOfThree(int way) {
  __shared__ int row[130];
  switch (way) {
  case 1:
    row[threadIdx.x] = 1;
    break;
  case 7:
    if (row[threadIdx.x + 1])
      __trap();
    break;
  case 9:
    row[threadIdx.x + 2] = 2;
    break;
  }
}
// Each thread goes its own way.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=ownSide ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=ownSide ordinal=2
KERNEL ownSide(float x) {
  __shared__ int row[129];
  if (x * threadIdx.x > 9)
    row[threadIdx.x] = 1;
  else if (row[threadIdx.x + 1])
    __trap();
}
// Behind the branch both are one.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=behind ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=behind ordinal=2
KERNEL behind(float x) {
  __shared__ int row[129];
  if (x > 0)
    row[threadIdx.x] = 1;
  if (row[threadIdx.x + 1])
    __trap();
}
// One side in a round, the other one in another, and no barrier in between.
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=otherRound ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=otherRound ordinal=2
KERNEL otherRound(float x) {
  __shared__ int row[129];
  for (int i = 0; i < 4; ++i) {
    if (x * i > 1)
      row[threadIdx.x] = 1;
    else if (row[threadIdx.x + 1])
      __trap();
  }
}
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=everyRound ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=everyRound ordinal=2
KERNEL everyRound(float x) {
  __shared__ int row[129], own[128];
  for (int i = 0; i < 4; ++i) {
    if (x * i > 1)
      row[threadIdx.x] = 1;
    else
      own[threadIdx.x] = row[threadIdx.x + 1];
    __syncthreads();
  }
}
// The last round's barrier leads to what follows the loop as well, and the loop to that.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=behindLoop ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=behindLoop ordinal=2
KERNEL behindLoop(float x) {
  __shared__ int row[129];
  for (float y = 0; y < x; y += 1) {
    row[threadIdx.x] = 1;
    __syncthreads();
  }
  if (row[threadIdx.x + 1])
    __trap();
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=behindOwnLoop ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=behindOwnLoop ordinal=2
KERNEL behindOwnLoop(float x) {
  __shared__ int row[129];
  for (float y = threadIdx.x; y < x; y += 1)
    row[threadIdx.x] = 1;
  if (row[threadIdx.x + 1])
    __trap();
}
// What all threads compute from what they share is the same, by functions of the library too.
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval write {{.*}} function=libraryFunction ordinal=1
// CHECK-DAG: site {{[0-9]+}} proved barrier-interval read {{.*}} function=libraryFunction ordinal=2
KERNEL libraryFunction(float x) {
  __shared__ int row[129];
  for (int i = 1; i < __log2f(x); ++i) {
    row[threadIdx.x] = i;
    __syncthreads();
  }
  if (row[threadIdx.x + 1])
    __trap();
}
// CHECK-DAG: site {{[0-9]+}} checked write {{.*}} function=libraryFunctionOfOwn ordinal=1
// CHECK-DAG: site {{[0-9]+}} checked read {{.*}} function=libraryFunctionOfOwn ordinal=2
KERNEL libraryFunctionOfOwn(float x) {
  __shared__ int row[129];
  for (int i = 1; i < __log2f(x * threadIdx.x); ++i) {
    row[threadIdx.x] = i;
    __syncthreads();
  }
  if (row[threadIdx.x + 1])
    __trap();
}
